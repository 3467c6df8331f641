import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { connectAgent } from "./mcp-client.js";
import { sentCapture } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

eachBrowserAtLength("trust gate", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage });
  const shopUrl = (host: string) => `http://${host}:${pages.port}/shop?next=localhost`;

  it("blocks Send on an untrusted page, and lets it through once, flagged", async () => {
    const before = project.captureNames();
    const { sidebar } = await browser.openSidebar(shopUrl("shop.example"));
    await sidebar.find("image", "Untrusted");
    await sidebar.find("button", "Send anyway");
    expect((await sidebar.peek("button", "Send to Agent"))?.disabled).toBe(true);
    expect(project.captureNames()).toEqual(before);

    await sidebar.press("Send anyway");
    await browser.answerQuestion("Cancel");
    await sidebar.waitForText(/^Not sent/);
    expect(project.captureNames()).toEqual(before);

    await sidebar.press("Send anyway");
    await browser.answerQuestion("Send anyway");
    const filename = await sentCapture(project, sidebar);
    expect(project.readCapture(filename).capture.metadata).toMatchObject({ trust: "untrusted", trustOverride: true });
    expect((await sidebar.peek("button", "Send to Agent"))?.disabled).toBe(true);
  });

  it("asks for each tab by itself: the question of another one stays", async () => {
    const before = project.captureNames();
    const one = await browser.openSidebar(shopUrl("shop.example"));
    await one.sidebar.press("Send anyway");
    const windows = async () => (await browser.addresses()).filter((address) => address.includes("confirm.html")).length;
    await soon(windows, "windows that ask").toBe(1);
    const other = await browser.openSidebar(`${shopUrl("shop.example")}&again`);
    await other.sidebar.press("Send anyway");
    await soon(windows, "windows that ask").toBe(2);
    await other.page.close();
    await soon(windows, "windows that ask").toBe(1);
    await browser.answerQuestion("Send anyway");
    await one.page.bringToFront();
    await sentCapture(project, one.sidebar);
    expect(project.captureNames()).toHaveLength(before.length + 1);
  });

  it("a button that is pressed while another waits for its answer is done after it", async () => {
    const { sidebar } = await browser.openSidebar(shopUrl("shop.example"));
    await sidebar.find("button", "Send anyway");
    const agent = await connectAgent(project);
    const { requestId } = await agent.call("request_capture", { url: shopUrl("shop.example"), waitSeconds: 0 });
    const status = async () => (await agent.call("get_request_status", { requestId }))["status"];
    await sidebar.find("button", "Not now");
    await sidebar.press("Send anyway");
    await sidebar.waitForText(/^Answer in the window of svc/);
    await sidebar.press("Not now");
    expect(await status()).toMatch(/pending|acknowledged/);
    await browser.answerQuestion("Cancel");
    await soon(status).toBe("declined");
    await agent.close();
  });

  it("writes the host into the configuration on Add to trusted, and Send works from then on", async () => {
    const { sidebar } = await browser.openSidebar(shopUrl("shop.example"));
    await sidebar.press("Add to trusted");
    await browser.answerQuestion("Add to trusted");
    await sidebar.find("image", "Configured");
    await sidebar.send();
    const filename = await sentCapture(project, sidebar);
    const { metadata } = project.readCapture(filename).capture;
    expect(metadata.trust).toBe("configured");
    expect(metadata.trustOverride).toBeUndefined();
  });
});
