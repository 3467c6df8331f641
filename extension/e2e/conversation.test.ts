import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sampleAnnotation, sampleCapture } from "../../host/contract/testing/sample.js";
import { openStore } from "../../host/store/store.js";
import { rowsOf } from "../../host/testing/rows.js";
import { shared } from "../../host/testing/shared.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { connectAgent } from "./mcp-client.js";
import { auditSidebar } from "./own-audit.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

eachBrowserAtLength("a note's conversation", (launch, browserName) => {
  const { pages, project, browser } = scenario(launch, {
    shop: shopPage,
    listened: shopPage,
    first: shopPage,
    second: shopPage,
    closed: shopPage,
    asked: shopPage,
    pointed: shopPage,
    edited: shopPage,
  });
  const agent = shared(() => connectAgent(project));

  const unresolved = async (words: string) => {
    const note = rowsOf(await agent.call("get_unresolved")).find(({ comment }) => String(comment).includes(words));
    return note?.["id"];
  };

  it("goes from draft over sent, fixed and reopened with a reason to accepted, and outlives the sidebar", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.notePage("Say lamps, not lights");
    await sidebar.waitForText(/^Not sent$/);
    await sidebar.send();
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
    expect(await sidebar.boxes(".note.open"), "the card looks open still").toHaveLength(1);
    expect(await sidebar.boxes(".note:focus"), "the button went, and the place with it").toHaveLength(1);
    await expect.poll(async () => newestState(), { timeout: 20_000 }).toMatch(/accept/);
  });

  it("is the agent's again where its words were edited while the agent answered the old ones", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("edited"));
    await sidebar.notePage("Hide sold lamps");
    await sidebar.send();
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
  });

  it("has the agent's question, and the answer goes back to the agent that waits; what is not fixed is shown as not fixed", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("asked"));
    await sidebar.notePage("Hide one lamp");
    await sidebar.send();
    await sidebar.spoken();
    const annotation = await unresolved("Hide one lamp");
    const asked = agent.call("ask_about_annotation", { annotation, question: "Which of them?", waitSeconds: 45 });
    await sidebar.press("Answer");
    await sidebar.type("Note", "The red one");
    await sidebar.press("Send");
    expect(await asked).toMatchObject({ answer: expect.stringContaining("The red one") });
    await soon(() => sidebar.peek("button", "Answer")).toBeUndefined();
    await sidebar.waitForText(/^Working$/);
    await resolve(annotation, "wontfix", "It sells");
    await sidebar.waitForText(/Note 1: Won't fix\./);
    const spoken = await sidebar.spoken();
    const states = ["svc-test asks.", "svc-test works on it.", "Won't fix."].map((words) => `Note 1: ${words}`);
    const heard = spoken.filter((text) => text.startsWith("Note 1: ") && !text.includes("Seen"));
    // Of what changes within half a second the last is spoken.
    expect(heard).toEqual(states.filter((text) => heard.includes(text)));
    expect(heard.at(-1)).toBe(states.at(-1));
    expect(spoken.filter((text, place) => text === spoken[place - 1])).toEqual([]);
    await sidebar.waitForText(/^Won't fix$/);
    await sidebar.waitForText(/^Won't fix: It sells$/);
    expect(await auditSidebar(sidebar)).toEqual([]);
    await sidebar.press("Copy as prompt");
    await sidebar.waitForText(/^1 note copied as a prompt\.$/);
  });

  it("has the agent's question about an element at a pin on the page, and the answer goes back; Keep as test writes a note's case", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("pointed"));
    await sidebar.notePage("Sell more");
    await sidebar.send();
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
  });

  it("tells after Send who reads it and when, with the sentence to copy where nobody listens", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("listened"));
    await sidebar.notePage("First");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/ your agent:$/);
    await sidebar.press("Copy");
    await sidebar.waitForText(/^Copied\.$/);
    await agent.call("wait_for_annotations", { waitSeconds: 0 });
    const waiting = agent.call("wait_for_annotations", { waitSeconds: 45 });
    await sidebar.notePage("Second");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/svc-test reads it now$/);
    expect(JSON.stringify(await waiting)).toContain("Second");
  });

  it("has its answer counted on the icon while the sidebar is closed", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("closed"));
    await sidebar.notePage("Larger prices");
    await sidebar.send();
    await sidebar.press("Close");
    await soon(async () => (await browser.icon(page)).title).toBe("1 note waits on this page");
    await resolve(await unresolved("Larger prices"), "fixed", "They are larger");
    await soon(async () => (await browser.icon(page)).title).toBe("1 note waits on this page, 1 answered by the agent");
    await browser.clickIcon(page);
    await sidebar.waitForText(/^Resolved: They are larger$/);
    await soon(() => browser.icon(page)).toMatchObject({ badge: "", title: "Capture this page for the coding agent" });
  });

  it("is listed on the project's other pages while it is open", async () => {
    const first = await browser.openSidebar(pages.url("first"));
    await first.sidebar.notePage("On the first page");
    await first.sidebar.send();
    await first.page.close();
    const store = await openStore(project.root, { stateFolder: project.env["SVC_HOME"] ?? "" });
    await store.captures.create(sampleCapture({ url: "http://localhost:1/", annotations: [sampleAnnotation("at-another-port")] }));
    await store.close();
    const { sidebar } = await browser.openSidebar(pages.url("second"));
    await sidebar.press(/^\d+ notes? on other pages$/, browserName === "Firefox" ? "" : "DisclosureTriangle");
    await sidebar.find("link", "Shop of lamps");
    await sidebar.waitForText(/^1 note$/);
    await sidebar.waitForText(/^localhost:1 · 1 note$/);
  });

  const resolve = (annotation: unknown, action: string, summary: string) =>
    agent.call("resolve_annotation", { annotation, action, summary });

  /** Kinds of the newest capture's thread. */
  function newestState(): string {
    const { capture } = project.readCapture(project.captureNames().at(-1) ?? "");
    return capture.annotations.flatMap(({ thread = [] }) => thread.map(({ kind }) => kind)).join();
  }
});
