// The shop's own mistakes are planted: a demo needs something to find.
const stock = document.querySelector("#stock");

async function showStock() {
  const answer = await fetch("/api/stock");
  const { items } = await answer.json();
  stock.textContent = `${items.length} lamps in stock`;
}

// The service answers 500 and the page shows its waiting text for ever.
setTimeout(showStock, 200);
setInterval(showStock, 3_000);

for (const button of document.querySelectorAll(".card button")) {
  button.addEventListener("click", () => {
    button.textContent = "Added";
  });
}
