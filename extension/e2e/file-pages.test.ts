import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { sentCapture } from "./project.js";
import { scenario } from "./scenario.js";

const html = (title: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><input id="name"><iframe src="beside.html" title="Beside"></iframe></main></html>`;

eachBrowserAtLength("a page from a file", (launch) => {
  const { project, browser } = scenario(launch, {});

  function write(folder: string, name: string): string {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), html(name));
    return pathToFileURL(join(folder, name)).href;
  }

  it("of the project is sent to it as trusted, with its own notes and not those of the file beside it", async () => {
    const url = write(project.root, "index.html");
    const beside = await browser.openSidebar(write(project.root, "beside.html"));
    await beside.sidebar.notePage("Of the file beside");
    await beside.page.close();
    const { page, sidebar } = await browser.openSidebar(url);
    await sidebar.find("image", /^Native/);
    await sidebar.find("image", /^Trusted/);
    // The page has been read: the sidebar has taken the focus before.
    await sidebar.find("button", "Send to Agent");
    await page.type("#name", "s3cr3tLEAK");
    await sidebar.notePage("Of the index");
    await sidebar.press("Send to Agent");
    const { text, capture } = project.readCapture(await sentCapture(project, sidebar));
    expect(capture.metadata).toMatchObject({ url, trust: "trusted", title: "index.html" });
    expect(capture.annotations.map(({ comment }) => comment)).toEqual(["Of the index"]);
    expect(text).not.toContain("s3cr3tLEAK");
    expect(JSON.stringify(project.config())).not.toContain("file:");
  });

  it("of another folder belongs to no project, and its folder is not learnt", async () => {
    const { sidebar } = await browser.openSidebar(write(join(project.folder, "elsewhere"), "other.html"));
    await sidebar.waitForText(/^This page belongs to no project yet/);
    await sidebar.find("button", "Copy MD");
    expect(await sidebar.peek("button", "Send to Agent")).toBeUndefined();
    expect(JSON.stringify(project.config())).not.toContain("elsewhere");
  });
});
