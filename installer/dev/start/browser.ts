import { type BrowserName, browsers } from "../../browsers/browsers.js";
import { type FoundBrowser, findBrowsers } from "../../browsers/find.js";
import { ensureChromium } from "../../browsers-install.mjs";
import type { Machine } from "../../machine.js";

export interface ChosenBrowser {
  readonly title: string;
  readonly family: "chromium" | "firefox";
  readonly program: string;
}

/** Browsers that take an unpacked extension over their debugging pipe, best known first. */
const preferred: readonly BrowserName[] = ["chromium", "chrome", "edge", "brave", "vivaldi", "firefox"];

/** A browser for the quick start; installs Chromium where that is possible and none is there. Undefined when there is none. */
export async function chooseBrowser(machine: Machine, say: (line: string) => void): Promise<ChosenBrowser | undefined> {
  const named = machine.env["SVC_TEST_CHROMIUM"];
  if (named !== undefined) return { title: "Chromium", family: "chromium", program: named };
  const found = findBrowsers(machine).filter(({ packaging }) => packaging === "plain");
  const best = preferred.flatMap((name) => found.filter((one) => one.name === name))[0];
  if (best !== undefined && browsers[best.name].family === "chromium") return chosen(best, machine);
  const installed = machine.platform === "linux" ? await ensureChromium({ say }) : undefined;
  if (installed !== undefined) return { title: "Chromium", family: "chromium", program: installed };
  return best === undefined ? undefined : chosen(best, machine);
}

function chosen({ name, program }: FoundBrowser, { platform }: Machine): ChosenBrowser {
  const { title, family } = browsers[name];
  // A bundle's program is named after it.
  const bundle = /([^/]+)\.app$/.exec(program)?.[1];
  return { title, family, program: platform === "darwin" && bundle !== undefined ? `${program}/Contents/MacOS/${bundle}` : program };
}
