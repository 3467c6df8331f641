import { beforeAll, expect, it } from "vitest";
import { rowsOf } from "../../host/testing/rows.js";
import { shared } from "../../host/testing/shared.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { startHttp } from "./http-host.js";
import { connectAgent } from "./mcp-client.js";
import { letIn, pair } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";

eachBrowserAtLength("events over the WebSocket", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage }, { nativeAllowed: false });
  shared(() => startHttp(project));
  beforeAll(() => letIn(project, browser));
  const agent = shared(() => connectAgent(project));

  it("show at once what the agent did, unsigned", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /Unsigned/);
    await sidebar.press("Page note");
    await sidebar.type("Note", "Say lamps");
    await sidebar.press("Save");
    await sidebar.send();
    const [note] = rowsOf(await agent.call("get_unresolved"));
    await agent.call("resolve_annotation", { annotation: note?.["id"], action: "fixed", summary: "Wrote lamps" });
    await sidebar.waitForText(/Resolved: Wrote lamps/);
  });

  it("bring the agent's request, signed", async () => {
    await pair(project, browser);
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /Signed/);
    const { requestId } = await agent.call("request_capture", { url: pages.url("shop"), purpose: "See the form", waitSeconds: 0 });
    await sidebar.waitForText(/See the form/);
    await sidebar.press("Send page");
    await sidebar.waitForText(/^Sent \d/);
    expect(await agent.call("get_request_status", { requestId })).toMatchObject({ status: "completed" });
  });
});
