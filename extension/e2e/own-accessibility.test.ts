import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong, rowsOfRun } from "../../host/testing/long.js";
import { type PageServer, servePages } from "../../host/testing/page-server.js";
import { chromiumForTests, type TestBrowser } from "./browser.js";
import { type Agent, connectAgent } from "./mcp-client.js";
import { auditPage, auditSidebar } from "./own-audit.js";
import { addProject, makeProject, type TestProject } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";

const field = "Note";

/** A page for each state: what is written on one stays there. */
const paths = [
  "shop",
  "noted",
  "asked",
  "picked",
  "inspected",
  "narrow",
  "strip",
  "beside",
  "bar",
  "frozen",
  "moved",
  "tried",
  "further",
  "set",
  "questioned",
];
/** An element whose source is marked. */
const sourced = { html: `<!doctype html><html lang="en"><title>Sourced</title><h1 data-source-loc="src/App.tsx:3:1">Sourced</h1></html>` };

interface State {
  readonly url: () => string;
  /** Brings the sidebar into the state. */
  enter(sidebar: SidebarDriver, page: Page): Promise<unknown>;
}

describe("our own interface at the first contact", () => {
  const { pages, browser } = scenario(chromiumForTests, { first: shopPage }, { nativeAllowed: false });

  it("gives axe-core nothing to find: one button, and the rest folded, as on the page that the first click opens", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("first"));
    await sidebar.find("button", "Allow the connection");
    expect(await sidebar.peek("button", "Try again")).toBeUndefined();
    expect(await sidebar.outline()).not.toContain("`");
    await expectNoFindings(page, () => auditSidebar(sidebar));
    await sidebar.press("Where that is not possible", "DisclosureTriangle");
    await sidebar.find("button", "Try again");
    await expectNoFindings(page, () => auditSidebar(sidebar));
    const welcome = (await browser.browser.pages()).find((one) => one.url().includes("options.html#welcome"));
    const buttons = await welcome?.evaluate(() =>
      [...document.querySelectorAll("button")].filter((one) => one.checkVisibility()).map(({ textContent }) => textContent),
    );
    expect(buttons).toEqual(["Allow the connection"]);
  });
});

const themes = ["light", "dark"] as const;
let turn = 0;

/** What axe-core finds in both themes; by default in each of them by turns. */
async function expectNoFindings(page: Page, audit: () => Promise<unknown>): Promise<void> {
  turn = 1 - turn;
  for (const theme of isLong ? themes : themes.slice(turn, turn + 1)) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    expect(await audit(), theme).toEqual([]);
  }
}

describe("our own interface, in both themes", () => {
  let pages: PageServer;
  let project: TestProject;
  let browser: TestBrowser;
  let agent: Agent;

  beforeAll(async () => {
    pages = await servePages({ ...Object.fromEntries(paths.map((path) => [path, shopPage])), sourced });
    project = await makeProject({ urls: [`localhost:${pages.port}`] });
    await addProject(project, "other");
    browser = await chromiumForTests(project, { nativeAllowed: true, version: "99.0.0" });
    agent = await connectAgent(project);
  });

  afterAll(async () => {
    await agent?.close();
    await browser?.close();
    await pages?.close();
    project?.remove();
  });

  const states: Readonly<Record<string, State>> = {
    "a note being written": {
      url: () => pages.url("shop"),
      enter: async (sidebar) => {
        await sidebar.find("button", "Try again");
        await sidebar.press("Page note");
        await sidebar.type(field, "Half");
      },
    },
    "notes, a resolved one among them": {
      url: () => pages.url("noted"),
      enter: async (sidebar) => {
        await sidebar.find("button", "Try again");
        for (const text of ["Too dark", "Too small"]) {
          await sidebar.press("Page note");
          await sidebar.type(field, text);
          await sidebar.press("Save");
        }
        await sidebar.send();
        const [row] = await agent.call("get_unresolved").then(({ rows }) => rows as string[][]);
        await agent.call("resolve_annotation", { annotation: row?.[0], action: "fixed", summary: "Made lighter" });
        await sidebar.waitForText(/Resolved: /);
        await sidebar.openNote(2);
        await sidebar.press("Delete");
        await sidebar.waitForText(/Note deleted/);
      },
    },
    "a request": {
      url: () => pages.url("asked"),
      enter: async (sidebar) => {
        await agent.call("request_capture", { url: pages.url("asked"), purpose: "See the form", guidance: "Fill it in", waitSeconds: 0 });
        await sidebar.waitForText(/See the form/);
      },
    },
    picking: {
      url: () => pages.url("picked"),
      enter: async (sidebar, page) => {
        await sidebar.find("button", "Send to Agent");
        await sidebar.press("Pick element");
        await page.mouse.move(100, 120);
        await sidebar.find("application", /Click an element/);
      },
    },
    "a frozen page": {
      url: () => pages.url("frozen"),
      enter: async (sidebar, page) => {
        await sidebar.find("button", "Send to Agent");
        await sidebar.press("Pick element");
        await page.mouse.move(100, 120);
        await page.keyboard.type("f");
        await sidebar.waitForText(/The page is frozen/);
      },
    },
    "a note that is being moved": {
      url: () => pages.url("moved"),
      enter: async (sidebar, page) => {
        await sidebar.find("button", "Send to Agent");
        await sidebar.beginPicking();
        await page.mouse.click(100, 120);
        await sidebar.type(field, "Here");
        await sidebar.press("Save");
        await page.keyboard.press("Escape");
        await sidebar.openNote(1);
        await sidebar.press("Move to another element");
        await sidebar.waitForText(/Pick the element that note 1/);
      },
    },
    "a note with its source, which cannot be opened": {
      url: () => pages.url("sourced"),
      enter: async (sidebar, page) => {
        await sidebar.find("button", "Send to Agent");
        await sidebar.beginPicking();
        await page.click("h1");
        await sidebar.type(field, "Here");
        await sidebar.press("Save");
        await page.keyboard.press("Escape");
        await sidebar.openNote(1);
        await sidebar.press("Open in editor");
        await sidebar.waitForText(/The project has no file/);
      },
    },
    "a note beside its element": {
      url: () => pages.url("beside"),
      enter: async (sidebar, page) => {
        await sidebar.find("button", "Send to Agent");
        await sidebar.beginPicking();
        await page.mouse.click(100, 120);
        await sidebar.find("textbox", field);
      },
    },
    "changes being tried": {
      url: () => pages.url("tried"),
      enter: async (sidebar, page) => {
        await sidebar.find("button", "Send to Agent");
        await sidebar.beginPicking();
        await page.click("#buy");
        await sidebar.press("Try changes");
        await sidebar.find("textbox", "padding");
      },
    },
    "a note's further fields": {
      url: () => pages.url("further"),
      enter: async (sidebar) => {
        await sidebar.press("Page note");
        await sidebar.press("More");
        await sidebar.find("combobox", "Kind");
      },
    },
    settings: { url: () => pages.url("set"), enter: (sidebar) => sidebar.openSettings() },
    "a question": {
      url: () => pages.url("questioned"),
      enter: async (sidebar) => {
        await sidebar.press("Page note");
        await sidebar.type(field, "Hide one");
        await sidebar.press("Send");
        await sidebar.waitForText(/^Sent \d/);
        const { rows } = await agent.call("get_unresolved");
        const asked = (rows as string[][]).find((row) => JSON.stringify(row).includes("Hide one"));
        await agent.call("ask_about_annotation", { annotation: asked?.[0], question: "Which?", waitSeconds: 0 });
        await sidebar.press("Answer");
        await sidebar.find("textbox", field);
      },
    },
    "a bar at the bottom": {
      url: () => pages.url("bar"),
      enter: async (sidebar, page) => {
        await page.setViewport({ width: 480, height: 800 });
        await sidebar.find("button", "Send to Agent");
      },
    },
    "the Inspect tab, a finding outlined and another one noted": {
      url: () => pages.url("inspected"),
      enter: async (sidebar) => {
        await sidebar.press("Inspect", "tab");
        await sidebar.press(/^Without a test id/, "DisclosureTriangle");
        await sidebar.press(/“Buy now” has no test id/);
        await sidebar.press(/^Add note: checkbox “Gift wrap”/);
        await sidebar.waitForText(/Note added/);
      },
    },
    "an untrusted page": {
      url: () => `http://shop.example:${pages.port}/shop`,
      enter: (sidebar) => sidebar.find("button", "Add to trusted"),
    },
    "its narrowest": {
      url: () => pages.url("narrow"),
      enter: async (sidebar, page) => {
        await sidebar.press("Width of the sidebar", "separator");
        await page.keyboard.press("Home");
        await soon(async () => (await sidebar.find("separator", "Width of the sidebar")).value).toBe("280");
      },
    },
    "collapsed to a strip": {
      url: () => pages.url("strip"),
      enter: async (sidebar) => {
        await sidebar.press("Fold");
        await sidebar.find("button", /^Open/);
      },
    },
  };

  const rows = Object.entries(states);
  const representatives = rows.filter(([name]) => /being written|a resolved one/.test(name));
  it.each(rowsOfRun(rows, representatives))("gives axe-core nothing to find: %s", async (_name, { url, enter }) => {
    const { page, sidebar } = await browser.openSidebar(url());
    try {
      await enter(sidebar, page);
      await expectNoFindings(page, () => auditSidebar(sidebar));
    } finally {
      // A second tab of the same address could not be distinguished from this one.
      await page.close();
    }
  });

  it("gives axe-core nothing to find on the options page", async () => {
    const page = await browser.openOptions();
    await page.waitForSelector("section button");
    await expectNoFindings(page, () => auditPage(page));
  });
});
