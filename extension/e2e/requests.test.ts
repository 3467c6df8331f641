import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { shared } from "../../host/testing/shared.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { connectAgent } from "./mcp-client.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

const automatic = "Automatic answers";

eachBrowserAtLength("the agent's requests", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage, other: shopPage });
  const agent = shared(() => connectAgent(project));

  // A test that is tried again finds none of its own of before.
  beforeEach(() => {
    const folder = join(project.root, ".svc", "requests");
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
  });

  const ask = (url: string, waitSeconds = 0) => agent.call("request_capture", { url, purpose: "See the order form", waitSeconds });

  it("show as a number on the icon while one waits and a sidebar is open", async () => {
    await ask(pages.url("other"));
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    const badge = () => soon(async () => (await browser.icon(page)).badge);
    await badge().toBe("1");
    await ask(pages.url("shop"));
    await badge().toBe("2");
    expect((await browser.icon(page)).title).toBe("The agent waits for 2 pages");
    await sidebar.press("Not now");
    await badge().toBe("1");
    await sidebar.press("Not now");
    await badge().toBe("");
    await ask(pages.url("other"));
    await badge().toBe("1");
    await sidebar.press("Close");
    await badge().toBe("");
    expect((await browser.icon(page)).title).not.toMatch(/waits/);
  });

  it("are answered without a click on a page of this machine once the user has turned that on, which is remembered", async () => {
    const first = await browser.openSidebar(pages.url("shop"));
    await first.sidebar.openSettings();
    await first.sidebar.press(automatic, "checkbox");
    await browser.answerQuestion("Answer automatically");
    await soon(() => project.config()["autoAnswerRequests"]).toBe(true);
    await first.page.close();

    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("button", "Send to Agent");
    const before = project.captureNames().length;
    const other = await ask(pages.url("other"));
    expect(await ask(pages.url("shop"), 10)).toMatchObject({ status: "completed" });
    await sidebar.waitForText(/^Sent \d/);
    expect(project.captureNames()).toHaveLength(before + 1);
    await sidebar.waitForText(/wants to see another page of this site/);
    expect(await agent.call("get_request_status", { requestId: other["requestId"] })).toMatchObject({ status: "acknowledged" });
  });

  it("wait for the user on a page of another host, even a configured one", async () => {
    const url = `http://shop.example:${pages.port}/shop`;
    const { sidebar } = await browser.openSidebar(url);
    await sidebar.press("Add to trusted");
    await browser.answerQuestion("Add to trusted");
    await sidebar.find("image", "Configured");
    const { requestId } = await ask(url);
    await sidebar.waitForText(/See the order form/);
    expect(await agent.call("get_request_status", { requestId, waitSeconds: 2 })).toMatchObject({ status: "acknowledged" });
    await sidebar.press("Send page");
    await sidebar.waitForText(/^Sent \d/);
    expect(await agent.call("get_request_status", { requestId })).toMatchObject({ status: "completed" });
    await soon(() => sidebar.peek("button", "Send page")).toBeUndefined();
    await soon(() => sidebar.boxes(".panel:focus, .panel :focus")).toHaveLength(1);

    // What the user sends on their own answers a request for the same page.
    const second = await ask(url);
    await sidebar.waitForText(/See the order form/);
    await sidebar.press("Send to Agent");
    await soon(async () => (await agent.call("get_request_status", { requestId: second["requestId"] }))["status"]).toBe("completed");
  });
});
