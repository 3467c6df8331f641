/** A way in which what a note is about leaves the page or changes. */
export interface Way {
  readonly comment: string;
  /** Runs in the page before the note. */
  readonly before?: string;
  /** What is picked. */
  readonly selector: string;
  readonly label: RegExp;
  /** Words of its row as it was picked. */
  readonly words: string;
  /** Words of its row in the capture that carries the note first; "" where nobody sees them, null where it is not there. By default, as it was picked. */
  readonly wordsSent?: string | null;
  /** The same in the next build; absent where that does not show it. */
  readonly wordsLater?: string;
  /** Picked by the browser's key, with the page's focus and the pointer as they are, after this is clicked or hovered. */
  readonly byKey?: { readonly click: string } | { readonly hover: string };
  /** Others that are picked just before, one after the other. */
  readonly quickly?: readonly string[];
  /** What nothing but the picked element shows, as red, green, blue. */
  readonly colour?: string;
  /** Runs in the page after the note. */
  readonly after?: string;
  /** The route that it was picked on, where that is another than what is sent. */
  readonly route?: string;
}

/**
 * A small shop whose parts leave, come back and change: a menu, a hint, a toast, a dialog, tabs, a list that reuses its rows, and a new build.
 * `put(id, html)` fills a place of its own for each further way.
 */
export const shop = {
  html: `<!doctype html><html lang="en"><title>Tea</title>
<style>body { margin: 20px; font: 16px sans-serif } #menu button { color: rgb(180, 0, 0) } ul { width: 400px; padding: 0 } li { height: 28px } .danger { background: rgb(250, 230, 3) } .toast { background: rgb(3, 120, 60) } section { padding: 8px } .price { background: rgb(3, 200, 250) } .secret { color: rgb(255, 0, 255); background: rgb(255, 0, 255); border: 0 } .out { animation: out 30ms } @keyframes out { to { opacity: 0 } } iframe { width: 160px; height: 40px; border: 0 } @media (max-width: 1100px) { .wide { display: none } } [popover] { inset: auto; left: 400px; top: 200px }</style>
<body><p><button id="more">More</button><span id="menu"></span> <b id="what">Oolong</b><span id="hints"></span> <input class="secret" aria-label="Code" value="Typed" size="4"></p>
<div id="stage"></div><p class="tabs"><button id="second">Delivery</button></p><div id="tab"></div>
<ul id="list"></ul><ul id="teas"></ul><div id="build"></div><main></main>
<script>
const at = (id) => document.getElementById(id);
const build = sessionStorage.getItem("build") ?? "1";
at("more").onclick = () => { at("menu").innerHTML = '<span role="menu"> <button role="menuitem">Archive</button> <button role="menuitem" class="danger">Delete now</button></span>'; at("menu").querySelector("button").focus(); };
at("menu").addEventListener("focusout", ({ relatedTarget }) => at("menu").contains(relatedTarget) || at("menu").replaceChildren());
at("what").onmouseenter = () => { at("hints").innerHTML = '<i role="tooltip"> Half fermented</i>'; };
at("what").onmouseleave = () => at("hints").replaceChildren();
const show = (html) => { at("stage").innerHTML = html; };
const put = (id, html) => { const place = at(id) ?? document.querySelector("main").appendChild(Object.assign(document.createElement("div"), { id })); place.innerHTML = html; return place; };
const tabs = { first: '<p><label>Name <input name="who"></label> <em class="hint">As on the bell</em></p>', second: '<p><select><option>Post</select></p>' };
const tab = (name) => { at("tab").innerHTML = tabs[name]; };
at("second").onclick = () => tab("second");
tab("first");
const row = (n) => '<b>Order ' + n + '</b> <span class="sum">' + n * 7 + ' EUR</span> <button class="drop">Drop</button>';
const rows = (first) => { for (let n = 0; n < 6; n++) { const li = at("list").children[n] ?? at("list").appendChild(document.createElement("li")); li.innerHTML === "" ? li.innerHTML = row(first + n) : (li.children[0].textContent = "Order " + (first + n), li.children[1].textContent = (first + n) * 7 + " EUR"); } };
rows(10);
const list = (names, button) => names.map((name) => '<li>' + name + ' <button class="' + button.toLowerCase() + '">' + button + '</button></li>').join("");
const teas = (names) => { at("teas").innerHTML = list(names, "Buy"); };
teas(build === "1" ? ["Assam", "Ceylon", "Darjeeling"] : ["Ceylon", "Darjeeling", "Assam"]);
at("build").innerHTML = build === "1"
  ? '<h2>Sale</h2><p>Price <strong class="price">$ 64.5</strong> each</p><section class="Card_a1b2c" id="r1"><h3>Gift box</h3><p>Twelve bags</p></section>'
  : '<h2>Sale</h2><p>Price <strong class="price">64,50 €</strong> each</p><section class="Card_x9y8z" id="r7"><h3>Gift box</h3><p>Twelve bags</p></section>';
const inRoot = (id, html) => put(id, "<x-box></x-box>").firstChild.attachShadow({ mode: "open" }).innerHTML = html;
const again = (selector) => { const one = document.querySelector(selector); one.replaceWith(one.cloneNode(true)); };
const closeOn = (type, id) => document.addEventListener(type, () => put(id, ""), { once: true });
addEventListener("hashchange", () => put("route", location.hash === "#/two" ? '<h2>Route two</h2><p class="total">64 orders</p>' : "<h2>Route one</h2>"));
</script>`,
};

/** Ways that every run tries. */
export const everydayWays: readonly Way[] = [
  {
    comment: "Menu",
    ...{ selector: ".danger", label: /menuitem “Delete now”/, words: "Delete now", wordsSent: null },
    ...{ byKey: { click: "#more" }, colour: "250,230,3" },
  },
  {
    comment: "Toast",
    before: `show('<p class="toast" role="status">Saved</p>')`,
    ...{ selector: ".toast", label: /status/, words: "Saved", wordsSent: null, after: `show("")`, colour: "3,120,60" },
  },
  {
    comment: "Tab",
    ...{ selector: ".hint", label: /“As on the bell”/, words: "As on the bell", wordsSent: null, wordsLater: "As on the bell" },
    after: `document.getElementById("second").click()`,
  },
  {
    comment: "Row that is reused",
    ...{ selector: "#list li:nth-child(2) .drop", label: /button “Drop”/, words: "Order 11", wordsSent: null, wordsLater: "Order 11" },
    after: `rows(40)`,
  },
  { comment: "Row", selector: "#teas li:nth-child(2) .buy", label: /button “Buy”/, words: "Ceylon", wordsLater: "Ceylon" },
  {
    comment: "Text",
    ...{ selector: ".price", label: /“\$ 64.5”/, words: "$ 64.5", wordsLater: "64,50 €" },
    ...{ quickly: ["#teas li", "#list li", "#build h2"], colour: "3,200,250" },
  },
  { comment: "Build", selector: "#build section", label: /section/, words: "Gift box", wordsLater: "Gift box" },
];

/** Its place holds the sidebar until picking has ended: it is the last that is tried. */
export const tooltip: Way = {
  comment: "Tooltip",
  ...{ selector: "[role=tooltip]", label: /tooltip “Half fermented”/, words: "Half fermented", wordsSent: null },
  byKey: { hover: "#what" },
};

const button = (id: string, words: string, more = "") => `<p>Before ${id}</p><button class="${id}" ${more}>${words}</button><p>After</p>`;

/** A button in a place of its own, and what then becomes of it. */
function buttonWay(id: string, comment: string, words: string, after: string, wordsSent: string | null = words): Way {
  return {
    comment,
    before: `put("${id}", '${button(id, words)}')`,
    ...{ selector: `button.${id}`, label: new RegExp(`button “${words}”`), words, after, wordsSent },
  };
}

/** Ways that are tried at length. */
export const furtherWays: readonly Way[] = [
  {
    comment: "Menu closed by a press",
    before: `put("press", '<div role="menu"><button role="menuitem" class="copy">Copy link</button></div>'); closeOn("pointerdown", "press")`,
    ...{ selector: ".copy", label: /menuitem “Copy link”/, words: "Copy link", wordsSent: null },
    after: `document.dispatchEvent(new Event("pointerdown"))`,
  },
  {
    comment: "Menu closed by Escape",
    before: `put("escape", '<div role="menu"><button role="menuitem" class="paste">Paste here</button></div>'); closeOn("keydown", "escape")`,
    ...{ selector: ".paste", label: /menuitem “Paste here”/, words: "Paste here", wordsSent: null },
    after: `document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }))`,
  },
  {
    comment: "Toast with a timer",
    before: `put("timer", '<p class="copied" role="status">Copied</p>')`,
    ...{ selector: ".copied", label: /status/, words: "Copied", wordsSent: null, after: `setTimeout(() => put("timer", ""), 200)` },
  },
  {
    comment: "Dialog that is removed",
    before: `show('<div role="dialog" aria-label="Sure?"><p>Really?</p><button class="yes">Remove it</button></div>')`,
    ...{ selector: ".yes", label: /button “Remove it”/, words: "Remove it", wordsSent: null, after: `show("")` },
  },
  {
    comment: "Dialog closed after Save",
    before: `put("modal", '<dialog aria-label="Edit"><p>Edit</p><button class="save">Save it</button></dialog>').firstChild.showModal()`,
    ...{
      selector: ".save",
      label: /button “Save it”/,
      words: "Save it",
      wordsSent: "",
      after: `document.querySelector("dialog").close()`,
    },
  },
  {
    comment: "Sorted away",
    before: `put("sorted", "<ul>" + list(["Kettle", "Strainer", "Tray"], "Pin") + "</ul>")`,
    ...{ selector: "#sorted li:nth-child(1) .pin", label: /button “Pin”/, words: "Kettle" },
    after: `put("sorted", "<ul>" + list(["Tray", "Strainer", "Kettle"], "Pin") + "</ul>")`,
  },
  {
    comment: "Filtered",
    before: `put("filtered", "<ul>" + list(["Green cup", "Blue cup", "Red cup"], "Hold") + "</ul>")`,
    ...{ selector: "#filtered li:nth-child(2) .hold", label: /button “Hold”/, words: "Blue cup", wordsSent: null },
    after: `put("filtered", "<ul>" + list(["Green cup", "Red cup"], "Hold") + "</ul>")`,
  },
  {
    comment: "Removed",
    before: `put("fees", '<p>Tea 12 EUR</p><p class="fee">Fee 3 EUR</p><p>Post 5 EUR</p>')`,
    ...{ selector: ".fee", label: /“Fee 3 EUR”/, words: "Fee 3 EUR", wordsSent: null, after: `document.querySelector(".fee").remove()` },
  },
  {
    comment: "Keyed anew by its framework",
    before: `put("keyed", '<article data-v-7ba5bd90 class="mug-a1b2c3"><h4 data-v-7ba5bd90>Mug</h4><p data-v-7ba5bd90 class="made-a1b2c3">Made of clay</p></article>')`,
    ...{ selector: "#keyed p", label: /“Made of clay”/, words: "Made of clay" },
    after: `put("keyed", '<article data-v-91cc21af class="mug-x9y8z7"><h4 data-v-91cc21af>Mug</h4><p data-v-91cc21af class="made-x9y8z7">Made of clay</p></article>')`,
  },
  buttonWay("text", "Text changed", "Pay 9 EUR", `document.querySelector("button.text").textContent = "Pay 12 EUR"`, "Pay 12 EUR"),
  buttonWay("class", "Class changed", "Wash", `document.querySelector("button.class").className = "primary large"`),
  buttonWay(
    "wrap",
    "Wrapper added",
    "Dry",
    `{ const one = document.querySelector("button.wrap"), box = document.createElement("div"); one.replaceWith(box); box.append(one); }`,
  ),
  {
    comment: "Id changed",
    before: `put("ids", '<p>Before</p><button id="radix-1">Steep</button>')`,
    ...{
      selector: "#radix-1",
      label: /button “Steep”/,
      words: "Steep",
      after: `put("ids", '<p>Before</p><button id="radix-9">Steep</button>')`,
    },
  },
  buttonWay("clone", "Replaced by an equal clone", "Pour", `again("button.clone")`),
  {
    comment: "Shadow root attached again",
    before: `inRoot("shadow", "<button>Inside</button>")`,
    ...{ selector: "x-box", label: /button “Inside”/, words: "Inside", after: `inRoot("shadow", "<button>Inside</button>")` },
  },
  {
    comment: "Frame loaded again",
    before: `put("frame", '<iframe title="Map" srcdoc="<body style=margin:0><button style=width:160px;height:40px>Zoom in</button>"></iframe>')`,
    ...{ selector: "#frame iframe", label: /button “Zoom in”/, words: "Zoom in" },
    after: `{ const frame = document.querySelector("#frame iframe"); frame.srcdoc = frame.srcdoc; }`,
  },
  buttonWay("hide", "Hidden by the attribute", "Grind", `document.querySelector("button.hide").hidden = true`, ""),
  buttonWay("none", "display: none", "Weigh", `document.querySelector("button.none").style.display = "none"`, ""),
  {
    comment: "Details closed",
    before: `put("details", '<details open><summary>Terms</summary><p class="terms">Thirty days</p></details>')`,
    ...{
      selector: ".terms",
      label: /“Thirty days”/,
      words: "Thirty days",
      wordsSent: "",
      after: `document.querySelector("details").open = false`,
    },
  },
  {
    comment: "Popover closed",
    before: `put("pop", '<div popover="manual" id="card"><button class="share">Share it</button></div>').firstChild.showPopover()`,
    ...{
      selector: ".share",
      label: /button “Share it”/,
      words: "Share it",
      wordsSent: "",
      after: `document.querySelector("#card").hidePopover()`,
    },
  },
  {
    comment: "Listbox drawn anew",
    before: `put("box", '<ul role="listbox" aria-label="Size"><li role="option">Small</li><li role="option" class="large">Large</li></ul>')`,
    ...{ selector: "#box .large", label: /option “Large”/, words: "Large" },
    after: `put("box", '<ul role="listbox" aria-label="Size"><li role="option">Small</li><li role="option" class="large" aria-selected="true">Large</li></ul>')`,
  },
  buttonWay(
    "anim",
    "Removed by an animation's end",
    "Sip",
    `{ const one = document.querySelector("button.anim"); one.onanimationend = () => one.remove(); one.classList.add("out"); }`,
    null,
  ),
  {
    comment: "Media query",
    before: `put("media", '<p class="wide">Only on wide screens</p>')`,
    ...{ selector: ".wide", label: /“Only on wide screens”/, words: "Only on wide screens", wordsSent: "" },
  },
  {
    comment: "Hash route",
    before: `location.hash = "#/two"`,
    ...{
      selector: ".total",
      label: /“64 orders”/,
      words: "64 orders",
      wordsSent: null,
      route: "#/two",
      after: `history.replaceState(null, "", location.pathname); put("route", "<h2>Route one</h2>")`,
    },
  },
];
