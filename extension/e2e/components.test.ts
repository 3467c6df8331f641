import { afterAll, beforeAll, expect, it } from "vitest";
import { readCapture } from "../../host/contract/reader.js";
import { type ServedApp, serveApp } from "../fixtures/apps/serve.js";
import { eachBrowser } from "./each-browser.js";
import type { ExtensionBrowser } from "./extension-browser.js";
import { type PageServer, servePages } from "./page-server.js";
import { makeProject, type TestProject } from "./project.js";
import { waryPage } from "./wary-page.js";

const notByDefault = "the look-up would run in the page's world, which a user must allow";

const apps = [
  { app: "react19", component: "Button < ProductCard < ProductList < App", framework: "React" },
  { app: "vue3", component: "TaskCard < BoardColumn < App", framework: "Vue" },
  { app: "svelte5", component: "Choice < BookingForm < App", framework: "Svelte" },
  { app: "lit", component: "SwitchRow < AppSettings", framework: "Lit" },
] as const;

eachBrowser(
  "component names without a step into the page's world",
  (launch) => {
    let pages: PageServer;
    let served: readonly ServedApp[];
    let project: TestProject;
    let browser: ExtensionBrowser;

    beforeAll(async () => {
      pages = await servePages({ wary: waryPage });
      served = await Promise.all(apps.map(({ app }) => serveApp(app)));
      project = await makeProject({ urls: [`localhost:${pages.port}`, ...served.map(({ url }) => new URL(url).host)] });
      browser = await launch(project, { nativeAllowed: true });
    });

    afterAll(async () => {
      await browser?.close();
      await Promise.all([pages?.close(), ...(served ?? []).map((one) => one.close())]);
      project?.remove();
    });

    it.each(apps)("stand in the capture of $app", async ({ app, component, framework }) => {
      const { page, sidebar } = await browser.openSidebar(served[apps.findIndex((one) => one.app === app)]?.url ?? "");
      await sidebar.press("Send to Agent");
      const { capture } = project.readCapture((await sidebar.waitForText(/^Sent: /)).replace("Sent: ", ""));
      expect(capture.metadata.components).toBe("xray");
      expect(capture.metadata.frameworks.map(({ name }) => name)).toContain(framework);
      expect([...readCapture(capture).elements()].map((element) => element.component)).toContain(component);
      await page.close();
    });

    it("are looked for without anything of the page's running", async () => {
      const { page, sidebar } = await browser.openSidebar(pages.url("wary"));
      await sidebar.press("Send to Agent");
      const { capture } = project.readCapture((await sidebar.waitForText(/^Sent: /)).replace("Sent: ", ""));
      expect(capture.metadata.components).toBe("xray");
      expect(await page.evaluate(() => Reflect.get(globalThis, "noticed"))).toEqual([]);
      await page.close();
    });
  },
  { Chromium: notByDefault },
);
