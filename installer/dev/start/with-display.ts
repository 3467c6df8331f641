import { launchFirefox } from "../../../extension/e2e/firefox.js";
import { launchChromium } from "../../../host/testing/chromium.js";
import { distPath } from "../../../host/testing/paths.js";
import type { ChosenBrowser } from "./browser.js";
import { atHop } from "./hop.js";
import { bold, print, showConfig } from "./show.js";
import type { Stage } from "./stage.js";

/** A browser window: resolved when the user closes it; closing it twice does no harm. */
interface Window {
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Opens the page in a window with the extension and stays until the window is closed or Ctrl-C. */
export async function runWithDisplay(stage: Stage, chosen: ChosenBrowser): Promise<void> {
  const interrupted = untilInterrupted();
  const window = await atHop("browser", () => (chosen.family === "chromium" ? openChromium(stage) : openFirefox(stage)));
  try {
    showConfig(stage, { isOver: false });
    print(["", bold("Now"), ...nextSteps(stage.root), ""]);
    await Promise.race([window.ended, interrupted]);
  } finally {
    await window.close();
  }
}

function nextSteps(root: string): string[] {
  return [
    "  1. Click the svc icon in the browser's toolbar (it may hide behind the puzzle piece).",
    "  2. The first time, allow native messaging on the page that opens; then click the icon on the shop page again.",
    "  3. Press Send to Agent.",
    `  4. Ask your agent, started in ${root}: “What is wrong with the page I captured?”`,
    "  Close the window or press Ctrl-C to end; the profile and the demo go with it.",
  ];
}

async function openChromium({ profile, env, pageUrl }: Stage): Promise<Window> {
  const browser = await launchChromium({
    headless: false,
    userDataDir: profile,
    enableExtensions: true,
    defaultViewport: null,
    env: { ...process.env, ...env },
    // Ctrl-C is ours: the window is closed in order, then everything else.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const ended = new Promise<void>((resolve) => browser.once("disconnected", () => resolve()));
  await browser.installExtension(distPath("chrome"));
  const [first] = await browser.pages();
  await (first ?? (await browser.newPage())).goto(pageUrl);
  return { ended, close: () => browser.close() };
}

async function openFirefox({ env, pageUrl }: Stage): Promise<Window> {
  const firefox = await launchFirefox({ home: env["HOME"] ?? "", extension: distPath("firefox"), headless: false });
  const ended = new Promise<void>((resolve) => firefox.process.once("exit", () => resolve()));
  await firefox.navigate(pageUrl);
  return { ended, close: async () => (firefox.process.exitCode === null ? firefox.quit() : undefined) };
}

function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
