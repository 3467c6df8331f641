import type { Page } from "puppeteer-core";
import { expect, it } from "vitest";
import { rowsOf } from "../../host/testing/rows.js";
import { shared } from "../../host/testing/shared.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { connectAgent } from "./mcp-client.js";
import { sentCapture } from "./project.js";
import { scenario } from "./scenario.js";
import { soon } from "./soon.js";

const styled = {
  html: `<!doctype html><html lang="en"><head><title>Styled</title><style>
    :root { --space-2: 8px }
    @layer base, theme; @layer theme { .card { color: #112233 } } @layer base { #card { color: red } }
    .card { padding: var(--space-2) 1em; margin: 10px; line-height: 1.5; width: 50%; border: 1px solid currentColor }
    .card:hover { background-color: gold } @media print { .card { display: none } }
    button { padding: 3px; font-size: 15px }
  </style></head><body><main><div class="card" id="card">A card of words</div><button>Buy now</button></main><script>
    const constructed = new CSSStyleSheet();
    constructed.replaceSync(".card { letter-spacing: 2px }");
    document.adoptedStyleSheets = [constructed];
    window.changes = [];
    new MutationObserver((records) => window.changes.push(...records.map(({ target }) => target.nodeName)))
      .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  </script></body></html>`,
};

const closed = {
  html: `<!doctype html><html lang="en"><head><title>Closed</title><style>x-box { padding-top: 5px } x-box::part(in) { margin-left: 7px }</style></head>
    <body><x-box id="host"><p id="light">Slotted words</p></x-box><script>
    customElements.define("x-box", class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: "closed" }).innerHTML =
          '<style>:host { display: block; padding-top: 3px; letter-spacing: 2px } ::slotted(p) { color: rgb(1, 2, 3) } .in { margin-left: 5px; opacity: 0.5 }</style><div class="in" part="in" id="in"><slot></slot></div>';
      }
    });
  </script></body></html>`,
};

eachBrowserAtLength("the declarations behind an element", (launch) => {
  const { pages, project, browser } = scenario(launch, { styled, closed });
  const agent = shared(() => connectAgent(project));

  it("go along with a note, verified, and leave the page as it was", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("styled"));
    const scripts = "createCDPSession" in page ? await scriptsOf(page as Page) : undefined;
    await sidebar.send();
    // A capture without annotations does not even load what reads the rules.
    expect(scripts?.() ?? []).not.toContain("explain.js");
    await sidebar.beginPicking();
    await page.click("#card");
    await sidebar.type("Note", "Too tight");
    await page.evaluate(() => Reflect.set(window, "changes", []));
    await sidebar.press("Send");
    await soon(() => project.captureNames().length).toBe(2);
    const filename = project.captureNames().at(-1) ?? "";
    // The browser reports a script in its own time.
    if (scripts !== undefined) await soon(scripts).toContain("explain.js");
    expect(await page.evaluate(() => Reflect.get(window, "changes"))).toEqual([]);
    const { rules, annotations } = project.readCapture(filename).capture;
    const [target] = annotations[0]?.target.type === "element" ? annotations[0].target.elements : [];
    const element = rules?.elements.find(({ ref }) => ref === target?.ref);
    expect(element?.properties.filter((property) => "cannot-tell" in property)).toEqual([]);
    const winner = (property: string) => {
      const found = element?.properties.find((one) => one.property === property);
      const [first] = found?.declarations ?? [];
      return [found?.computed, rules?.rules[first?.rule ?? -1]?.selector, first?.value];
    };
    expect(winner("color")).toEqual(["rgb(17, 34, 51)", ".card", expect.stringMatching(/^(#112233|rgb\(17, 34, 51\))$/)]);
    expect(winner("padding-top")).toEqual(["8px", ".card", "var(--space-2) 1em"]);
    expect(winner("letter-spacing")).toEqual(["2px", ".card", "2px"]);
    expect(winner("width")).toEqual([expect.stringMatching(/px$/), ".card", "50%"]);
    expect(element?.looks?.map(({ when, name }) => `${when} ${name}`).sort()).toEqual([":hover background-color", "@media print display"]);
    const rows = rowsOf(await agent.call("explain_styles", { annotation: annotations[0]?.id, property: "padding" }));
    expect(rows[0]).toMatchObject({ property: "padding", value: "var(--space-2) 1em", selector: ".card", matches: 1 });
  });

  it("go along for an element that the agent's request names", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("styled"));
    await sidebar.find("button", "Send to Agent");
    const { requestId } = await agent.call("request_capture", { url: pages.url("styled"), guidance: "explain `button`", waitSeconds: 0 });
    await sidebar.waitForText(/explain `button`/);
    await sidebar.press("Send page");
    await sidebar.waitForText(/^Sent \d/);
    const { capture } = await agent.call("get_request_status", { requestId });
    const rows = rowsOf(await agent.call("explain_styles", { selector: "button", capture, property: "font-size" }));
    expect(rows[0]).toMatchObject({ value: "15px", computed: "15px", selector: "button" });
  });

  it("are found in closed shadow roots", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("closed"));
    await sidebar.find("button", "Send to Agent");
    const guidance = "explain `#light`, `#host`";
    const { requestId } = await agent.call("request_capture", { url: pages.url("closed"), guidance, waitSeconds: 0 });
    await sidebar.waitForText(/explain `#light`/);
    await sidebar.press("Send page");
    const filename = await sentCapture(project, sidebar);
    expect(requestId).toEqual(expect.any(String));
    const { rules } = project.readCapture(filename).capture;
    const named = rules?.elements.map(({ properties }) =>
      Object.fromEntries(
        properties.map((one) => [one.property, one["cannot-tell"] ?? rules.rules[one.declarations[0]?.rule ?? -1]?.selector]),
      ),
    );
    expect(named?.[0]).toMatchObject({ color: "::slotted(p)", "letter-spacing": ":host" });
    expect(named?.[1]).toMatchObject({ display: ":host", "padding-top": "x-box", "letter-spacing": ":host" });
  });

  it("are tried with other values, which the page shows while the form is open and the note carries", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("styled"));
    const shown = () => page.evaluate(() => getComputedStyle(document.querySelector("#card") ?? document.body).padding);
    const sheets = () => page.evaluate(() => [document.adoptedStyleSheets.length, document.documentElement.outerHTML.length]);
    await sidebar.beginPicking();
    await page.click("#card");
    await sidebar.type("Note", "More room");
    const before = await sheets();
    await page.evaluate(() => Reflect.set(window, "changes", []));
    await sidebar.press("Try changes");
    await sidebar.press("More padding");
    await soon(shown).toBe("9px 17px");
    await sidebar.press("More padding");
    await soon(shown).toBe("10px 18px");
    expect(await page.evaluate(() => document.documentElement.outerHTML.length)).toBe(before[1]);
    expect(await page.evaluate(() => Reflect.get(window, "changes"))).toEqual([]);
    await sidebar.press("Save");
    await soon(shown).toBe("8px 16px");
    expect(await sheets()).toEqual(before);
    await sidebar.send();
    const filename = await sentCapture(project, sidebar);
    const note = project.readCapture(filename).capture.annotations.find(({ comment }) => comment === "More room");
    expect(note?.wanted).toEqual([
      {
        property: "padding",
        from: "8px 16px",
        to: "10px 18px",
        rule: { selector: ".card", declaration: "padding: var(--space-2) 1em", sheet: "" },
      },
    ]);
  });

  it("show other words over an element's text, which the page does not see and the note carries", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("styled"));
    const fill = () =>
      page.evaluate(() => Reflect.get(getComputedStyle(document.querySelector("button") ?? document.body), "webkitTextFillColor"));
    const html = () => page.evaluate(() => document.documentElement.outerHTML);
    await sidebar.beginPicking();
    await page.click("button");
    await sidebar.type("Note", "Other words");
    const before = [await html(), await fill()];
    await page.evaluate(() => Reflect.set(window, "changes", []));
    await sidebar.press("Try changes");
    await sidebar.type("text", "!");
    await soon(fill).toBe("rgba(0, 0, 0, 0)");
    expect([await html(), await page.evaluate(() => Reflect.get(window, "changes"))]).toEqual([before[0], []]);
    await sidebar.press("Save");
    await soon(fill).toBe(before[1]);
    await sidebar.send();
    const filename = await sentCapture(project, sidebar);
    const note = project.readCapture(filename).capture.annotations.find(({ comment }) => comment === "Other words");
    expect(note?.wanted).toEqual([{ property: "text", from: "Buy now", to: expect.stringContaining("!") }]);
  });
});

/** Names of the scripts that run in a page, those of the extension's own world too. */
async function scriptsOf(page: Page): Promise<() => readonly string[]> {
  const names: string[] = [];
  const session = await page.createCDPSession();
  session.on("Debugger.scriptParsed", ({ url }) => names.push(url.split("/").at(-1) ?? ""));
  await session.send("Debugger.enable");
  return () => names;
}
