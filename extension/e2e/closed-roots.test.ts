import { expect, it } from "vitest";
import { readCapture } from "../../host/contract/reader.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { sentCapture } from "./project.js";
import { scenario } from "./scenario.js";

const rootsPage = {
  html: `<!doctype html><html lang="en"><title>Roots</title>
<x-card></x-card><video controls></video><audio controls></audio><input type="date"><details open><summary>More</summary>Text</details>
<marquee>Runs</marquee><svg width="9" height="9"><symbol id="s"><circle r="4"/></symbol><use href="#s"/></svg>
<script>
document.querySelector("x-card").attachShadow({ mode: "closed" }).innerHTML = "<button>Inside</button>";
</script>`,
};

eachBrowserAtLength("closed shadow roots", (launch) => {
  const { pages, project, browser } = scenario(launch, { roots: rootsPage });

  it("are read when the page made them, and left alone when the browser did", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("roots"));
    await sidebar.press("Send to Agent");
    const { capture } = project.readCapture(await sentCapture(project, sidebar));
    const reader = readCapture(capture);
    const shadowHosts = capture.nodes.roots.flatMap(({ kind, host }) => (kind === "document" ? [] : [reader.element(host).tag]));
    expect(shadowHosts).toEqual(["x-card"]);
    expect([...reader.elements()].map(({ name }) => name)).toContain("Inside");
  });
});
