import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCapture } from "../../host/contract/reader.js";
import { isLong } from "../../host/testing/long.js";
import { rowsOf } from "../../host/testing/rows.js";
import { shared } from "../../host/testing/shared.js";
import { truthOf } from "../fixtures/apps/build.js";
import { serveApp } from "../fixtures/apps/serve.js";
import { eachBrowser } from "./each-browser.js";
import { connectAgent } from "./mcp-client.js";
import { configure, sentCapture } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

eachBrowser("icon click, native host, file, agent", (launch, name) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage });
  const agent = shared(() => connectAgent(project));
  // What rests on code that both browsers share runs in one of them by default.
  const runsIn = (browserName: typeof name) => isLong || name === browserName;

  it.runIf(runsIn("Firefox"))("carries the page to the agent, the typed secrets left out", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    // The page has been read: the sidebar has taken the focus before.
    await sidebar.find("button", "Send to Agent");
    for (const [id, text] of Object.entries(typed)) await page.type(`#${id}`, text);
    await sidebar.find("image", /^Native/);
    await sidebar.find("image", "Trusted");
    await sidebar.send();
    const filename = await sentCapture(project, sidebar);

    expect(project.captureNames()).toContain(filename);
    const { text, capture } = project.readCapture(filename);
    expect(capture.metadata).toMatchObject({ title: "Shop of lamps", trust: "trusted", url: pages.url("shop") });
    expect([...shopPage.secrets, ...Object.values(typed)].filter((secret) => text.includes(secret))).toEqual([]);
    // Nothing else goes along unasked.
    expect(capture.accessibility).toEqual({ status: "not-run", findings: [] });
    expect(readdirSync(join(project.root, ".svc", "snapshots"))).toEqual([]);

    const summary = await agent.call("get_page_summary", { capture: filename });
    expect(JSON.stringify(summary)).toContain("Shop of lamps");
    const controls = rowsOf(await agent.call("get_interactive_elements", { capture: filename }));
    const named = controls.map(({ role, name }) => `${role} ${name}`);
    expect(named).toEqual(
      expect.arrayContaining(["button Buy now", "textbox Name", "checkbox Gift wrap", "link All lamps", "button Sold out"]),
    );
  });

  // The others, and the frameworks, have rows of their own in `npm run test:long`; Chromium reads in the page's own world.
  it.skipIf(name === "Chromium")(
    "names the components of a page's elements and their places, seen from outside the page's world",
    async () => {
      const served = await serveApp("react19");
      try {
        await configure(project, { urlPatterns: [`localhost:${pages.port}`, new URL(served.url).host], componentNames: true });
        const { sidebar } = await browser.openSidebar(served.url);
        await sidebar.send();
        const { capture } = project.readCapture(await sentCapture(project, sidebar));
        expect(capture.metadata.components).toBe("xray");
        const elements = [...readCapture(capture).elements()];
        const { source } = elements.find(({ component }) => component === "Button < ProductCard < ProductList < App") ?? {};
        const places = (await truthOf("react19")).map(({ file, line }) => `${file}:${line}:`);
        expect(places.filter((place) => source?.includes(place))).not.toEqual([]);
      } finally {
        await served.close();
      }
    },
  );

  it.runIf(runsIn("Chromium"))("keeps its host while a page is loaded again, and ends it some seconds after the last sidebar", async () => {
    const hosts = () => readdirSync(join(project.env["SVC_HOME"] ?? "", "run")).filter((name) => /^native-\d/.test(name));
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("button", "Send to Agent");
    const before = hosts();
    expect(before).toHaveLength(1);
    await page.reload();
    if (name === "Firefox") await browser.clickIcon(page);
    await sidebar.find("button", "Send to Agent");
    expect(hosts()).toEqual(before);
    await sidebar.press("Close");
    await soon(hosts).toEqual([]);
  });
});

const typed = { name: "typed-name-secret", password: "typed-password-secret", notes: "typed-notes-secret" };
