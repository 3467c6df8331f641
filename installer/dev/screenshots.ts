import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import type { Page } from "puppeteer-core";
import { launchWithExtension, type TestBrowser } from "../../extension/e2e/browser.js";
import { downloadedReport } from "../../extension/e2e/downloaded-report.js";
import { type Agent, connectAgent } from "../../extension/e2e/mcp-client.js";
import type { SidebarDriver } from "../../extension/e2e/sidebar-driver.js";
import { chromeExtensionId } from "../../host/contract/names.js";
import { projectRoot } from "../../host/testing/paths.js";
import { waitUntil } from "../../host/testing/wait-until.js";
import { type Stage, setStage } from "./start/stage.js";

const folder = join(projectRoot, "installer/dev/demo/pictures");
const size = { width: 1_120, height: 740, deviceScaleFactor: 1 };
const bytesMax = 150_000;

/** Names of scenes on the command line: these alone, for a look at one. */
const wanted = process.argv.slice(2);

/** What a scene is made with. */
interface Studio {
  readonly stage: Stage;
  readonly browser: TestBrowser;
  readonly agent: Agent;
}

interface Shot {
  readonly page: Page;
  readonly sidebar: SidebarDriver;
}

/** `npm run screenshots`: the README's pictures of the demo shop, taken from the real thing. */
async function main(): Promise<void> {
  // Before a service of this run answers over HTTP.
  if (wanted.length === 0 || wanted.includes("first")) await firstContact();
  const stage = await setStage();
  const browser = await launchWithExtension(stage, { nativeAllowed: true });
  const agent = await connectAgent(stage);
  try {
    for (const [name, scene] of Object.entries(scenes)) {
      if (wanted.length === 0 || wanted.includes(name)) save(name, await scene({ stage, browser, agent }));
    }
  } finally {
    await agent.close();
    await browser.close();
    stage.clear();
  }
}

/** Before anything is allowed: the sidebar, and the page that its button opens. */
async function firstContact(): Promise<void> {
  const stage = await setStage();
  const browser = await launchWithExtension(stage, { nativeAllowed: false });
  try {
    const shot = await browser.openSidebar(stage.pageUrl);
    await shot.page.setViewport(size);
    await shot.sidebar.find("button", "Allow the connection");
    save("first", await take(shot));
    const welcome = await browser.open(`chrome-extension://${chromeExtensionId}/options.html#welcome`);
    await welcome.setViewport(size);
    await welcome.waitForSelector("section button");
    save("welcome", await take({ page: welcome }));
  } finally {
    await browser.close();
    stage.clear();
  }
}

/** In this order: notes of the first are there in the second. */
const scenes: Readonly<Record<string, (studio: Studio) => Promise<Uint8Array>>> = {
  light: shop(async (shot, studio) => {
    await shot.sidebar.noteElement(".card:nth-child(2) .price", "Dollars here, euros everywhere else");
    await shot.sidebar.noteElement(".fine", "Hard to read, and it names two limits");
    await shot.sidebar.send();
    await studio.agent.call("get_unresolved");
    await resolveFirst(studio.agent);
    await shot.sidebar.waitForText(/^Resolved: /);
  }),
  dark: shop(async (shot) => {
    await shot.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await shot.sidebar.waitForText(/^Resolved: /);
  }),
  picking: shop(async ({ page, sidebar }) => {
    await sidebar.beginPicking();
    await page.hover(".card:nth-child(1) button");
  }, "#lamps"),
  form: shop((shot) => writeOn(shot, ".card:nth-child(3) button", "Say what it costs to send"), "#form"),
  conversation: shop(async (shot) => {
    await shot.sidebar.press("Reopen");
    await shot.sidebar.type("Note", "The basket still shows dollars");
  }),
  question: shop(async (shot, studio) => {
    const { rows } = await studio.agent.call("get_unresolved");
    const note = (Array.isArray(rows) ? rows : []).find((row) => JSON.stringify(row).includes("two limits"));
    await studio.agent.call("ask_about_annotation", {
      annotation: note?.[0],
      question: "Which of the two limits is right: 80 € or 90 €?",
      waitSeconds: 0,
    });
    await shot.sidebar.find("button", "Answer");
  }),
  settings: shop((shot) => shot.sidebar.openSettings()),
  inspect: shop(async (shot) => {
    await shot.sidebar.press("Inspect", "tab");
    await shot.sidebar.find("heading", /findings?$/);
  }),
  try: shop(async (shot) => {
    await writeOn(shot, ".card:nth-child(2) button", "More room, as the others");
    await shot.sidebar.press("Try changes");
    await shot.sidebar.press("More padding");
    await shot.sidebar.find("button", "Reset padding");
  }, "#try"),
  request: shop(async (shot, studio) => {
    await studio.agent.call("request_capture", {
      url: studio.stage.pageUrl,
      purpose: "Check the basket after the fix",
      guidance: "Put two lamps into the basket first.",
      waitSeconds: 0,
    });
    await shot.sidebar.waitForText(/Check the basket/);
  }, "index.html"),
  untrusted: async (studio) => {
    const shot = await open(studio, studio.stage.pageUrl.replace("localhost", "lantern-and-loom.example"));
    await shot.sidebar.find("button", "Send anyway");
    return take(shot);
  },
  report: async (studio) => {
    const shot = await open(studio, studio.stage.pageUrl);
    await shot.sidebar.find("button", "Note 2");
    await shot.sidebar.press("Download Report");
    const files = await downloadedReport(studio.browser.downloads);
    await shot.page.close();
    return takeReport(studio, files);
  },
};

async function open({ browser }: Studio, url: string): Promise<Shot> {
  const shot = await browser.openSidebar(url);
  await shot.page.setViewport(size);
  await shot.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
  await shot.sidebar.find("button", "Copy MD");
  return shot;
}

/** A scene on the shop's page with its sidebar, whose notes are those of the same address; its window is taken when all is done. */
function shop(act: (shot: Shot, studio: Studio) => Promise<void>, at = ""): (studio: Studio) => Promise<Uint8Array> {
  return async (studio) => {
    const shot = await open(studio, studio.stage.pageUrl + at);
    await act(shot, studio);
    return take(shot);
  };
}

async function writeOn({ page, sidebar }: Shot, selector: string, text: string): Promise<void> {
  await sidebar.beginPicking();
  await page.click(selector);
  await sidebar.type("Note", text);
}

async function resolveFirst(agent: Agent): Promise<void> {
  const { rows } = await agent.call("get_unresolved");
  const note = (Array.isArray(rows) ? rows : []).find((row) => JSON.stringify(row).includes("Dollars"));
  await agent.call("resolve_annotation", {
    annotation: note?.[0],
    action: "fixed",
    summary: "The price is in euros, like the others",
    files: ["index.html"],
  });
}

async function picture(page: Page): Promise<Uint8Array> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page.screenshot({ type: "png" });
}

/** Takes the window, sidebar included, and closes the page. What is being written is no part of the next scene, and not offered there. */
async function take({ page, sidebar }: Pick<Shot, "page"> & Partial<Shot>): Promise<Uint8Array> {
  const png = await picture(page);
  if (sidebar !== undefined && (await sidebar.peek("button", "Cancel")) !== undefined) {
    await sidebar.type("Note", "");
    await page.keyboard.press("a", { commands: ["SelectAll"] });
    await page.keyboard.press("Backspace");
    await sidebar.press("Cancel");
    await waitUntil("the form to go", async () => (await sidebar.peek("button", "Cancel")) === undefined || undefined);
  }
  await page.close();
  return png;
}

/** The report as its reader sees it: unpacked, its page opened. */
async function takeReport({ stage, browser }: Studio, files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> {
  const target = join(stage.folder, "report");
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(join(target, name, ".."), { recursive: true });
    writeFileSync(join(target, name), bytes);
  }
  const page = await browser.open(`file://${join(target, "report.html")}`);
  await page.setViewport(size);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
  return take({ page });
}

function save(name: string, png: Uint8Array): void {
  if (png.length > bytesMax) throw new Error(`${name}.png has ${png.length} bytes, at most ${bytesMax}: make the picture smaller.`);
  writeFileSync(join(folder, `${name}.png`), png);
  console.log(`${relative(projectRoot, join(folder, name))}.png  ${Math.ceil(png.length / 1_000)} kB`);
}

await main();
