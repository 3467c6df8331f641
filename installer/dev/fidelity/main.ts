import process from "node:process";
import { parseOptions } from "../../../host/command-line.js";
import { UsageError } from "../../../host/contract/errors.js";
import { readEngine } from "../../../host/testing/engine.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { mustBeFolders, runCommand } from "../command.js";
import { openChromium } from "./chromium.js";
import { openFirefox } from "./firefox.js";
import { differencesOf, tableOf } from "./report.js";
import { type FolderMeasures, measureFolder } from "./run.js";

const fixtures = `${projectRoot}extension/fixtures`;

const usage = `npm run fidelity -- [folder …] [--only NAME] [--differences]

Opens every page of the folders (the project's fixtures when none is given) in a real browser, captures it, and compares the capture with
the browser's own answers. Shares are per cent that agree; −n counts what does not.

  --browser NAME   chromium (the default) or firefox; Firefox's roles, names and states are held against Chromium's answers
  --only NAME      pages whose name contains NAME
  --differences    what differs, by cause, with examples`;

const openers = { chromium: openChromium, firefox: openFirefox } as const;

function isBrowser(name: string): name is keyof typeof openers {
  return Object.hasOwn(openers, name);
}

/** `npm run fidelity`. Exits 0 when done, 1 when a page fails, 2 on wrong usage. */
async function main(): Promise<number> {
  const { values, positionals } = parseOptions(process.argv.slice(2), options, true);
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const folders = positionals.length === 0 ? [fixtures] : positionals;
  mustBeFolders(folders);
  if (!isBrowser(values.browser)) throw new UsageError(`--browser takes chromium or firefox, not ${values.browser}`);
  const engine = await readEngine();
  const browser = await openers[values.browser]();
  const results: FolderMeasures[] = [];
  try {
    for (const folder of folders) results.push(await measureFolder(folder, browser, engine, values.only, showPage));
  } finally {
    await browser.close();
  }
  const measures = results.flatMap(({ pages }) => pages);
  const failures = results.flatMap(({ failures }) => failures);
  if (measures.length + failures.length === 0) throw new UsageError("no page found: the folders must hold .html or .xhtml files");
  console.log(tableOf(measures));
  if (values.differences) console.log(`\n${differencesOf(measures)}`);
  for (const { page, message } of failures) console.error(`${page} could not be captured: ${message}`);
  return failures.length === 0 ? 0 : 1;
}

const options = {
  browser: { type: "string", default: "chromium" },
  only: { type: "string", default: "" },
  differences: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Not on stdout, where the figures go. */
function showPage(name: string, place: number, count: number): void {
  console.error(`[${place}/${count}] ${name}`);
}

await runCommand(usage, main);
