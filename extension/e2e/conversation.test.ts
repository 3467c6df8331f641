import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "../../host/testing/rows.js";
import { eachBrowser } from "./each-browser.js";
import { type Agent, connectAgent } from "./mcp-client.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { SidebarDriver } from "./sidebar-driver.js";

eachBrowser("a note's conversation", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage, declined: shopPage });
  let agent: Agent;

  beforeAll(async () => {
    agent = await connectAgent(project);
  });

  afterAll(async () => {
    await agent?.close();
  });

  const unresolved = async (words: string) => {
    const note = rowsOf(await agent.call("get_unresolved")).find(({ comment }) => String(comment).includes(words));
    return note?.["id"];
  };

  it("goes from draft over sent, fixed and reopened with a reason to accepted, and outlives the sidebar", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await write(sidebar, "Say lamps, not lights");
    await sidebar.waitForText(/^Not sent yet$/);
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent: /);
    await sidebar.waitForText(/^(Sent|Seen by .*)$/);
    await resolve(await unresolved("Say lamps"), "fixed", "Said lamps");
    await sidebar.waitForText(/^Fixed, for you to check$/);
    expect(await unresolved("Say lamps")).toBeUndefined();

    await sidebar.press("Reopen");
    await sidebar.type("Note", "Not in the footer");
    await sidebar.press("Save and send");
    await sidebar.waitForText(/^(Reopened|Seen by .*)$/);
    await expect.poll(() => unresolved("Say lamps"), { timeout: 20_000 }).toBeDefined();
    await page.reload();
    await browser.clickIcon(page);
    await sidebar.waitForText(/^Not in the footer$/);

    await resolve(await unresolved("Say lamps"), "fixed", "The footer too");
    await sidebar.waitForText(/^Resolved: The footer too$/);
    await sidebar.press("Accept");
    await sidebar.waitForText(/^Accepted$/);
    await expect.poll(async () => newestState(), { timeout: 20_000 }).toMatch(/accept/);
    await page.close();
  });

  it("shows what is not fixed as not fixed, in words and colours of its own", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("declined"));
    await write(sidebar, "Make it blink");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent: /);
    await resolve(await unresolved("Make it blink"), "wontfix", "Nobody can read that");
    await sidebar.waitForText(/^Won't be fixed$/);
    await sidebar.waitForText(/^Won't fix: Nobody can read that$/);
    await sidebar.press("Copy as prompt");
    await sidebar.waitForText(/^1 note copied as a prompt\.$/);
    await page.close();
  });

  const resolve = (annotation: unknown, action: string, summary: string) =>
    agent.call("resolve_annotation", { annotation, action, summary });

  /** Kinds of the newest capture's thread. */
  function newestState(): string {
    const { capture } = project.readCapture(project.captureNames().at(-1) ?? "");
    return capture.annotations.flatMap(({ thread = [] }) => thread.map(({ kind }) => kind)).join();
  }
});

async function write(sidebar: SidebarDriver, text: string): Promise<void> {
  await sidebar.press("Page note");
  await sidebar.type("Note", text);
  await sidebar.press("Save");
  await sidebar.waitForText(new RegExp(`^${text}$`));
}
