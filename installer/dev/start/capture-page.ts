import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { launchWithExtension, type TestBrowser } from "../../../extension/e2e/browser.js";
import { storeFolderName } from "../../../host/contract/names.js";
import { waitUntil } from "../../../host/testing/wait-until.js";
import { atHop } from "./hop.js";
import type { Stage } from "./stage.js";

export interface CapturedPage {
  readonly browser: TestBrowser;
  readonly page: Page;
  /** The file's name in the project's captures. */
  readonly filename: string;
  /** What the sidebar's status dot shows of the transport. */
  readonly transport: string;
}

/** The user's part, by real clicks: opens the page, clicks the icon, presses Send to Agent, and waits for the file. */
export async function capturePage(stage: Stage): Promise<CapturedPage> {
  const before = captureNames(stage.root);
  const browser = await atHop("browser", () => openBrowser(stage));
  try {
    const { page, sidebar } = await atHop("page and icon click", () => browser.openSidebar(stage.pageUrl));
    const transport = await atHop("native messaging", () => sidebar.waitForText(/^Native/));
    await atHop("Send to Agent", () => sidebar.press("Send to Agent"));
    const landed = () => captureNames(stage.root).find((name) => !before.includes(name));
    const filename = await atHop("capture file", () => waitUntil("the capture's file", landed, 30_000));
    return { browser, page, filename, transport };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** The permission's prompt is the browser's own window, which nobody can answer here: this copy of the build has it granted. */
function openBrowser(stage: Stage): Promise<TestBrowser> {
  // A real page may need other hosts; the demo needs none.
  const args = stage.isDemo ? [] : ["--host-resolver-rules="];
  return launchWithExtension(stage, { nativeAllowed: true, args });
}

function captureNames(root: string): readonly string[] {
  const folder = join(root, storeFolderName, "captures");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
}
