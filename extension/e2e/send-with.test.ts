import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { readCapture } from "../../host/contract/reader.js";
import { isLong, onlyAtLength } from "../../host/testing/long.js";
import { waitUntil } from "../../host/testing/wait-until.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { coloursOf } from "./picture-colours.js";
import { configure, sentCapture } from "./project.js";
import { scenario } from "./scenario.js";
import type { SidebarDriver } from "./sidebar-driver.js";

/** Each image lacks its text; all the rest keeps axe-core busy. */
const endlessPage = `<!doctype html><html lang="en"><title>Endless</title><main><h1>Endless</h1><img id="first" src="data:,">
${'<p style="color:#777;background:#888">Row <a href="#x">link</a> <span style="opacity:.9"><b>deep</b></span></p>'.repeat(2_000)}</main></html>`;

/** Reading so large a page takes its time where other tests run beside this one. */
const busyMachineMs = 60_000;

const greenPage = `<!doctype html><html lang="en" style="background:rgb(0 128 0);overflow:hidden"><title>Green</title></html>`;

eachBrowserAtLength("what Send takes along when the project asks for it", (launch) => {
  const { pages, project, browser } = scenario(launch, {
    green: { html: greenPage },
    endless: { html: endlessPage },
  });
  beforeEach(() => configure(project, { auditOnCapture: false, includeSnapshot: false, includeScreenshot: false }));

  const snapshotOf = (filename: string, kind = "html") => join(project.root, ".svc", "snapshots", filename.replace(/json$/, kind));

  async function send(sidebar: SidebarDriver): Promise<string> {
    await sidebar.send();
    return await sentCapture(project, sidebar);
  }

  it.each(["nothing", "a shadow root"])(
    "is the page as it was when the press began, unless it has changed meanwhile: %s",
    async (changed) => {
      const { page, sidebar } = await browser.openSidebar(pages.url("green"));
      await page.evaluate(() => {
        const host = document.body.appendChild(document.createElement("div"));
        host.attachShadow({ mode: "open" }).textContent = "Seen at first";
      });
      const { x, y } = await sidebar.placeOf("button", "Send to Agent");
      await page.mouse.move(x, y);
      await page.mouse.down();
      await pause(400);
      if (changed !== "nothing") await page.evaluate(() => document.body.lastElementChild?.shadowRoot?.replaceChildren("Seen at last"));
      const heldUntil = Date.now();
      await page.mouse.up();
      const { nodes, metadata } = project.readCapture(await sentCapture(project, sidebar)).capture;
      expect(nodes.strings).toContain(changed === "nothing" ? "Seen at first" : "Seen at last");
      expect(Date.parse(metadata.capturedAt) < heldUntil).toBe(changed === "nothing");
    },
  );

  it("is a picture of the visible part, without our sidebar", async () => {
    await configure(project, { includeScreenshot: true });
    const { page, sidebar } = await browser.openSidebar(pages.url("green"));
    const data = readFileSync(snapshotOf(await send(sidebar), "png")).toString("base64");
    expect(await page.evaluate(coloursOf, data)).toEqual(["0,128,0"]);
    await sidebar.find("button", "Send to Agent");
  });

  it("is what axe-core finds, named by the refs of the same capture", async () => {
    await configure(project, { auditOnCapture: true });
    const { page, sidebar } = await browser.openSidebar(pages.url("endless"));
    await page.evaluate(() => {
      for (const row of document.querySelectorAll("p")) row.remove();
    });
    const { capture } = project.readCapture(await send(sidebar));
    expect(capture.accessibility).toMatchObject({ status: "complete", engine: expect.stringMatching(/^axe-core \d/) });
    const image = capture.accessibility.findings.find(({ rule }) => rule === "image-alt");
    expect(readCapture(capture).byRef(image?.refs[0] ?? "")?.tag).toBe("img");
  });

  it("is what axe-core finds in three seconds on a page that would keep it longer: Send does not wait for the rest", async ({ skip }) => {
    if (!isLong) skip(onlyAtLength);
    await configure(project, { auditOnCapture: true });
    const { page, sidebar } = await browser.openSidebar(pages.url("endless"));
    await sidebar.find("button", "Send to Agent");
    await page.evaluate(keepBusy);
    const before = project.captureNames();
    await sidebar.press("Send to Agent");
    const isNew = (name: string) => !before.includes(name);
    const filename = await waitUntil("the capture", () => project.captureNames().find(isNew), busyMachineMs);
    const { accessibility } = project.readCapture(filename).capture;
    expect(accessibility.status).toBe("partial");
    expect(accessibility.detail).toMatch(/not finished in 3000 ms/);
  });
});

/**
 * Runs in the page: takes most of the time for itself, however fast the machine is. Firefox returns the sidebar's accessibility tree in what is
 * left.
 */
function keepBusy(): void {
  setInterval(() => {
    const end = performance.now() + 300;
    while (performance.now() < end);
  }, 450);
}
