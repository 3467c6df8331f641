import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCapture } from "../../host/contract/reader.js";
import { projectRoot } from "../../host/testing/paths.js";
import { noSharedPages, sharedPageNames, sharedPages } from "../../host/testing/shared-pages.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { makeClosedRootCheck, mismatches } from "./live-elements.js";
import { sentCapture } from "./project.js";
import { scenario } from "./scenario.js";

const fixtures = ["forms.html", "names.html", "roles.html", "shadow.html", "tables.html", "frames.html"];

const pages = [
  ...fixtures.map((name) => ({ name, folder: join(projectRoot, "extension", "fixtures") })),
  ...sharedPageNames().map((name) => ({ name, folder: sharedPages })),
];

eachBrowserAtLength("each interactive element's selector finds exactly it", (launch) => {
  const texts = Object.fromEntries(pages.map(({ name, folder }) => [name, { html: readFileSync(join(folder, name), "utf8") }]));
  const { pages: served, project, browser } = scenario(launch, texts);

  if (sharedPageNames().length === 0) it("is not tried on real pages", (context) => context.skip(noSharedPages));

  it.each(pages)("$name", async ({ name }) => {
    const { page, sidebar } = await browser.openSidebar(served.url(name));
    await sidebar.press("Send to Agent");
    const filename = await sentCapture(project, sidebar);
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
