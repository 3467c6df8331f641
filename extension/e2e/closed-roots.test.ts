import { afterAll, beforeAll, expect, it } from "vitest";
import { readCapture } from "../../host/contract/reader.js";
import { eachBrowser } from "./each-browser.js";
import type { ExtensionBrowser } from "./extension-browser.js";
import { type PageServer, servePages } from "./page-server.js";
import { makeProject, type TestProject } from "./project.js";

const rootsPage = {
  html: `<!doctype html><html lang="en"><title>Roots</title>
<x-card></x-card><video controls></video><audio controls></audio><input type="date"><details open><summary>More</summary>Text</details>
<marquee>Runs</marquee><svg width="9" height="9"><symbol id="s"><circle r="4"/></symbol><use href="#s"/></svg>
<script>
document.querySelector("x-card").attachShadow({ mode: "closed" }).innerHTML = "<button>Inside</button>";
</script>`,
};

eachBrowser("closed shadow roots", (launch) => {
  let pages: PageServer;
  let project: TestProject;
  let browser: ExtensionBrowser;

  beforeAll(async () => {
    pages = await servePages({ roots: rootsPage });
    project = await makeProject({ urls: [`localhost:${pages.port}`] });
    browser = await launch(project, { nativeAllowed: true });
  });

  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    project?.remove();
  });

  it("are read when the page made them, and left alone when the browser did", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("roots"));
    await sidebar.press("Send to Agent");
    const { capture } = project.readCapture((await sidebar.waitForText(/^Sent: /)).replace("Sent: ", ""));
    const reader = readCapture(capture);
    const shadowHosts = capture.nodes.roots.flatMap(({ kind, host }) => (kind === "document" ? [] : [reader.element(host).tag]));
    expect(shadowHosts).toEqual(["x-card"]);
    expect([...reader.elements()].map(({ name }) => name)).toContain("Inside");
    await page.close();
  });
});
