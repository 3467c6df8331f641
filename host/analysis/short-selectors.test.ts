import { chromium, type Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { type CapturedElement, readCapture } from "../contract/reader.js";
import { openStudio } from "../testing/captures.js";
import { pageBrowserPath, quietFlags } from "../testing/chromium.js";
import { isLong, rowsOfRun } from "../testing/long.js";
import { shared } from "../testing/shared.js";
import { makeLocatorOf } from "./locators.js";
import { selectAll } from "./select.js";
import { makeShortSelectorOf } from "./short-selectors.js";

const studio = shared(openStudio);
const browser = shared(() => chromium.launch({ executablePath: pageBrowserPath(), args: [...quietFlags] }));

/** The short selectors that do not find exactly what the long ones find, looked up in the live page. */
function wrongIn(page: Page, pairs: readonly (readonly [short: string, long: string])[]): Promise<string[]> {
  return page.evaluate((all) => {
    const findAll = (selector: string) => {
      let roots: (Document | ShadowRoot)[] = [document];
      let found: Element[] = [];
      for (const part of selector.split(" >>> ")) {
        found = roots.flatMap((root) => [...root.querySelectorAll(part)]);
        roots = found.flatMap((one) => ("contentDocument" in one ? (one.contentDocument as Document | null) : one.shadowRoot) ?? []);
      }
      return found;
    };
    return all.flatMap(([short, long]) => {
      const [found, wanted] = [findAll(short), findAll(long)];
      return found.length === 1 && found[0] === wanted[0] ? [] : [`${short} finds ${found.length} for ${long}`];
    });
  }, pairs);
}

const table = `<!doctype html><html lang="en"><title>Rows</title><div id="app"><div><a href="/a">A</a><a href="/b?x=1">B</a><a href="/b?x=2">C</a></div><div><table><tbody>
${Array.from({ length: 12 }, (_, row) => `<tr><td><input type="checkbox" aria-label="Select row"></td><td>${row}</td><td><button>Open menu</button></td></tr>`).join("")}
</tbody></table></div><p><span></span><button>Open menu</button></p></div></html>`;

describe("makeShortSelectorOf", () => {
  const files = [
    "forms.html",
    "shadow.html",
    "frames.html",
    "tables.html",
    "lists.html",
    "quirks.html",
    "selectors.html",
    "top-layer.html",
  ];
  it.each(rowsOfRun(files, ["shadow.html", "frames.html", "selectors.html"]))("finds every element of %s alone", async (file) => {
    const reader = readCapture(await studio.file(file));
    const shortOf = makeShortSelectorOf(reader);
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
    await page.goto(studio.server.url(file));
    const { roots } = reader.capture.nodes;
    const isOpen = roots.every(({ kind }) => kind !== "closed-shadow");
    const pairs = [...reader.elements()].map((element) => [shortOf(element), element.selector] as const);
    const missed = pairs.filter(([short, long], index) => short !== long && selectAll(reader, short)[0]?.index !== index);
    expect(missed, "as the tools look it up").toEqual([]);
    const live = await wrongIn(
      page,
      pairs.filter(([short, long]) => short !== long),
    );
    // Nobody's script can search closed roots.
    expect(isOpen ? live : live.filter((line) => !line.includes("finds 0 for "))).toEqual([]);
    await page.close();
  });

  it("counts no siblings of one tag that differ in namespace", async () => {
    const html = `<!doctype html><title>Kinds</title><main><div>a</div><i></i><div>b</div></main><script>const main = document.querySelector("main");
for (const kind of ["urn:x", "http://www.w3.org/1999/xhtml"]) main.append(document.createElementNS(kind, "div"), document.createElementNS(kind, "img"))</script>`;
    const reader = readCapture(await studio.html(html, { path: "kinds.html" }));
    const page = await browser.newPage();
    await page.goto(studio.server.url("kinds.html"));
    const shortOf = makeShortSelectorOf(reader);
    const pairs = [...reader.elements()].map((element) => [shortOf(element), element.selector] as const);
    expect(await wrongIn(page, pairs)).toEqual([]);
    await page.close();
  });

  it("needs only what tells the rows of a table apart", async () => {
    const reader = readCapture(await studio.html(table, { path: "rows.html" }));
    const shortOf = makeShortSelectorOf(reader);
    const of = (fits: (element: CapturedElement) => boolean) => [...reader.elements()].filter(fits).map(shortOf);
    expect(of(({ tag }) => tag === "button").slice(1, 3)).toEqual(["tr:nth-child(2) button", "tr:nth-child(3) button"]);
    expect(of(({ tag }) => tag === "button").at(-1)).toBe("p button");
    expect(of(({ tag }) => tag === "a")[0]).toBe('a[href="/a"]');
  });

  it("stays exact on thousands of rows alike", async () => {
    const rows = Array.from(
      { length: isLong ? 4_000 : 1_000 },
      () => "<tr><td><a></a><button></button></td><td><button></button></td></tr>",
    ).join("");
    const reader = readCapture(await studio.html(`<!doctype html><title>t</title><table>${rows}</table>`));
    const shortOf = makeShortSelectorOf(reader);
    const all = [...reader.elements()].map(shortOf);
    expect(new Set(all).size).toBe(reader.count);
  });
});

describe("locators", () => {
  const shadows = `<!doctype html><html lang="en"><title>Shadows</title><main><p><button></button></p><div><button data-x>Save</button></div><a href="/same">One</a><input name="who">
<button>Save the draft of the order</button><button>Save the draft of the invoice and tell everybody who wants to know of it</button><x-one></x-one></main>
<script>document.querySelector("x-one").attachShadow({ mode: "open" }).innerHTML = '<p><button></button></p><div><button>Other</button></div><a href="/same">Two</a><input name="who">';</script></html>`;

  const pictures = `<!doctype html><html lang="en"><title>Pictures</title><main>
<a href="/"><img alt="logo" src="data:,"><span>Garden shop</span></a><a href="/mail"><svg width="9" height="9"><title>letter</title></svg><span>Mail</span></a>
<button><span aria-label="3 new"></span>Inbox</button><button style="text-transform:uppercase"><img alt="pen" src="data:,">Change</button>
<ul role="tablist"><li role="tab" tabindex="0"><svg width="9" height="9"><title>wheel</title></svg><span> Options</span></li></ul>
<button><img alt="plus" src="data:," style="display:block">Add</button><button><img alt="" src="data:,">Plain</button><a href="/twin"><img alt="a" src="data:,">b</a><a href="/other">a b</a></main></html>`;

  it("take a role of a foreign capture for no property of an object", async () => {
    const foreign = JSON.stringify(await studio.html(pictures)).replaceAll('"button"', '"constructor"');
    const reader = readCapture(JSON.parse(foreign));
    const locatorOf = makeLocatorOf(reader, { isBrief: true });
    expect([...reader.elements()].filter(({ role }) => role === "constructor").map(locatorOf)).not.toHaveLength(0);
  });

  it.each([
    ["rows", table, true],
    ["shadow roots", shadows, true],
    ["pictures", pictures, true],
    ["pictures", pictures, false],
  ])("find each control of a page with %s alone", async (what, html, isBrief) => {
    const path = `${what.replace(" ", "-")}.html`;
    const reader = readCapture(await studio.html(html, { path }));
    const locatorOf = makeLocatorOf(reader, { isBrief });
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
    await page.goto(studio.server.url(path));
    const controls = [...reader.elements()].filter(({ interactive }) => interactive);
    expect(controls.length).toBeGreaterThan(5);
    for (const element of controls) {
      const locator = new Function("page", `return page.${locatorOf(element)}`)(page);
      expect(await locator.count(), locatorOf(element)).toBe(1);
      const { x = -1, y = -1 } = (await locator.boundingBox()) ?? {};
      expect([x, y], locatorOf(element)).toEqual(element.box.slice(0, 2).map((value) => expect.closeTo(value, 0)));
    }
    await page.close();
  });

  const others = `<!doctype html><html lang="en"><title>Roles</title><main><section title="Part">a</section><section aria-label="Part">b</section><p aria-label="Words">c</p>
<div role="image" aria-label="Photo">d</div><img alt="" title="Photo of us" src="data:,"><img alt="Photo" src="data:,"><img alt="Plan" src="data:,"><div role="math">1+1</div><dl><dt>Term</dt><dd>e</dd></dl>
<select aria-label="Choice"><optgroup label="Set"><option>One</option></optgroup></select><fieldset aria-label="Set">f</fieldset><div role="option" aria-label="One">g</div>
<figure title="Figure"><figcaption>Other</figcaption></figure><address aria-label="Where">h</address><input aria-placeholder="Say"><div contenteditable aria-label="Edit">i</div>
<table><tr><th>Alone</th></tr></table><table role="grid" aria-label="Grid"><tr><td>x</td></tr><tr><td>a box</td></tr><tr><td><details><summary>Shown</summary>not</details></td></tr></table><canvas><button>Fallback</button></canvas><svg width="9" height="9"><g><title>Bars</title><path d="M0 0h9v9z"/></g></svg>
<i id="t">Twice</i><button aria-labelledby="t t"></button><button>Twice</button><button><b>long</b><wbr><i>word</i></button><button>longword</button><h2>Kept <button role="treeitem">leaf</button></h2>
<input aria-label="Place" value="Zanzibar-4217"><button>Tours of Zanzibar-4217</button><button data-testid="zanzibar-4217"></button></main></html>`;

  const files = ["graphics.html", "names.html", "roles.html", "text.html", "tables.html", "strict.xhtml", "others.html"];
  it.each(rowsOfRun(files, ["names.html", "strict.xhtml", "others.html"]))(
    "find each named element alone, however Playwright computes names: %s",
    async (path) => {
      const reader = readCapture(await (path === "others.html" ? studio.html(others, { path }) : studio.file(path)));
      const locators = [true, false].map((isBrief) => makeLocatorOf(reader, { isBrief }));
      const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
      await page.goto(studio.server.url(path));
      const named = [...reader.elements()].filter(({ accessible, role, name }) => accessible && role !== "" && name !== "");
      const written = new Map(named.flatMap((element) => locators.map((locatorOf) => [locatorOf(element), element] as const)));
      const found = await Promise.all(
        [...written].map(async ([text, { selector }]) => {
          const isIt = (all: Element[], last: string) => all.length === 1 && all[0]?.matches(last);
          const locator = new Function("page", `return page.${text}`)(page);
          return (await locator.evaluateAll(isIt, selector.split(" >>> ").at(-1))) === true ? "" : text;
        }),
      );
      expect(found.filter((text) => text !== "")).toEqual([]);
      await page.close();
    },
  );

  it("leave out what a name does not need to be found", async () => {
    const reader = readCapture(await studio.html(shadows, { path: "shadow-roots.html" }));
    const locatorOf = makeLocatorOf(reader, { isBrief: true });
    const named = [...reader.elements()].filter(({ role, name }) => role === "button" && name.startsWith("Save")).map(locatorOf);
    expect(named).toEqual([
      "getByRole('button', { name: 'Save', exact: true })",
      "getByRole('button', { name: 'Save the draft of the order' })",
      "getByRole('button', { name: 'Save the draft of the invoice' })",
    ]);
  });

  it("leave out what a name does not need among more than 500 names too", async () => {
    const names = ["Go", ...Array.from({ length: 600 }, (_, at) => `User ${at}`)];
    const links = names.map((name) => `<a href="#">${name}</a>`).join("");
    const reader = readCapture(await studio.html(`<!doctype html><html lang="en"><title>t</title><p>${links}</p></html>`));
    const locatorOf = makeLocatorOf(reader, { isBrief: true });
    const locators = new Map([...reader.elements()].filter(({ role }) => role === "link").map((link) => [link.name, locatorOf(link)]));
    expect(names.filter((_, at) => [0, 6, 100].includes(at)).map((name) => locators.get(name))).toEqual([
      "getByRole('link', { name: 'Go' })",
      "getByRole('link', { name: 'User 5', exact: true })",
      "getByRole('link', { name: 'User 99' })",
    ]);
  });
});
