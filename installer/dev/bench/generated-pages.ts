const styles = `
  body { font: 15px/1.5 sans-serif; margin: 2rem } td { padding: 4px 8px; border-bottom: 1px solid #ccc }
  .grid { display: grid; grid-template-columns: repeat(4, 1fr); gap: 16px } .card { border: 1px solid #ddd; border-radius: 8px; padding: 12px }
  .card h3 { font-size: 1.1rem; margin: 0 } .muted { color: #666 } label { display: block } [hidden] { display: none }`;

/** Pages for machines without the saved ones, by name: a table, an article with links and lists, a form, and cards in a grid. */
export const generatedPages: Readonly<Record<string, string>> = {
  table: pageOf("Table", `<table>${repeat(400, tableRow)}</table>`),
  article: pageOf("Article", `<main><h1>Article</h1>${repeat(300, paragraph)}</main>`),
  form: pageOf("Form", `<form>${repeat(300, field)}</form>`),
  cards: pageOf("Cards", `<div class="grid">${repeat(400, card)}</div>`),
};

function pageOf(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${styles}</style></head><body>${body}</body></html>`;
}

function repeat(times: number, make: (place: number) => string): string {
  return Array.from({ length: times }, (_, place) => make(place)).join("\n");
}

function tableRow(place: number): string {
  return `<tr><td>${place}</td><td><a href="/orders/${place}">Order ${place}</a></td><td class="muted">Customer ${place % 37}</td><td>${(place * 37) % 991}.00</td><td><button type="button">Open</button></td></tr>`;
}

function paragraph(place: number): string {
  const list = place % 5 === 0 ? `<ul><li>one</li><li>two <b>bold</b></li><li hidden>three</li></ul>` : "";
  return `<h2 id="part-${place}">Part ${place}</h2><p>Some text with <a href="#part-${place + 1}">a link</a>, <em>stress</em> and <code>code ${place}</code>.</p>${list}`;
}

function field(place: number): string {
  return `<div class="field"><label for="field-${place}">Field ${place}</label><input id="field-${place}" name="field${place}"><span class="muted">Help ${place % 7}</span></div>`;
}

function card(place: number): string {
  return `<article class="card"><h3>Card ${place}</h3><p class="muted">Words of card ${place}</p><div><button>Buy</button><a href="/cards/${place}">More</a></div></article>`;
}
