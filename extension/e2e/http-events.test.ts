import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "../../host/testing/rows.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { type HttpHost, startHttp } from "./http-host.js";
import { type Agent, connectAgent } from "./mcp-client.js";
import { letIn, pair } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";

eachBrowserAtLength("events over the WebSocket", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage }, { nativeAllowed: false });
  let http: HttpHost;
  let agent: Agent;

  beforeAll(async () => {
    http = await startHttp(project);
    await letIn(project, browser);
    agent = await connectAgent(project);
  });

  afterAll(async () => {
    await agent?.close();
    await http?.close();
  });

  it("show at once what the agent did, unsigned", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /Unsigned/);
    await sidebar.press("Page note");
    await sidebar.type("Note", "Say lamps");
    await sidebar.press("Save");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent \d/);
    const [note] = rowsOf(await agent.call("get_unresolved"));
    await agent.call("resolve_annotation", { annotation: note?.["id"], action: "fixed", summary: "Wrote lamps" });
    await sidebar.waitForText(/Resolved: Wrote lamps/);
    await page.close();
  });

  it("bring the agent's request, signed", async () => {
    await pair(project, browser);
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /Signed/);
    const { requestId } = await agent.call("request_capture", { url: pages.url("shop"), purpose: "See the form", waitSeconds: 0 });
    await sidebar.waitForText(/See the form/);
    await sidebar.press("Send page");
    await sidebar.waitForText(/^Sent \d/);
    expect(await agent.call("get_request_status", { requestId })).toMatchObject({ status: "completed" });
    await page.close();
  });
});
