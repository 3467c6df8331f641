import { describe, expect, it } from "vitest";
import { consistencyOf } from "../analysis/consistency.js";
import { readCapture } from "../contract/reader.js";
import { sampleCapture } from "../contract/testing/sample.js";
import { openStudio } from "../testing/captures.js";
import { processorMs } from "../testing/processor-time.js";
import { shared } from "../testing/shared.js";
import { openToolBench, rowsOf } from "../testing/tool-bench.js";

const style = `:root { --brand: #0369a1; --space: 12px; --round: 6px; } h2 { color: #1e293b; font: 700 20px/28px Arial; }
  button { padding: 12px; background: #0369a1; color: #fff; border: 0; border-radius: 6px; font: 16px Arial; }`;
/** Eight buttons and six headings alike; what is handed in is put on the third of each. */
const page = (button = "", heading = "") => `<!doctype html><html lang="en"><title>Shop</title><style>${style}</style><main><h1>Shop</h1>
${Array.from({ length: 6 }, (_, index) => `<h2 style="${index === 2 ? heading : ""}">Part ${index}</h2>`).join("")}
${Array.from({ length: 8 }, (_, index) => `<button id="b${index}" style="${index === 2 ? button : ""}">Action ${index}</button>`).join("")}</main></html>`;

const studio = shared(openStudio);
const bench = shared(openToolBench);

async function check(...pages: string[]) {
  const captures: string[] = [];
  for (const html of pages) captures.push(await bench.add(await studio.html(html)));
  const answer = await bench.call("check_consistency", { captures });
  return { answer, captures, odd: rowsOf(answer).filter(({ odd }) => odd), rows: rowsOf(answer) };
}

describe("check_consistency", () => {
  it("says nothing of pages whose things look alike", async () => {
    const tools = '<astro-dev-toolbar><button style="padding: 1px">Menu</button></astro-dev-toolbar></main>';
    expect((await check(page(), page().replace("</main>", tools))).rows).toEqual([]);
  });

  it("takes the look of a state for none", async () => {
    const tabs = `<!doctype html><html lang="en"><title>Tabs</title><style>[aria-selected=true], [aria-current] { color: #c00; border-bottom: 2px solid }
      nav a { display: block }</style><div role="tablist">${["true", "false", "false", "false", "false"].map((on) => `<button role="tab" aria-selected="${on}">Part</button>`).join("")}</div>
      <nav>${["/1", "/2", "/3", "/4", "/5"].map((to) => `<a href="${to}" ${to === "/2" ? 'aria-current="page"' : ""}>Page</a>`).join("")}</nav></html>`;
    const { odd, rows } = await check(tabs, tabs);
    expect(rows).toContainEqual(expect.objectContaining({ kind: "tab", property: "color", count: 2, of: 10 }));
    expect(odd).toEqual([]);
  });

  it("takes the colour that a heading has from its card for none", async () => {
    const card = (look: string) => `<article class="card" style="${look}"><h2 style="color:inherit">Card</h2></article>`;
    const cards = Array.from({ length: 8 }, (_, index) => card(index === 3 ? "color:#fff;background:#5856d6" : "color:#222"));
    const html = page().replace(/<h2.*<\/h2>/, cards.join(""));
    const { odd, rows } = await check(html, html);
    expect(rows).toContainEqual(expect.objectContaining({ kind: "heading 2", property: "color", value: "#ffffff", count: 2 }));
    expect(odd).toEqual([]);
  });

  it.each([
    ["one button with another padding", page("padding: 4px"), { kind: "button", property: "padding", value: "4px", count: 1, of: 16 }],
    [
      "a heading of another colour",
      page("", "color: #dc2626"),
      { kind: "heading 2", property: "color", value: "#dc2626", count: 1, of: 12 },
    ],
    ["one heading of another size", page("", "font-size: 22px"), { kind: "heading 2", property: "font", count: 1, of: 12 }],
    ["one square button", page("border-radius: 0"), { kind: "button", property: "border-radius", value: "0px", count: 1, of: 16 }],
  ])("finds %s, alone, and points at it", async (_what, html, row) => {
    const { odd, captures } = await check(page(), html);
    expect(odd).toMatchObject([row]);
    const [, ref] = /^(e\d+) in 1$/.exec(String(odd[0]?.["examples"])) ?? [];
    const full = rowsOf(await bench.call("get_capture", { capture: captures[1], ref, depth: 0, detail: "full" }));
    expect(full[0]).toMatchObject({ tag: row.kind === "button" ? "button" : "h2" });
  });

  const many = (count: number, tag: (place: number) => string) => Array.from({ length: count }, (_, place) => tag(place)).join("");
  /** The fourth of many is the one that differs. */
  const odd = (at: number, one: string | number, others: string | number) => (at === 3 ? one : others);
  it.each<[what: string, html: string, row: Readonly<Record<string, unknown>>]>([
    ["a higher one", many(4, (at) => `<button style="padding: ${odd(at, 20, 8)}px">B</button>`), { kind: "button", property: "padding" }],
    [
      "one box with other corners",
      many(6, (at) => `<div class="note" style="background: #eee; border-radius: ${odd(at, 18, 4)}px">Note</div>`),
      { kind: "box", property: "border-radius" },
    ],
    [
      "one of another size whose value others of its kind have",
      `${many(6, (at) => `<h3 class="a" style="font-size: ${odd(at, 30, 20)}px">Title</h3>`)}<h3 class="b" style="font-size: 30px">Other</h3>`,
      { kind: "heading 3", property: "font", count: 2, of: 14 },
    ],
    [
      "one of another size whose letters are spaced in parts of it",
      many(6, (at) => `<a href="/" style="display: block; letter-spacing: 0.1em; font-size: ${odd(at, 30, 20)}px">Title</a>`),
      { kind: "link as block", property: "font" },
    ],
    [
      "one title aligned otherwise",
      many(6, (at) => `<h3 class="a" style="text-align: ${odd(at, "center", "left")}">Title</h3>`),
      { property: "text-align" },
    ],
    [
      "one list with other gaps",
      many(6, (at) => `<ul class="list" style="display: flex; gap: ${odd(at, 40, 8)}px"><li>A<li>B</ul>`),
      { property: "gap" },
    ],
    [
      "one drawing of another size, each with a class of its own",
      many(6, (at) => `<p><svg class="icon-${"abcdef"[at]}" style="width: ${odd(at, 40, 24)}px; height: 24px"></svg></p>`),
      { kind: "icon", property: "size" },
    ],
    [
      "one icon of another size",
      many(6, (at) => `<p><svg style="width: ${odd(at, 40, 24)}px; height: 24px"></svg></p>`),
      { kind: "icon", property: "size", value: "40px 24px" },
    ],
    [
      "one text of another colour",
      many(6, (at) => `<li><p class="desc" style="color: ${odd(at, "#c00", "#222")}">Words</p></li>`),
      { kind: "text", property: "color", value: "#cc0000" },
    ],
  ])("finds %s", async (_what, html, row) => {
    const whole = `<!doctype html><html lang="en"><title>Page</title><main>${html}</main></html>`;
    expect((await check(whole, whole)).odd).toMatchObject([row]);
  });

  it.each([
    ["a primary button", page("background: #0f172a; color: #f8fafc")],
    ["a quiet button without ground", page("background: none; color: #0369a1; padding: 0")],
    ["a heading in a smaller, paler kind", page("", "font-size: 14px; color: #64748b")],
    [
      "what has a class of its own",
      many(9, (at) => `<input class="field ${odd(at, "field--wide", "")}" aria-label="F${at}" style="padding: 4px ${odd(at, 40, 8)}px">`),
    ],
    [
      "what only the parent's class tells apart",
      many(9, (at) => `<li class="${odd(at, "brand", "item")}"><a href="/a" style="color: ${odd(at, "red", "navy")}">Words</a></li>`),
    ],
    [
      "a field that was found valid or not",
      many(
        14,
        (at) =>
          `<input aria-label="F${at}" ${at < 2 ? `class="is-${["in", ""][at]}valid" style="border-color: ${["red", "green"][at]}"` : ""}>`,
      ),
    ],
    [
      "a colour on another ground",
      many(
        8,
        (at) => `<div${at === 3 ? ' style="background: #5856d6"' : ""}><h2 style="color: ${odd(at, "#fff", "#222")}">Title</h2></div>`,
      ),
    ],
    ["pictures of files", many(6, (at) => `<img alt="" src="data:," style="width: ${odd(at, 40, 24)}px; height: 24px">`)],
    [
      "icons growing with words",
      many(6, (at) => `<p style="font-size: ${odd(at, 30, 20)}px"><svg style="width: 1em; height: 1em"></svg></p>`),
    ],
    [
      "one link of three elsewhere",
      `<p>${many(2, () => '<a href="/">Words</a> ')}</p><div><p><a href="/" style="font-weight: 700">Words</a></p></div>`,
    ],
    ["small links of notes", `<p>${many(30, () => '<a href="/">Words</a> ')}<sup>${many(3, () => '<a href="/">1</a> ')}</sup></p>`],
    [
      "an item that leads nowhere",
      many(9, (at) => `<li role="menuitem"><a class="item" role="menuitem" ${odd(at, "", 'href="/"')}>Words</a></li>`),
    ],
    [
      "drawings of other shapes",
      many(9, (at) => `<p><svg viewBox="0 0 ${odd(at, 20, 26)} 26" style="width: ${odd(at, 20, 26)}px; height: 26px"></svg></p>`),
    ],
    [
      "a wide drawing in the slot of square ones",
      many(
        9,
        (at) => `<p><svg viewBox="0 0 ${odd(at, 28, 24)} ${odd(at, 18, 24)}" style="width: ${odd(at, 32, 24)}px; height: 24px"></svg></p>`,
      ),
    ],
    [
      "the line that closes a list",
      many(9, (at) => `<article class="row" style="border: solid #ddd; border-width: 1px 0 ${at === 8 ? "1px" : "0"}">Words</article>`),
    ],
    [
      "a text in something else",
      many(
        9,
        (at) =>
          `<div class="${odd(at, "deal", "item")}"><div class="in"><p class="price" style="font-size: ${odd(at, 21, 16)}px">Words</p></div></div>`,
      ),
    ],
    ["wider icons", many(9, (at) => `<p><i style="display: inline-block; width: ${odd(at, 20, 16)}px; height: 16px"></i></p>`)],
    [
      "the rounded ends of a group in one frame",
      `<div style="display: flex">${many(9, (at) => `<button style="border-radius: ${at === 0 ? "6px 0 0 6px" : at === 8 ? "0 6px 6px 0" : "0"}">B</button>`)}</div>`,
    ],
    [
      "links of a footer on a ground of its own",
      `<p>${many(30, () => '<a href="/" style="color: #005eb8">Words</a> ')}</p><footer style="background: #d8dde0">${many(5, () => '<a href="/" style="color: #003087">Words</a> ')}</footer>`,
    ],
    [
      "the item of a menu that is called active",
      many(
        9,
        (at) =>
          `<div class="${odd(at, "item active", "item")}"><a href="#" style="display: block; color: ${odd(at, "red", "navy")}">Words</a></div>`,
      ),
    ],
    [
      "the second button of a group in one frame",
      many(
        9,
        (at) =>
          `<div style="display: flex">${odd(at, "<span>Of</span>", "")}<button style="border: 1px solid; border-radius: ${odd(at, 0, 6)}px">B</button></div>`,
      ),
    ],
    ["room in what shows no end", many(9, (at) => `<a href="/a" style="display: block; padding: ${odd(at, 4, 8)}px">Words</a>`)],
    [
      "the head of a card",
      many(
        9,
        (at) =>
          `<div class="card" style="padding: 4px">${at === 3 ? '<div class="card-head" style="padding: 4px; background: red">Head</div>' : "Card"}</div>`,
      ),
    ],
    ["what is switched on", many(9, (at) => `<input type="checkbox" aria-label="C${at}" style="font: ${odd(at, 20, 12)}px Arial">`)],
  ])("an ordinary variant is not odd: %s", async (_what, html) => {
    expect((await check(html, html)).odd).toEqual([]);
  });

  it("compares no page's only heading with those of other pages", async () => {
    const headed = (size: number) => page().replace("<h1>", `<h1 style="font-size: ${size}px">`);
    expect((await check(page(), page(), page(), page(), page(), headed(20))).odd).toEqual([]);
  });

  it("names the design token of a value, for colours in any spelling and for lengths", async () => {
    const { rows } = await check(page(), page("padding: 4px; background: #eeeeee; border-radius: 0"));
    const usual = (property: string) => rows.find((row) => row["property"] === property && row["odd"] === false);
    expect(usual("background-color")).toMatchObject({ value: "#0369a1", token: "--brand", count: 15 });
    expect(usual("padding")).toMatchObject({ value: "12px", token: "--space", count: 15 });
    expect(usual("border-radius")).toMatchObject({ token: "--round" });
  });

  it("names no token that is made for something else", async () => {
    const absurd =
      ":root { --tw-animation-fill-mode: none; --tw-space: 12px; --z-modal: 12px; --no-shadow: none; --zero: 0px; --duration: 6px }";
    const html = (other: string) =>
      page(other).replace("--brand: #0369a1; --space: 12px; --round: 6px;", "").replace("<style>", `<style>${absurd}`);
    const { rows } = await check(html(""), html("padding: 4px; border: 1px solid; border-radius: 0; box-shadow: 0 0 2px #000"));
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ token }) => token !== null)).toEqual([]);
  });

  it("names no token where several have the value", async () => {
    const html = (other: string) => page(other).replace("--brand: #0369a1;", "--x-input-color: #0369a1; --x-primary: rgb(3, 105, 161);");
    const { rows } = await check(html(""), html("background: #eee"));
    expect(rows.find(({ property, odd }) => property === "background-color" && odd === false)).toMatchObject({ token: null });
  });

  // Resets write borders of no width in a style and colour of their own.
  it.each(["border: 0", "border: 0 solid #123456"])("says of borders that have no line only that they have none: %s", async (none) => {
    const without = (html: string) => html.replace("border: 0", none);
    const { rows } = await check(without(page()), without(page("border: 2px dashed #dc2626")));
    expect(rows.filter(({ property }) => /^border-(style|color)$/.test(String(property)))).toEqual([]);
    expect(rows.filter(({ property, odd }) => property === "border-width" && odd)).toMatchObject([{ value: "2px", count: 1 }]);
  });

  it("takes a shadow that nobody sees for none", async () => {
    const clear = "box-shadow: rgba(0, 0, 0, 0) 0 0 0 0, rgba(0, 0, 0, 0) 0 0 0 0";
    expect((await check(page(), page(clear))).rows).toEqual([]);
    const { rows } = await check(page(), page(`${clear}, rgba(0, 0, 0, 0.05) 0 1px 2px 0`));
    expect(rows).toMatchObject([{ value: "none" }, { value: "rgba(0, 0, 0, 0.05) 0px 1px 2px 0px" }].reverse());
  });

  it("reads 100,000 tokens of one value", async () => {
    const capture = sampleCapture();
    const tokens = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`--t${index}`, "red"]));
    const read = () => consistencyOf([readCapture({ ...capture, styles: { ...capture.styles, tokens } })]);
    expect(await processorMs(read)).toBeLessThan(3_000);
  });
});
