import { afterAll, beforeAll, expect, it } from "vitest";
import type { Capture } from "../../host/contract/capture.js";
import { readCapture } from "../../host/contract/reader.js";
import { rowsOfRun } from "../../host/testing/long.js";
import { type PageServer, servePages } from "../../host/testing/page-server.js";
import { waitUntil } from "../../host/testing/wait-until.js";
import { type ServedApp, serveApp } from "../fixtures/apps/serve.js";
import { type BrowserName, eachBrowserAtLength } from "./each-browser.js";
import type { ExtensionBrowser, OpenedSidebar } from "./extension-browser.js";
import { makeProject, sentCapture, type TestProject } from "./project.js";
import { closePagesAfterEach } from "./scenario.js";
import { waryPage } from "./wary-page.js";

const all = [
  { app: "react19", component: "Button < ProductCard < ProductList < App", framework: "React" },
  { app: "vue3", component: "TaskCard < BoardColumn < App", framework: "Vue" },
  { app: "svelte5", component: "Choice < BookingForm < App", framework: "Svelte" },
  { app: "lit", component: "SwitchRow < AppSettings", framework: "Lit" },
] as const;

/** The others' development servers are not built for nothing. */
const apps = rowsOfRun(all, all.slice(0, 1));

/** Where a browser's capture states that the names are from. */
const ways: Readonly<Record<BrowserName, string>> = { Chromium: "page-world", Firefox: "xray" };
const allow = "Show file and line";

/** Counts what is in its own world beside its own: listeners, replaced functions of the console, events that are dispatched. */
const countingPage = {
  html: `<!doctype html><html lang="en"><title>Counting</title><h1>Counting</h1><script>{
const own = [console.error, console.warn];
let listeners = 0, events = 0;
const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
window.addEventListener = function (...all) { listeners++; return addEventListener.apply(window, all); };
window.removeEventListener = function (...all) { listeners--; return removeEventListener.apply(window, all); };
window.dispatchEvent = function (...all) { events++; return dispatchEvent.apply(window, all); };
globalThis.counted = () => ({ listeners, console: own[0] === console.error && own[1] === console.warn ? "own" : "replaced", events });
}</script></html>`,
};
const untouched = { listeners: 0, console: "own", events: 0 };

eachBrowserAtLength("component names", (launch, name) => {
  let pages: PageServer;
  let served: readonly ServedApp[];
  let project: TestProject;
  let browser: ExtensionBrowser;

  closePagesAfterEach(() => browser);
  beforeAll(async () => {
    pages = await servePages({ wary: waryPage, counting: countingPage });
    served = await Promise.all(apps.map(({ app }) => serveApp(app)));
    project = await makeProject({ urls: [`localhost:${pages.port}`, ...served.map(({ url }) => new URL(url).host)] });
    browser = await launch(project, { nativeAllowed: true });
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([pages?.close(), ...(served ?? []).map((one) => one.close())]);
    project?.remove();
  });

  async function capture({ sidebar }: Pick<OpenedSidebar, "sidebar">, button = "Send to Agent"): Promise<Capture> {
    await sidebar.press(button);
    if (button === "Send anyway") await browser.answerQuestion(button);
    return project.readCapture(await sentCapture(project, sidebar)).capture;
  }

  const componentsOf = (made: Capture) => [...readCapture(made).elements()].map(({ component }) => component);

  if (name === "Chromium") {
    it("are asked for once on a page of a development server, not looked for until then, and from then on in the whole project", async () => {
      const opened = await browser.openSidebar(served[0]?.url ?? "");
      const before = await capture(opened);
      expect(before.metadata.components).toBe("markers");
      expect(componentsOf(before)).not.toContain(apps[0]?.component);

      await opened.sidebar.press("Allow");
      await waitUntil("the window that asks", () => browser.ownPage("confirm"));
      for (const button of ["Send to Agent", "Copy MD", "Download Report"])
        expect(await opened.sidebar.find("button", button), button).toMatchObject({ disabled: false });
      await browser.answerQuestion("Allow");
      await opened.sidebar.waitForText(/File and line are shown from now on/);
      await expect.poll(() => opened.sidebar.peek("button", "Allow")).toBeUndefined();
      expect((await capture(opened)).metadata.components).toBe("page-world");
      expect(project.config()).toMatchObject({ componentNames: true });
    });

    it("are never looked for on an untrusted page", async () => {
      const opened = await browser.openSidebar(`http://shop.example:${pages.port}/wary`);
      await opened.sidebar.openSettings();
      await opened.sidebar.waitForText(/Never on a page that is not trusted/);
      expect(await opened.sidebar.peek("checkbox", allow)).toMatchObject({ disabled: true });
      expect((await capture(opened, "Send anyway")).metadata).toMatchObject({ components: "markers", trustOverride: true });
      expect(await opened.page.evaluate(noticed)).toEqual([]);
    });
  }

  it.each(apps)("stand in the capture of $app", async ({ app, component, framework }) => {
    const opened = await browser.openSidebar(served[apps.findIndex((one) => one.app === app)]?.url ?? "");
    const made = await capture(opened);
    expect(made.metadata.components).toBe(ways[name]);
    expect(made.metadata.frameworks.map((one) => one.name)).toContain(framework);
    expect(componentsOf(made)).toContain(component);
  });

  if (name === "Chromium") {
    it("leave nothing in the page's own world once they are turned off, nor where they were never allowed", async () => {
      const opened = await browser.openSidebar(pages.url("counting"));
      const counted = () => opened.page.evaluate(() => (globalThis as { counted?: () => unknown }).counted?.());
      const consoleOf = async (made: Capture) => made.console.map(({ message }) => message);
      await opened.sidebar.openSettings();
      await opened.sidebar.press(allow, "checkbox");
      await expect.poll(counted).toEqual({ ...untouched, events: expect.any(Number) });
      for (const round of ["first", "second"]) {
        await opened.sidebar.press(allow, "checkbox");
        await browser.answerQuestion("Allow");
        await expect.poll(counted).toEqual({ listeners: 3, console: "replaced", events: expect.any(Number) });
        await opened.page.evaluate((text) => void setTimeout(() => console.error(text)), `the ${round} error`);
        expect(await consoleOf(await capture(opened))).toContain(`console.error: the ${round} error`);
        await opened.sidebar.press(allow, "checkbox");
        await expect.poll(counted).toEqual({ ...untouched, events: expect.any(Number) });
      }
      await browser.clickIcon(opened.page);
      await opened.page.reload();
      await browser.clickIcon(opened.page);
      await capture(opened);
      await browser.clickIcon(opened.page);
      await expect.poll(() => opened.page.evaluate(() => document.querySelectorAll("[popover]").length)).toBe(0);
      expect(await counted()).toEqual(untouched);
    });

    it("are not asked for again after a no", async () => {
      const opened = await browser.openSidebar(served[0]?.url ?? "");
      await opened.sidebar.press("Not now");
      await opened.sidebar.waitForText(/Not asked again/);
      await browser.clickIcon(opened.page);
      await browser.clickIcon(opened.page);
      await opened.sidebar.find("button", "Send to Agent");
      expect(await opened.sidebar.peek("button", "Not now")).toBeUndefined();
      expect(project.config()).not.toMatchObject({ componentNames: true });
    });
  }

  if (name === "Firefox") {
    it("are looked for without anything of the page's running", async () => {
      const opened = await browser.openSidebar(pages.url("wary"));
      expect((await capture(opened)).metadata.components).toBe("xray");
      expect(await opened.page.evaluate(noticed)).toEqual([]);
    });
  }
});

/** Runs in the page, which would notice `Reflect.get`. */
function noticed(): unknown {
  return (globalThis as { noticed?: unknown }).noticed;
}
