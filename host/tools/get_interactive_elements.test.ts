import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { readCapture } from "../contract/reader.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { openToolBench, rowsOf } from "../testing/tool-bench.js";

const studio = shared(openStudio);
const bench = shared(openToolBench);

describe("get_interactive_elements", () => {
  it("gives every control of twins a selector and a locator of its own", async () => {
    const html = `<!doctype html><html lang="en"><title>Twins</title><main><p><button>Open</button></p><div><button>Open</button></div></main></html>`;
    const answer = await bench.call("get_interactive_elements", { capture: await bench.add(await studio.html(html)) });
    expect(rowsOf(answer)).toMatchObject([
      { name: "Open", selector: "p button", locator: "locator('p button')", testid: null },
      { name: "Open", selector: "div button", locator: "locator('div button')", testid: null },
    ]);
  });

  it("gives each control once where it is asked in brief: what it is, a locator, its state", async () => {
    const links = Array.from({ length: 220 }, (_, at) => `<li><a href="/topic/${at}">Topic number ${at}</a></li>`).join("");
    const html = `<!doctype html><html lang="en"><title>Topics</title><ul>${links}</ul><button aria-expanded="false">More</button></html>`;
    const capture = await bench.add(await studio.html(html));
    const [full, brief] = await Promise.all(
      [{}, { brief: true }].map((args) => bench.text("get_interactive_elements", { capture, maxTokens: 20_000, ...args })),
    );
    const answer = JSON.parse(brief ?? "");
    expect(answer.columns).toEqual(["ref", "role", "name", "locator", "states"]);
    expect(rowsOf(answer)).toHaveLength(221);
    expect(answer).not.toHaveProperty("hint");
    expect(JSON.parse(full ?? "").hint).toMatch(/^221 rows: brief/);
    expect(rowsOf(answer).at(-1)).toMatchObject({
      role: "button",
      name: "More",
      locator: "getByRole('button', { name: 'More' })",
      states: "expanded=false",
    });
    expect(countTokens(brief ?? "") / countTokens(full ?? "")).toBeLessThan(0.65);
    // A cursor goes on with the list that it was made for.
    const first = await bench.call("get_interactive_elements", { capture, brief: true, maxTokens: 500 });
    const { nextCursor: cursor } = Object(first["truncated"]);
    const rest = await bench.call("get_interactive_elements", { capture, brief: true, maxTokens: 20_000, cursor });
    expect([...rowsOf(first), ...rowsOf(rest)]).toEqual(rowsOf(answer));
  });

  const pointer = `style="cursor:pointer"`;
  it.each([
    ["a box that a pointer begins at", `<div id="it" ${pointer}><span>Open</span> board</div>`, ["it"]],
    ["rows of a list", `<ul><li id="one" ${pointer}>One</li><li id="two" ${pointer}>Two</li></ul>`, ["one", "two"]],
    [
      "a card with a button",
      `<div id="card" ${pointer}><p>Lamp, on Monday at home</p><button id="buy">Buy</button></div>`,
      ["card", "buy"],
    ],
    ["a link without an address", `<a id="it" ${pointer}>More</a>`, ["it"]],
    ["a handler in the markup", `<div id="it" onclick="open()">Open</div>`, ["it"]],
    ["a handler of keys on a table's row", `<table><tr id="it" onkeydown="x()" onmousedown="x()"><td>Open</td></tr></table>`, ["it"]],
    ["a tab stop", `<div id="it" tabindex="0">Open</div>`, ["it"]],
    ["no target of a script's focus", `<div tabindex="-1"><p>Content</p><b tabindex="-1" role="tab" id="it">One</b></div>`, ["it"]],
    ["a label of a control", `<label ${pointer}><input id="it" type="checkbox"> Yes</label>`, ["it"]],
    ["what a control fills", `<li ${pointer}><a id="it" href="/" style="display:block">Home</a></li>`, ["it"]],
    ["parts of a button", `<button id="it"><span ${pointer}>Save</span></button>`, ["it"]],
    ["a whole page with a pointer", `<div id="it" tabindex="0">x</div><style>body{cursor:pointer}</style>`, ["it"]],
    ["one that nobody sees", `<div ${pointer} hidden>x</div><button id="it">Save</button>`, ["it"]],
  ])("lists what acts: %s", async (_what, body, ids) => {
    const capture = await studio.html(`<!doctype html><html lang="en"><title>Acts</title><main>${body}</main></html>`);
    const rows = rowsOf(await bench.call("get_interactive_elements", { capture: await bench.add(capture) }));
    const reader = readCapture(capture);
    expect(rows.map(({ ref }) => reader.byRef(String(ref))?.attributes["id"])).toEqual(ids);
  });

  const draggable = (text: string) => `<div role="button" tabindex="0" aria-label="Draggable item">${text}</div>`;
  const row = (name: string) => `<tr><td>${name}</td><td><button>Delete</button></td></tr>`;
  it.each([
    ["by the words in each", ["Wash", "Dry", "Iron"].map(draggable).join(""), ["Wash", "Dry", "Iron"]],
    ["by the words of their rows", `<table>${["Ann", "Bob"].map(row).join("")}</table>`, ["Ann", "Bob"]],
    ["not where nothing does", `<button>Open</button><button>Open</button>`, [undefined, undefined]],
    ["not where names do", `<button>Open</button><button>Close</button>`, [undefined, undefined]],
    ["where one has no name", `<div ${pointer}>To the board</div>`, ["To the board"]],
  ])("tells equal names apart %s", async (_how, body, texts) => {
    const capture = await studio.html(`<!doctype html><html lang="en"><title>Equal</title><h1>All</h1><main>${body}</main></html>`);
    const answer = await bench.call("get_interactive_elements", { capture: await bench.add(capture), brief: true });
    expect(rowsOf(answer).map((one) => one["text"])).toEqual(texts);
  });

  const app = `<main><h1>Tasks</h1><button>New</button><a href="/a">A</a><a href="/b">B</a><section aria-live="polite"></section></main>`;
  const dialog = (attributes: string) =>
    `<div role="dialog" ${attributes} aria-label="Create task" style="position:fixed;right:0;top:0;width:300px;height:800px"><input aria-label="Title"><button>Save</button></div>`;
  const backdrop = `<div style="position:fixed;inset:0;background:#0008"></div>`;
  it.each([
    [
      "Radix: parts beside a live region are hidden",
      `<div id="root"><div aria-hidden="true">${app}</div><section aria-live="polite"></section></div>${backdrop}${dialog("")}`,
    ],
    [
      "MUI: the root is hidden",
      `<div aria-hidden="true">${app}</div><div style="position:fixed;inset:0">${backdrop}${dialog('aria-modal="true"')}</div>`,
    ],
    [
      "a drawer without a role",
      `<div aria-hidden="true">${app}</div><div style="position:fixed;inset:0">${backdrop}<section aria-label="Filters" style="position:fixed;right:0;top:0"><input aria-label="Title"><button>Save</button></section></div>`,
    ],
    ["inert page", `<div inert>${app}</div>${backdrop}${dialog("")}`],
    ["aria-modal above a backdrop", `${app}${backdrop}${dialog('aria-modal="true"')}`],
    [
      "showModal",
      `${app}<dialog aria-label="Create task"><input aria-label="Title"><button>Save</button></dialog><script>document.querySelector("dialog").showModal()</script>`,
    ],
  ])("keeps to what an open modal leaves in reach: %s", async (_what, body) => {
    const capture = await bench.add(await studio.html(`<!doctype html><html lang="en"><title>Modal</title><body>${body}</body></html>`));
    const answer = await bench.call("get_interactive_elements", { capture });
    expect(
      rowsOf(answer)
        .map(({ name }) => name)
        .filter((name) => name !== "Create task"),
    ).toEqual(["Title", "Save"]);
    expect(answer["modal"]).toMatchObject({ ref: expect.stringMatching(/^e\d+$/), outOfReach: expect.any(Number) });
    const { findings } = await bench.call("audit_accessibility", { capture });
    expect(findings).toBe(0);
  });

  it.each([
    ["a closed dialog", `${app}<div hidden>${dialog('aria-modal="true"')}</div>`],
    [
      "a banner that covers nothing",
      `${app}<div role="dialog" aria-modal="true" aria-label="Cookies" style="position:fixed;bottom:0;height:60px"><button>Accept</button></div>`,
    ],
    ["a menu beside a page", `${app}<div role="menu" style="position:absolute;top:50px"><button role="menuitem">Edit</button></div>`],
    ["a hidden slide", `${app}<div aria-hidden="true"><a href="/a" tabindex="-1">Slide</a><a href="/b" tabindex="-1">Other</a></div>`],
  ])("gives the whole page behind what is not modal: %s", async (_what, body) => {
    const capture = await bench.add(await studio.html(`<!doctype html><html lang="en"><title>Modal</title><body>${body}</body></html>`));
    const answer = await bench.call("get_interactive_elements", { capture });
    expect(answer).not.toHaveProperty("modal");
    expect(rowsOf(answer).map(({ name }) => name)).toEqual(expect.arrayContaining(["New", "A", "B"]));
  });
});
