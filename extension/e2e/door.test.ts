import { expect, it } from "vitest";
import { rowsOf } from "../../host/testing/rows.js";
import { shared } from "../../host/testing/shared.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { connectAgent } from "./mcp-client.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

eachBrowserAtLength("what leaves a page", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage });
  const agent = shared(() => connectAgent(project));

  const unresolved = async (words: string) =>
    rowsOf(await agent.call("get_unresolved")).find(({ comment }) => String(comment).includes(words))?.["id"];
  const resolve = async (words: string) =>
    agent.call("resolve_annotation", { annotation: await unresolved(words), action: "fixed", summary: "Done" });

  it("an answer is kept with its page when that has turned, and goes with Enter when it has not", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.notePage("Larger lamps");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/ your agent:$/);
    await resolve("Larger lamps");
    await sidebar.waitForText(/^Fixed$/);
    // The sentence was about an agent that had not read it.
    expect(await sidebar.peek("StaticText", / your agent:$/)).toBeUndefined();

    // A page's own script turns it with the press.
    await page.evaluate(() => addEventListener("message", ({ data }) => data === "turn" && history.pushState(null, "", "/other")));
    await sidebar.inFrame(`for (const button of document.querySelectorAll(".acts button"))
      if (button.textContent === "Accept") button.addEventListener("click", () => document.defaultView.parent.postMessage("turn", "*"));`);
    const before = project.captureNames().length;
    await sidebar.press("Accept");
    await sidebar.waitForText(/^Not sent: another page stands here now\./);
    expect(project.captureNames()).toHaveLength(before);

    await page.evaluate(() => history.back());
    await sidebar.waitForText(/^Accepted$/);
    await sidebar.openNote(1);
    await sidebar.press("Reopen");
    await sidebar.type("Note", "Not large enough");
    await page.keyboard.press("Enter");
    await soon(() => project.captureNames().length).toBe(before + 1);
    await soon(() => unresolved("Larger lamps")).toBeDefined();
  });
});
