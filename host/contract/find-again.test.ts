import { describe, expect, test } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { type ElementTarget, elementTargetSchema } from "./annotation.js";
import { findAgain } from "./find-again.js";
import { type CaptureReader, readCapture } from "./reader.js";
import { elementsInRegion, elementTargetOf, holderOf } from "./targets.js";

const studio = shared(openStudio);

const row = (name: string, price: string) =>
  `<li class="row"><b>${name}</b> <span class="price">${price}</span> <button class="remove">Remove</button></li>`;
const [cup, pot] = [row("Cup", "€ 12"), row("Pot", "€ 70")];
const list = (...rows: string[]) => `<main><h1>Stock</h1><ul>${rows.join("")}</ul><p class="sum">Three goods</p></main>`;
const stock = list(cup, row("Jug", "€ 40"), pot);

async function read(html: string, path?: string): Promise<CaptureReader> {
  return readCapture(await studio.html(html, path === undefined ? {} : { path }));
}

/** A page with the index of the element that a selector of it finds: read once more with a mark on it. */
async function readMarked(html: string, selector: string): Promise<{ readonly reader: CaptureReader; readonly index: number }> {
  const mark = `<script>document.querySelector(${JSON.stringify(selector)}).dataset.mark = ""</script>`;
  const marked = await read(html + mark);
  const index = [...marked.elements()].findIndex(({ attributes }) => attributes["data-mark"] !== undefined);
  return { reader: await read(html), index };
}

/** The only element of a tag whose words or whose row's words contain these. */
function indexOf(reader: CaptureReader, tag: string, words: string): number {
  const found = [...reader.elements()].filter((one) => one.tag === tag && rowWords(reader, one.index).includes(words));
  expect(found.length, `${tag} with ${words}`).toBe(1);
  return found[0]?.index ?? -1;
}

function rowWords(reader: CaptureReader, index: number): string {
  const row = [index, ...reader.ancestors(index)].find((one) => reader.element(one).tag === "li") ?? index;
  return Array.from({ length: reader.end(row) - row }, (_, step) => reader.element(row + step).text).join(" ");
}

const columns = (open: string[], done: string[]) => {
  const column = (title: string, tasks: string[]) =>
    `<section class="column"><h2>${title}</h2>${tasks.map((one) => `<p>${one}</p>`).join("")}</section>`;
  return `<main>${column("Open", open)}${column("Done", done)}</main><footer>Imprint</footer>`;
};
const board = columns(["Fix header", "Fix footer"], ["Add login"]);

const nav = (...links: string[]) => `<nav>${links.map((one) => `<a href="/${one}">${one}</a>`).join("")}</nav>`;

describe("a container that is picked and its page when it holds other things", () => {
  test.each([
    ["all rows are others", stock, "main", list(row("Ax", "€ 1"), row("Bow", "€ 2"), row("Dot", "€ 9"), row("Eel", "€ 3")), "main"],
    ["its heading is another, too", stock, "main", "<main><h1>Orders</h1><p>None this year</p></main>", "main"],
    ["the first rows of a list were removed", stock, "ul", list(pot), "ul"],
    ["all of a column moved on", board, ".column", columns(["Write tests", "Ask"], ["Add login", "Fix header", "Fix footer"]), ".column"],
    ["a column was emptied", board, ".column", columns([], ["Add login", "Fix header", "Fix footer"]), ".column"],
    ["its column was removed", board, ".column", board.replace(/<section.*?<\/section>/, ""), undefined],
    ["two others stand there", `${nav("Home")}<main>Words</main>`, "nav", `${nav("Skip")}<main>Words</main>${nav("Imprint")}`, undefined],
  ])("%s", async (_what, was, selector, is, expected) => {
    const before = await readMarked(was, selector);
    const found = findAgain((await readMarked(is, selector)).reader, elementTargetOf(before.reader, before.index));
    if (expected === undefined) expect(found).toEqual({ status: "gone" });
    else expect(found).toMatchObject({ status: "found", index: (await readMarked(is, expected)).index });
  });
});

describe("an element that is picked and its page as it is later", () => {
  test.each([
    ["the same page", "span", "€ 40", stock, "€ 40"],
    ["its text changed", "span", "€ 40", list(cup, row("Jug", "40,00 €"), pot), "40,00 €"],
    ["its row moved", "button", "Jug", list(row("Jug", "€ 40"), cup, pot), "Jug"],
    ["its row's text changed", "button", "Jug", list(cup, row("Jug", "40,00 €"), pot), "Jug"],
    ["rows came before", "button", "Jug", list(row("Ax", "€ 1"), row("Bow", "€ 2"), cup, row("Jug", "€ 40"), pot), "Jug"],
    ["its row was removed", "button", "Jug", list(cup, pot), undefined],
    ["all rows but another were removed", "button", "Jug", list(pot), undefined],
    ["its row was removed, which was picked", "li", "Jug", list(cup, pot), undefined],
    ["its text was removed", "span", "€ 40", stock.replace('<span class="price">€ 40</span>', ""), undefined],
    ["a wrapper came", "button", "Jug", stock.replace("<ul>", '<div class="wrap"><ul>').replace("</ul>", "</ul></div>"), "Jug"],
    ["classes were hashed anew", "button", "Jug", stock.replaceAll('class="remove"', 'class="css-1x9ab2"'), "Jug"],
  ])("%s", async (_what, tag, words, later, expected) => {
    const before = await read(stock);
    const after = await read(later);
    const facts = elementTargetOf(before, indexOf(before, tag, words));
    expect(elementTargetSchema.parse(facts)).toEqual(facts);
    const found = findAgain(after, facts);
    if (expected === undefined) expect(found).toEqual({ status: "gone" });
    else expect(found).toMatchObject({ status: "found", index: indexOf(after, tag, expected) });
  });

  test.each([
    ["its words", "40,00 €", 0, "stock"],
    ["its words and a line above it", "40,00 €", 2, "stock"],
    ["its words, and prices are a component now", "40,00 €", 2, "price"],
  ])("the agent changed %s, in a page whose elements state their lines", async (_what, is, moved, file) => {
    const was = "€ 40";
    const stated = (html: string, by: number, ofPrices: string) => {
      let line = by;
      return html.replace(
        /<([a-z][a-z0-9]*)/g,
        (tag, name) => `${tag} data-locatorjs="/shop/src/${name === "span" ? ofPrices : "stock"}.tsx:${++line}:3"`,
      );
    };
    const before = await read(stated(stock, 0, "stock"));
    const after = await read(stated(stock.replace(was, is), moved, file));
    const facts = elementTargetOf(before, indexOf(before, "span", was));
    expect(facts.source).toMatch(/stock\.tsx:\d+:3$/);
    expect(findAgain(after, facts)).toMatchObject({ status: "found", index: indexOf(after, "span", is) });
  });

  test.each([
    ["all of them", "<span>Save diagram</span>"],
    ["a part of them", "Save <span>diagram</span>"],
    ["and a further one", '<span class="words"><i></i><b>Save diagram</b></span>'],
  ])("a wrapper came around its words beside a picture: %s", async (_what, words) => {
    const bar = (saved: string) => {
      const icon = '<svg role="img" width="9" height="9"><title>Chart</title></svg>';
      const link = (href: string, shown: string) => `<div><a class="btn wide" href="/${href}">${icon}${shown}</a></div>`;
      return `<main><h1>Editor</h1>${link("a", "Open")}${link("b", saved)}${link("c", "Share")}</main>`;
    };
    const after = await read(bar(words));
    const before = await read(bar("Save diagram"));
    const picked = [...before.elements()].find(({ text }) => text === "Save diagram")?.index ?? -1;
    const expected = [...after.elements()].find(({ attributes }) => attributes["href"] === "/b")?.index;
    expect(findAgain(after, elementTargetOf(before, picked))).toMatchObject({ status: "found", index: expected });
  });

  test.each([
    ["h2", "Score: 0", "<span>Score: 0</span>"],
    ["h2", "Score: 0", "Score: <b>0</b>"],
    ["h2", "Score: 0", "<b>Score:</b> 0"],
    ["div", "No", "<span>No</span>"],
    ["div", "No", "<span><i></i><b>No</b></span>"],
    ["p", "Not a match", "<em>Not a</em> match"],
    ["strong", "No", "<span>No</span>"],
    ["output", "No", "<span>No</span>"],
  ])("a wrapper came around a %s's words: it is found, not the wrapper: %s → %s", async (kind, words, wrapped) => {
    const page = (result: string) =>
      `<main><h1>Game</h1><form><label>Hash <input></label><div class="item"><div><${kind} class="result">${result}</${kind}></div></div></form></main>`;
    const [before, after] = [await read(page(words)), await read(page(wrapped))];
    const resultOf = (reader: CaptureReader) =>
      [...reader.elements()].find(({ attributes }) => attributes["class"] === "result")?.index ?? -1;
    expect(findAgain(after, elementTargetOf(before, resultOf(before)))).toMatchObject({ status: "found", index: resultOf(after) });
  });

  test("a wrapper like the element itself is not taken for it", async () => {
    const page = (result: string) =>
      `<main><h1>Tools</h1><button>Open <div><svg width="9" height="9"></svg>${result}</div></button><p>End</p></main>`;
    const [before, after] = [await read(page("<div>-</div>")), await read(page("<div><div>-</div></div>"))];
    const resultOf = (reader: CaptureReader) => [...reader.elements()].find(({ text }) => text === "-")?.index ?? -1;
    const wrapper = resultOf(after) - 1;
    expect(findAgain(after, elementTargetOf(before, resultOf(before)))).not.toMatchObject({ status: "found", index: wrapper });
  });

  test("below folded menus with many entries it is found when all words are in another language", async () => {
    const folded = (word: string) =>
      `<ul hidden>${Array.from({ length: 40 }, (_, place) => `<li><i>${word} ${place}</i></li>`).join("")}</ul>`;
    const menu = (word: string, ...words: string[]) =>
      `<nav>${folded(word)}<ol>${words.map((one) => `<li><i>${one}</i></li>`).join("")}</ol></nav>`;
    const before = await read(menu("Eintrag", "Start", "Tabellen", "Karten"));
    const after = await read(menu("Entry", "Home", "Tables", "Maps"));
    const picked = [...before.elements()].findIndex(({ text }) => text === "Tabellen");
    const found = findAgain(after, elementTargetOf(before, picked));
    expect(found.status === "found" ? after.element(found.index).text : found).toBe("Tables");
  });

  test("of two equal ones both are named", async () => {
    const before = await read(stock);
    const after = await read(list(cup, row("Jug", "€ 40"), row("Jug", "€ 40"), pot));
    const { status } = findAgain(after, elementTargetOf(before, indexOf(before, "button", "Jug")));
    expect(status).toBe("ambiguous");
  });

  describe("elements that their words do not tell apart", () => {
    const names = ["Ale", "Bow", "Cap", "Dye", "Elm", "Fan", "Gem", "Hat"];
    const menu = (place: string, of: readonly string[]) =>
      `<nav class="${place}"><ul>${of.map((one) => `<li><a href="/${one}"><span>${one}</span></a></li>`).join("")}</ul></nav>`;
    const menus = (top: readonly string[], bottom = menu("bottom", names)) => `<main>${menu("top", top)}<h1>Stock</h1>${bottom}</main>`;
    const story = (title: string, by: string) => `<li><h3><a>${title}</a></h3><div class="meta">${by}</div></li>`;
    const by = '<div class="by">AFP</div>';
    const stories = (second: string) =>
      `<main><ul>${story("Sun rises", by)}${story("Moon sets", second)}${story("Rain falls", by)}</ul></main>`;
    const table = (...rows: readonly (readonly string[])[]) =>
      `<main><table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table></main>`;
    const cells = [
      ["Ale", "2", "yes"],
      ["Bow", "2", "no"],
      ["Cap", "2", "yes"],
    ] as const;
    const cellAt = (row: number, column: number) => `tr:nth-of-type(${row}) td:nth-of-type(${column})`;
    const withoutGem = menus(names.filter((one) => one !== "Gem"));
    const changed = menus(names, menu("bottom", names).replace("<span>Cap</span>", "<b>Cap</b>"));
    const widened = table(...cells.map(([name, count, state]) => [name, "new", count, state]));

    test.each([
      ["a link of one of two menus, gone", menus(names), ".top li:nth-of-type(7) span", withoutGem, undefined],
      ["its list item, gone", menus(names), ".top li:nth-of-type(7)", withoutGem, undefined],
      ["a link of the other menu, of another tag", menus(names), ".bottom li:nth-of-type(3) span", changed, "b"],
      ["what two stories have, gone from one", stories(by), "li:nth-of-type(2) .by", stories(""), undefined],
      ["the same, of other words", stories(by), "li:nth-of-type(2) .by", stories(by.replace("AFP", "DPA")), "li:nth-of-type(2) .by"],
      ["a cell like others, after a column came", table(...cells), cellAt(2, 2), widened, cellAt(2, 3)],
      ["the same, after its row was moved", table(...cells), cellAt(2, 2), table(...[...cells].reverse()), cellAt(2, 2)],
    ])("%s", async (_what, earlier, picked, later, expected) => {
      const [before, after] = [await readMarked(earlier, picked), await readMarked(later, expected ?? "main")];
      const found = findAgain(after.reader, elementTargetOf(before.reader, before.index));
      if (expected === undefined) expect(found).toEqual({ status: "gone" });
      else expect(found).toMatchObject({ status: "found", index: after.index });
    });
  });

  describe("a tile of a board, whose numbers are others after each load", () => {
    const loads = [
      "2 8 4 16 32 2 128 4 8 64 2 256 16 4 512 2",
      "4 2 64 8 2 16 4 256 1024 8 32 2 4 128 16 8",
      "8 16 2 4 64 512 8 2 4 32 128 16 2 8 64 4",
    ];
    const board = (load: number, before = "") => {
      const numbers = (loads[load] ?? "").split(" ").map((number) => `<div class="tile">${number}</div>`);
      const rows = [0, 4, 8, 12].map((first) => `<div class="row">${numbers.slice(first, first + 4).join("")}</div>`);
      return `<main><h1>Tiles</h1>${before}<div class="board">${rows.join("")}</div><p>Join equal tiles</p></main>`;
    };
    const tile = ".row:nth-of-type(2) .tile:nth-of-type(3)";

    test.each([
      ["is found by its place", board(1)],
      ["is found below a banner that came", board(2, "<p>You have played 3 games</p>")],
    ])("%s", async (_what, later) => {
      const [before, after] = [await readMarked(board(0), tile), await readMarked(later, tile)];
      expect(findAgain(after.reader, elementTargetOf(before.reader, before.index))).toMatchObject({ status: "found", index: after.index });
    });

    test("is not taken for another where the board is none any more", async () => {
      const [before, after] = [await readMarked(board(0), tile), await read("<main><h1>Tiles</h1><p>Join equal tiles</p></main>")];
      expect(findAgain(after, elementTargetOf(before.reader, before.index))).toEqual({ status: "gone" });
    });
  });

  test("an icon without words is not taken for the one beside it where it is gone", async () => {
    const icon = (path: string) =>
      `<li><a href="#" class="icon"><svg viewBox="0 0 9 9" aria-hidden="true"><path d="${path}"/></svg></a></li>`;
    const bar = (...paths: string[]) => `<main><h1>Post</h1><ul>${paths.map(icon).join("")}</ul></main>`;
    const [bell, pen, bin] = ["M0 0h9v9z", "M1 1h7v7z", "M2 2h5v5z"];
    const { reader, index } = await readMarked(bar(bell, pen, bin), "li:nth-of-type(2) a");
    const facts = elementTargetOf(reader, index);
    expect(findAgain(reader, facts)).toMatchObject({ status: "found", index });
    expect(findAgain(await read(bar(bell, bin)), facts)).toEqual({ status: "gone" });
  });

  describe("a menu that stands on the page twice", () => {
    const goods = ["Ale", "Bow", "Cap", "Dye", "Elm", "Fan", "Gem", "Hat", "Ink", "Jug", "Kit", "Lid", "Mug"];
    const item = (name: string) => `<li><a href="/${name}">${name}</a></li>`;
    const menu = (id: string, names: readonly string[]) => `<div id="${id}"><ul>${names.map(item).join("")}</ul></div>`;
    const page = (names: readonly string[]) => `<main>${menu("top", names)}<h1>Stock</h1>${menu("bottom", goods)}</main>`;
    const linkIn = (reader: CaptureReader, id: string) =>
      [...reader.elements()].findIndex(
        ({ index, name, tag }) =>
          tag === "a" && name === "Gem" && reader.ancestors(index).some((above) => reader.element(above).attributes["id"] === id),
      );

    test.each([
      ["as it was", goods],
      ["with a link inserted beside it", goods.flatMap((one) => (one === "Gem" ? ["New", one] : [one]))],
      ["with its neighbours gone", goods.filter((one) => one !== "Fan" && one !== "Hat")],
    ])("has the link that was picked, %s", async (_what, names) => {
      const [before, after] = [await read(page(goods)), await read(page(names))];
      for (const id of ["top", "bottom"])
        expect(findAgain(after, elementTargetOf(before, linkIn(before, id))), id).toMatchObject({
          status: "found",
          index: linkIn(after, id),
        });
    });

    test("has it no more, though the other one has", async () => {
      const [before, after] = [await read(page(goods)), await read(page(goods.filter((one) => one !== "Gem")))];
      expect(findAgain(after, elementTargetOf(before, linkIn(before, "top")))).toEqual({ status: "gone" });
    });
  });

  test("a record of an older version is found by its key, or its selector and words", async () => {
    const before = await read(stock);
    const { key, selector, box, label } = elementTargetOf(before, indexOf(before, "span", "€ 40"));
    const old: ElementTarget = { key, selector, box, ...(label === undefined ? {} : { label }) };
    expect(findAgain(before, old)).toMatchObject({ status: "found" });
    expect(findAgain(before, { ...old, key: "-----" })).toMatchObject({ status: "found" });
    expect(findAgain(await read(list(cup, pot, row("Rug", "€ 9"))), old)).toEqual({ status: "gone" });
  });
});

test("a region over nothing that lies whole in it is about the innermost element that holds it", async () => {
  const reader = await read('<body style="margin: 0"><main><section id="wide" style="width: 400px; height: 300px"></section></main>');
  expect(elementsInRegion(reader, [50, 50, 20, 20])).toEqual([]);
  expect(reader.element(holderOf(reader, [50, 50, 20, 20])).attributes["id"]).toBe("wide");
  expect(reader.element(holderOf(reader, [390, 290, 40, 40])).tag).toMatch(/^(?:main|body|html)$/);
});

test("what a closed dialog holds is not read: it is found, hidden", async () => {
  const page = `<main><h1>Cart</h1><p>Two cups</p><dialog aria-label="Edit"><p>Edit</p><button class="save">Save it</button></dialog><p>Total 24</p></main>`;
  const [before, after] = [await read(`${page}<script>document.querySelector("dialog").showModal()</script>`), await read(page)];
  const found = findAgain(after, elementTargetOf(before, indexOf(before, "button", "Save it")));
  expect(found.status === "found" && after.element(found.index)).toMatchObject({ tag: "button", text: "", withheld: true });
});

test("at another query of its page, what stands in an element's place is not it, and what has stayed is found", async () => {
  const tickets = (state: string, rows: readonly string[]) =>
    `<header><h1>Board</h1><nav><a href="?tab=open">Open</a> <a href="?tab=closed">Closed</a></nav></header>
     <main id="app"><h2>${state} tickets</h2><table>${rows.map((row) => `<tr><td>${row.replace(",", "<td>")}`).join("")}</table></main>`;
  const open = tickets("Open", ["T-1,Fix header", "T-2,Fix footer"]);
  const before = await read(open, "board?tab=open");
  const targets = (["Fix footer", "Board"] as const).map((words) =>
    elementTargetOf(before, indexOf(before, words === "Board" ? "h1" : "td", words)),
  );
  const statuses = (reader: CaptureReader) => targets.map((target) => findAgain(reader, target).status);
  expect(statuses(await read(open, "board?tab=open&sort=name"))).toEqual(["found", "found"]);
  const closed = tickets("Closed", ["T-8,Add login", "T-9,Add logout"]);
  expect(findAgain(await read(closed, "board?tab=open"), elementTargetOf(before, indexOf(before, "td", "Fix footer"))).status).toBe(
    "found",
  );
  expect(statuses(await read(closed, "board?tab=closed"))).toEqual(["gone", "found"]);
  const story = (buttons: string) =>
    `<article><header><h1>Acme</h1><div>${buttons}</div></header><section><h2>Pages</h2><p>Words of both.</p></section></article>`;
  const page = await read(story('<button type="button" class="b">Log out</button>'), "story?id=in");
  const logOut = elementTargetOf(page, indexOf(page, "button", "Log out"));
  const other = story('<button type="button" class="b">Log in</button><button type="button" class="b up">Sign up</button>');
  expect([await read(other, "story?id=in"), await read(other, "story?id=out")].map((one) => findAgain(one, logOut).status)).toEqual([
    "found",
    "gone",
  ]);
});

test("what a frame showed is not on the next document that it shows, wherever the site is served", async () => {
  const lamps = (words: string) => `<main><h2>Lamps</h2><button class="go">${words} lamp</button><p>Two days</p></main>`;
  await read(lamps("Buy"), "framed-a.html");
  await read(lamps("Sell"), "framed-b.html");
  const around = (path: string) => read(`<h1>Shop</h1><iframe src="${path}"></iframe>`);
  const before = await around("framed-a.html?id=1#top");
  const buy = elementTargetOf(before, indexOf(before, "button", "Buy"));
  expect(elementTargetSchema.parse(buy)).toEqual(buy);
  expect(buy.frame).toMatch(/^http:\/\/.*\/framed-a\.html\?id=1#top$/);
  expect(elementTargetOf(before, 0).frame).toBeUndefined();
  const next = await around("framed-b.html?id=1");
  expect(findAgain(next, buy)).toEqual({ status: "gone" });
  expect(findAgain(next, { ...buy, frame: undefined }).status).toBe("found");
  const built = { ...buy, frame: buy.frame?.replace(/:\d+/, ":4173") };
  for (const target of [buy, built]) expect(findAgain(await around("framed-a.html?id=1"), target).status).toBe("found");
  // Another query is another state, as a story of a workshop is: what has other words there is another one.
  await read(lamps("Rent"), "framed-a.html");
  const rent = await around("framed-a.html?id=2");
  expect([buy, { ...buy, frame: undefined }].map((target) => findAgain(rent, target).status)).toEqual(["gone", "found"]);
});
