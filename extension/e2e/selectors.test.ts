import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCapture } from "../../host/contract/reader.js";
import { type PageServer, servePages } from "../../host/testing/page-server.js";
import { projectRoot } from "../../host/testing/paths.js";
import { noSharedPages, sharedPageNames, sharedPages } from "../../host/testing/shared-pages.js";
import { eachBrowser } from "./each-browser.js";
import type { ExtensionBrowser } from "./extension-browser.js";
import { makeClosedRootCheck, mismatches } from "./live-elements.js";
import { makeProject, type TestProject } from "./project.js";

const fixtures = ["forms.html", "names.html", "roles.html", "shadow.html", "tables.html", "frames.html"];

const folders = [
  { what: "fixture pages", folder: join(projectRoot, "extension", "fixtures"), names: fixtures },
  { what: "real pages", folder: sharedPages, names: sharedPageNames() },
];

eachBrowser("each interactive element's selector finds exactly it", (launch) => {
  describe.each(folders)("$what", ({ folder, names }) => {
    let pages: PageServer;
    let project: TestProject;
    let browser: ExtensionBrowser;

    beforeAll(async () => {
      pages = await servePages({}, folder);
      project = await makeProject({ urls: [`localhost:${pages.port}`] });
      browser = await launch(project, { nativeAllowed: true });
    });

    afterAll(async () => {
      await browser?.close();
      await pages?.close();
      project?.remove();
    });

    if (names.length === 0) it("is skipped", (context) => context.skip(noSharedPages));

    it.each(names)("%s", async (name) => {
      const { page, sidebar } = await browser.openSidebar(pages.url(name));
      await sidebar.press("Send to Agent");
      const filename = (await sidebar.waitForText(/^Sent: /)).replace("Sent: ", "");
      const { capture } = project.readCapture(filename);
      const isHidden = makeClosedRootCheck(capture.nodes);
      const interactive = [...readCapture(capture).elements()].filter((one) => one.interactive && one.rendered && !isHidden(one.index));
      // One of the real pages shows nothing without its scripts.
      const showsSome = [...readCapture(capture).elements()].some(({ visible, text }) => visible && text !== "");
      expect(interactive.length > 0).toBe(showsSome);
      expect(await mismatches(page, interactive)).toEqual([]);
      await page.close();
    });
  });
});
