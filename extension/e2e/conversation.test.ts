import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "../../host/testing/rows.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { type Agent, connectAgent } from "./mcp-client.js";
import { auditSidebar } from "./own-audit.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";

eachBrowserAtLength("a note's conversation", (launch, browserName) => {
  const { pages, project, browser } = scenario(launch, {
    shop: shopPage,
    declined: shopPage,
    listened: shopPage,
    first: shopPage,
    second: shopPage,
    closed: shopPage,
    asked: shopPage,
    pointed: shopPage,
    edited: shopPage,
  });
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
    await sidebar.waitForText(/^Not sent$/);
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent \d/);
    await sidebar.waitForText(/^(Sent|Seen)$/);
    await resolve(await unresolved("Say lamps"), "fixed", "Wrote lamps");
    await sidebar.waitForText(/^Fixed$/);
    expect(await unresolved("Say lamps")).toBeUndefined();

    await sidebar.press("Reopen");
    await sidebar.type("Note", "Not in the footer");
    await sidebar.press("Send");
    await sidebar.waitForText(/^(Reopened|Seen)$/);
    await expect.poll(() => unresolved("Say lamps"), { timeout: 20_000 }).toBeDefined();
    await page.reload();
    await browser.clickIcon(page);
    await sidebar.openNote(1);
    await sidebar.waitForText(/^Not in the footer$/);

    await resolve(await unresolved("Say lamps"), "fixed", "The footer too");
    await sidebar.waitForText(/^Resolved: The footer too$/);
    await sidebar.press("Accept");
    await sidebar.waitForText(/^Accepted$/);
    await expect.poll(async () => newestState(), { timeout: 20_000 }).toMatch(/accept/);
    await page.close();
  });

  it("is the agent's again where its words were edited while the agent answered the old ones", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("edited"));
    await write(sidebar, "Hide sold lamps");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent \d/);
    await sidebar.openNote(1);
    await sidebar.press("Edit");
    await sidebar.find("textbox", "Note");
    await page.keyboard.press("End");
    await page.keyboard.type(" and cups");
    await resolve(await unresolved("Hide sold"), "fixed", "Sold lamps are hidden");
    await sidebar.waitForText(/Note 1: Fixed, for you to check\./);
    await page.keyboard.press("Enter");
    await soon(() => unresolved("Hide sold lamps and cups")).toBeDefined();
    await sidebar.waitForText(/^(Reopened|Seen)$/);
    await page.close();
  });

  it("shows what is not fixed as not fixed, in words and colours of its own", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("declined"));
    await write(sidebar, "Make it blink");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent \d/);
    await resolve(await unresolved("Make it blink"), "wontfix", "Nobody can read that");
    await sidebar.waitForText(/^Won't fix$/);
    await sidebar.waitForText(/^Won't fix: Nobody can read that$/);
    expect(await auditSidebar(sidebar)).toEqual([]);
    await sidebar.press("Copy as prompt");
    await sidebar.waitForText(/^1 note copied as a prompt\.$/);
    await page.close();
  });

  it("has the agent's question, and the answer goes back to the agent that waits", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("asked"));
    await write(sidebar, "Hide one lamp");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent \d/);
    await sidebar.spoken();
    const annotation = await unresolved("Hide one lamp");
    const asked = agent.call("ask_about_annotation", { annotation, question: "Which of them?", waitSeconds: 45 });
    await sidebar.press("Answer");
    await sidebar.type("Note", "The red one");
    await sidebar.press("Send");
    expect(await asked).toMatchObject({ answer: expect.stringContaining("The red one") });
    await soon(() => sidebar.peek("button", "Answer")).toBeUndefined();
    await sidebar.waitForText(/^Working$/);
    await resolve(annotation, "fixed", "The red one is hidden");
    await sidebar.waitForText(/Note 1: Fixed, for you to check\./);
    const spoken = await sidebar.spoken();
    const states = ["svc-test asks.", "svc-test works on it.", "Fixed, for you to check."].map((words) => `Note 1: ${words}`);
    const heard = spoken.filter((text) => text.startsWith("Note 1: ") && !text.includes("Seen"));
    // Of what changes within half a second the last is spoken.
    expect(heard).toEqual(states.filter((text) => heard.includes(text)));
    expect(heard.at(-1)).toBe(states.at(-1));
    expect(spoken.filter((text, place) => text === spoken[place - 1])).toEqual([]);
    await page.close();
  });

  it("has the agent's question about an element at a pin on the page, and the answer goes back; Keep as test writes a note's case", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("pointed"));
    await write(sidebar, "Sell more");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent \d/);
    const asked = agent.call("ask_about_annotation", { selector: "#buy", question: "This one?", waitSeconds: 45 });
    await sidebar.find("region", "The agent asks about button “Buy now”");
    await sidebar.waitForText(/^This one\?$/);
    await sidebar.find("button", "Note 2");
    await sidebar.type("Your answer", "Yes, that one");
    await sidebar.press("Answer");
    expect(await asked).toEqual({ status: "completed", answer: "[USER_COMMENT]Yes, that one[/USER_COMMENT]" });
    await soon(() => sidebar.peek("button", "Note 2")).toBeUndefined();

    await resolve(await unresolved("Sell more"), "fixed", "Sold");
    await sidebar.press("Accept");
    await sidebar.press("Keep as test");
    await expect.poll(() => existsSync(join(project.root, "svc.notes.json")), { timeout: 20_000 }).toBe(true);
    expect(readFileSync(join(project.root, "svc.notes.json"), "utf8")).toContain('"note": "Sell more"');
    await page.close();
  });

  it("tells after Send who reads it and when, with the sentence to copy where nobody listens", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("listened"));
    await write(sidebar, "First");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/ your agent:$/);
    await sidebar.press("Copy");
    await sidebar.waitForText(/^Copied\.$/);
    await agent.call("wait_for_annotations", { waitSeconds: 0 });
    const waiting = agent.call("wait_for_annotations", { waitSeconds: 45 });
    await write(sidebar, "Second");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/svc-test reads it now$/);
    expect(JSON.stringify(await waiting)).toContain("Second");
    await page.close();
  });

  it("has its answer counted on the icon while the sidebar is closed", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("closed"));
    await write(sidebar, "Larger prices");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent \d/);
    await sidebar.press("Close");
    await soon(async () => (await browser.icon(page)).title).toBe("1 note waits on this page");
    await resolve(await unresolved("Larger prices"), "fixed", "They are larger");
    await soon(async () => (await browser.icon(page)).title).toBe("1 note waits on this page, 1 answered by the agent");
    await browser.clickIcon(page);
    await sidebar.waitForText(/^Resolved: They are larger$/);
    await page.close();
  });

  it("is listed on the project's other pages while it is open", async () => {
    const first = await browser.openSidebar(pages.url("first"));
    await write(first.sidebar, "On the first page");
    await first.sidebar.press("Send to Agent");
    await first.sidebar.waitForText(/^Sent \d/);
    await first.page.close();
    const { page, sidebar } = await browser.openSidebar(pages.url("second"));
    await sidebar.press(/^\d+ notes? on other pages$/, browserName === "Firefox" ? "" : "DisclosureTriangle");
    await sidebar.find("link", "Shop of lamps");
    await sidebar.waitForText(/^1 note$/);
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
