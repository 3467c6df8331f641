import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8 } from "fflate";
import { expect, it } from "vitest";
import { waitUntil } from "../../host/testing/wait-until.js";
import { downloadedReport } from "./downloaded-report.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { coloursOf } from "./picture-colours.js";
import { configure, sentCapture } from "./project.js";
import { scenario } from "./scenario.js";

const [name, password] = ["Jorunn", "mauve7x"];

/** Repeats what is typed in a text, an attribute, a class, the title and a rule. What is red must not be in a picture: frames of others and what is typed. */
const page = `<!doctype html><html lang="en"><title>Profile</title><style id="rules"></style><body style="margin:0;background:rgb(0 128 0)">
<iframe sandbox srcdoc="<body style='background:rgb(255 0 0)'>" style="border:0;width:300px;height:60px"></iframe>
<object type="text/html" data="data:text/html,<body style='background:rgb(255 0 0)'>" style="width:300px;height:50px"></object>
<label>Name <input id="who" style="color:rgb(255 0 0);background:rgb(255 0 0);border:0;-webkit-box-reflect:below 5px"></label>
<label>Password <input id="secret" type="password" style="background:rgb(255 0 0);border:0"></label>
<div contenteditable style="margin-top:30px;color:transparent;text-shadow:200px 0 rgb(255 0 0)">typed</div>
<textarea id="pasted"></textarea>
<p id="greeting" style="background:rgb(255 0 0)">Hello</p>
<button aria-label="Find" style="padding:0;border:0"><svg width="40" height="40" style="display:block"><rect width="40" height="40" fill="rgb(0 0 255)"/></svg></button>
<script>
document.addEventListener("input", () => {
  greeting.textContent = "Welcome, " + who.value + "! Your word " + secret.value + " is weak.";
  greeting.className = "for-" + who.value.toLowerCase();
  greeting.title = who.value;
  document.title = "Profile of " + who.value;
  rules.textContent = "#greeting { --who: '" + who.value + "' } #greeting::after { content: ' by " + who.value + "' }";
});
</script>`;

eachBrowserAtLength("what is typed", (launch) => {
  const { pages, project, browser } = scenario(launch, { typed: { html: page } });
  const file = (filename: string, kind: string) => join(project.root, ".svc", "snapshots", filename.replace(/json$/, kind));
  const leaksIn = (text: string) => [name, password].filter((typed) => text.toLowerCase().includes(typed.toLowerCase()));

  it("is in no picked facts, quotation, capture, snapshot, picture, report or prompt", async () => {
    await configure(project, { includeSnapshot: true, includeScreenshot: true });
    const { page, sidebar } = await browser.openSidebar(pages.url("typed"));
    await sidebar.find("button", "Send to Agent");
    await page.type("#who", name);
    await page.type("#secret", password);

    await page.evaluate(() => {
      const node = document.querySelector("#greeting")?.firstChild;
      if (node) getSelection()?.setBaseAndExtent(node, 0, node, 16);
    });
    await sidebar.press("Add note");
    await sidebar.writeNote("Shorter");
    await sidebar.beginPicking();
    await page.click("#greeting");
    await sidebar.writeNote("Less red");
    await sidebar.send();
    const filename = await sentCapture(project, sidebar);

    const { capture } = project.readCapture(filename);
    expect(leaksIn(JSON.stringify(capture))).toEqual([]);
    const targets = capture.annotations.map(({ target }) => target);
    expect(targets).toMatchObject([{ type: "text", text: "Welcome, redacted!" }, { elements: [{ present: true, selector: "#greeting" }] }]);
    expect(capture.rules?.elements).not.toEqual([]);
    const snapshot = readFileSync(file(filename, "html"), "utf8");
    const holds = ["Welcome, redacted!", 'popover="manual"'].map((part) => snapshot.includes(part));
    expect([leaksIn(snapshot), holds]).toEqual([[], [true, false]]);
    const colours = await page.evaluate(coloursOf, readFileSync(file(filename, "png")).toString("base64"));
    expect(colours).toContain("0,0,255");
    expect(colours.filter((colour) => /^2\d\d,\d{1,2},\d{1,2}$/.test(colour))).toEqual([]);

    await sidebar.press("Download Report");
    const report = await downloadedReport(browser.downloads);
    const texts = Object.entries(report).filter(([path]) => !path.endsWith(".png"));
    expect(texts.map(([path, bytes]) => [path, leaksIn(strFromU8(bytes))])).toEqual(texts.map(([path]) => [path, []]));

    await sidebar.press("Copy open notes as prompt");
    await sidebar.waitForText(/^2 notes copied as a prompt\.$/);
    await page.click("#pasted");
    await browser.shortcut(page, "v");
    const prompt = await waitUntil("what was copied", () => page.evaluate(() => document.querySelector("textarea")?.value || undefined));
    expect([prompt.includes("Less red"), prompt.includes("Welcome, redacted!"), leaksIn(prompt)]).toEqual([true, true, []]);
  });
});
