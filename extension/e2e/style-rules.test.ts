import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "../../host/testing/rows.js";
import { eachBrowser } from "./each-browser.js";
import { type Agent, connectAgent } from "./mcp-client.js";
import { scenario } from "./scenario.js";

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

eachBrowser("the declarations behind an element", (launch) => {
  const { pages, project, browser } = scenario(launch, { styled });
  let agent: Agent;

  beforeAll(async () => {
    agent = await connectAgent(project);
  });

  afterAll(async () => {
    await agent?.close();
  });

  it("go along with a note, verified, and leave the page as it was", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("styled"));
    await sidebar.press("Pick element");
    await sidebar.find("application", /Click an element/);
    await page.click("#card");
    await sidebar.type("Note", "Too tight");
    await page.evaluate(() => Reflect.set(window, "changes", []));
    await sidebar.press("Save and send");
    const filename = (await sidebar.waitForText(/^Sent: /)).replace("Sent: ", "");
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
    await page.close();
  });

  it("go along for an element that the agent's request names", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("styled"));
    await sidebar.find("button", "Send to Agent");
    const { requestId } = await agent.call("request_capture", { url: pages.url("styled"), guidance: "explain `button`", waitSeconds: 0 });
    await sidebar.waitForText(/explain `button`/);
    await sidebar.press("Capture");
    await sidebar.waitForText(/^Sent: /);
    const { capture } = await agent.call("get_request_status", { requestId });
    const rows = rowsOf(await agent.call("explain_styles", { selector: "button", capture, property: "font-size" }));
    expect(rows[0]).toMatchObject({ value: "15px", computed: "15px", selector: "button" });
    await page.close();
  });
});
