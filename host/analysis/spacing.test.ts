import { expect, it } from "vitest";
import { nodesOf } from "../contract/packed-nodes.js";
import { readCapture } from "../contract/reader.js";
import { openStudio } from "../testing/captures.js";
import { shapedCapture } from "../testing/shaped-capture.js";
import { shared } from "../testing/shared.js";
import { gapsOf, roomAround } from "./spacing.js";

const studio = shared(openStudio);
const one = `<button id="one">One</button>`;
const two = `<button id="two">Two</button>`;

it.each([
  ["in one row", one + two],
  ["in a wrapper of its own", `<div>${one}</div>${two}`],
  ["in a wrapper without a box", `<div style="display:contents">${one}</div>${two}`],
  ["beside a wrapper without a box", `${one}<div style="display:contents">${two}</div>`],
  ["both in one without a box", `<div style="display:contents">${one}${two}</div>`],
  ["in a box in one without a box", `<div style="display:contents"><div>${one}</div></div>${two}`],
  ["beside what is not shown", `${one}<i hidden>x</i><div style="display:contents"></div>${two}`],
])("the gap to the next control is the same %s", async (_where, row) => {
  const html = `<!doctype html><html lang="en"><main style="padding:20px"><div style="display:flex;gap:12px;padding:8px">${row}</div></main></html>`;
  const reader = readCapture(await studio.html(html));
  const [element] = [...reader.elements()].filter(({ attributes }) => attributes["id"] === "one");
  if (element === undefined) throw new Error("no element");
  expect(gapsOf(reader, element)).toEqual([
    { to: "next", px: 12 },
    { to: "parent", px: [8, expect.any(Number), 8, 8] },
  ]);
  expect(roomAround(reader, element).find(({ side }) => side === "right")?.madeBy).toMatch(/^gap 12px of e\d+$/);
});

it.each([
  ["one that is hidden and has its room", `<i style="visibility:hidden;width:40px">x</i>`, 64],
  ["one that is transparent and has its room", `<i style="opacity:0;width:40px">x</i>`, 64],
  ["one of no width", "<i></i>", 24],
  ["one of no width that is high", `<i style="width:0;height:9px"></i>`, 24],
  ["one that is positioned", `<i style="position:absolute">x</i>`, 12],
])("what nobody sees between two controls is no neighbour: %s", async (_what, between, px) => {
  const html = `<!doctype html><html lang="en"><div style="display:flex;gap:12px">${one}${between}${two}</div></html>`;
  const reader = readCapture(await studio.html(html));
  const indexOf = (id: string) => [...reader.elements()].findIndex(({ attributes }) => attributes["id"] === id);
  expect(gapsOf(reader, reader.element(indexOf("one"))).find(({ to }) => to === "next")?.px).toBe(px);
});

const padded = "padding:24px";
const first = `<b id="one">One</b>`;
const padding = (html: string, more = "") => `<div style="${padded};${more}">${html}</div>`;
const last = `<p id="two">Two</p>`;
it.each([
  ["the room inside both", padding(first), padding(last), 48, "padding-bottom 24px of a; padding-top 24px of b"],
  ["up to what is painted", padding(first, "background:#eee"), padding(last), 24, "padding-top 24px of b"],
  ["up to a line", padding(first, "border:1px solid"), padding(last), 24, "padding-top 24px of b"],
  ["through paint as behind it", padding(first, "background:#fff"), `<div>${last}</div>`, 24, "padding-bottom 24px of a"],
  ["up to a shadow", padding(first, "background:#fff;box-shadow:0 1px 2px #000"), padding(last), 24, "padding-top 24px of b"],
  [
    "with what stands out of its box",
    `<div style="${padded}"><b id="one" style="margin-bottom:-20px">One</b></div>`,
    `<div>${last}</div>`,
    4,
    "padding-bottom 24px of a; margin-bottom -20px of one",
  ],
  ["to a line of words", padding(`<i id="one">One</i>`, "line-height:40px"), `<div>${last}</div>`, 24, "padding-bottom 24px of a"],
  [
    "with margins inside",
    `<div style="${padded}"><b id="one" style="display:block;margin-bottom:8px">One</b></div>`,
    `<div><p id="two" style="${padded}">Two</p></div>`,
    56,
    "padding-bottom 24px of a; margin-bottom 8px of one; padding-top 24px of two",
  ],
])("a gap is what a person sees between two things: %s", async (_what, above, below, px, madeBy) => {
  const reader = readCapture(
    await studio.html(
      `<!doctype html><html lang="en"><style>main{line-height:20px}p{margin:0}b{display:block}</style><main>${above}${below}</main></html>`,
    ),
  );
  const elements = [...reader.elements()];
  const element = elements.find(({ attributes }) => attributes["id"] === "one");
  if (element === undefined) throw new Error("no element");
  const gap = gapsOf(reader, element).find(({ to }) => to === "next");
  const [outermost] = reader.children(elements.findIndex(({ tag }) => tag === "main"));
  const next = roomAround(reader, reader.element(outermost ?? 0)).find(({ side }) => side === "below");
  const names = new Map(
    ["main>a", "main>b"].map((path, at) => [reader.children(elements.findIndex(({ tag }) => tag === "main"))[at], path.slice(-1)]),
  );
  const named = next?.madeBy.replace(/e(\d+)/g, (_, at) => names.get(Number(at)) ?? elements[Number(at)]?.attributes["id"] ?? "?");
  expect([gap?.px, next?.px, named]).toEqual([px, px, madeBy]);
});

it("looks through no page that is nested thousands of levels deep", () => {
  const capture = shapedCapture("nested", 20_000);
  const nodes = nodesOf(capture.nodes);
  const [depth, text] = [nodes.depth.map((level) => Math.min(level, 1) && Math.max(level - 1, 1)), nodes.text.map(() => 0)];
  const box = nodes.box.map((number, at) => (at === 5 ? -500 : number));
  const reader = readCapture({ ...capture, nodes: { ...nodes, depth, text, box } });
  expect(gapsOf(reader, reader.element(1)).find(({ to }) => to === "next")?.px).toEqual(expect.any(Number));
});

it.each([
  [
    "above",
    "by the padding and margin of boxes that nobody sees",
    `<p>Top</p><div style="margin-top:16px;padding:8px">${first}</div>`,
    "p",
    24,
    "padding-top 8px of div; margin-top 16px of div",
  ],
  [
    "above",
    "by the margin of an only child",
    `<p>Top</p><section><div style="margin-top:16px">${first}</div></section>`,
    "p",
    16,
    "margin-top 16px of div",
  ],
  [
    "above",
    "up to an edge that is seen",
    `<p>Top</p><section style="padding:9px;background:#eee">${first}</section>`,
    "section",
    9,
    "padding-top 9px of section",
  ],
  [
    "left",
    "by the layout of the parent, and no farther",
    `<section style="display:flex;justify-content:end;padding:9px"><b id="one" style="width:100px">One</b></section>`,
    "section",
    691,
    "padding-left 9px of section; 682px by how section lays out its children",
  ],
  [
    "right",
    "to letters, whose place is not known",
    `<section style="display:flex;gap:3px"><i id="one" style="width:9px;margin-right:5px"></i>Words</section>`,
    "",
    8,
    "gap 3px of section; margin-right 5px of i",
  ],
  [
    "left",
    "by where its box is positioned",
    `<div style="position:absolute;left:40px">${first}</div>`,
    "main",
    40,
    "40px by where div is positioned",
  ],
])("room %s is made %s", async (side, _how, body, to, px, madeBy) => {
  const style = "body,p{margin:0}i,b{display:block;height:9px}main{width:800px}";
  const reader = readCapture(await studio.html(`<!doctype html><html lang="en"><style>${style}</style><main>${body}</main></html>`));
  const element = [...reader.elements()].find(({ attributes }) => attributes["id"] === "one");
  if (element === undefined) throw new Error("no element");
  const room = roomAround(reader, element).find((one) => one.side === side);
  const named = (words: string) => words.replace(/e\d+/g, (ref) => reader.byRef(ref)?.tag ?? "?");
  expect([named(room?.ref ?? "none"), room?.px, named(room?.madeBy ?? "")]).toEqual([to, px, madeBy]);
});
