import { statSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseOptions } from "../../../host/command-line.js";
import { UsageError } from "../../../host/contract/errors.js";
import type { FidelityBrowser } from "./browser.js";
import { openChromium } from "./chromium.js";
import { readEngine } from "./engine.js";
import { openFirefox } from "./firefox.js";
import { differencesOf, type Row, rowOf, tableOf, totalOf } from "./report.js";
import { compareFolder, type FolderMeasures, measureFolder } from "./run.js";

const fixtures = fileURLToPath(new URL("../../../extension/fixtures", import.meta.url));

const usage = `npm run fidelity -- [folder …] [--only NAME] [--differences] [--json] [--min MEASURE=SHARE …] [--fresh]

Opens every page of the folders (the project's fixtures when none is given) in a real browser, captures it, and compares the capture with
the browser's own answers. Shares are per cent that agree; −n counts what does not.

  --browser NAME   chromium (the default) or firefox; Firefox's roles, names and states are held against Chromium's answers
  --parity         compares the captures of both browsers with each other
  --only NAME      pages whose name contains NAME
  --differences    what differs, by cause, with examples
  --json           the figures as JSON
  --min M=S        exit 1 when a total is below S (0 to 1), for instance --min role=0.99 --min name=0.98
  --fresh          bundle the engine from its sources instead of taking the built one`;

const openers = { chromium: openChromium, firefox: openFirefox } as const;

function isBrowser(name: string): name is keyof typeof openers {
  return Object.hasOwn(openers, name);
}

/** `npm run fidelity`. Exits 0 when done, 1 when a threshold is missed or a page fails, 2 on wrong usage. */
async function main(): Promise<number> {
  if (process.argv.includes("--help")) {
    console.log(usage);
    return 0;
  }
  const options = read();
  if (options === undefined) return 2;
  const { values, folders, minima } = options;
  const engine = await readEngine(values.fresh);
  const browsers = values.parity ? [await openChromium(), await openFirefox()] : [await openers[values.browser]()];
  const results: FolderMeasures[] = [];
  try {
    for (const folder of folders) results.push(await measure(folder, browsers, engine, values.only));
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
  const measures = results.flatMap(({ pages }) => pages);
  const failures = results.flatMap(({ failures }) => failures);
  if (measures.length + failures.length === 0) return refuse("no page found: the folders must hold .html or .xhtml files");
  const total = totalOf(measures);
  const rows = [...measures.map(rowOf), total];
  console.log(values.json ? JSON.stringify(rows) : tableOf(rows));
  if (values.differences) console.log(`\n${differencesOf(measures)}`);
  return report([...failures.map(({ page, message }) => `${page} could not be captured: ${message}`), ...missed(total, minima)]);
}

async function measure(folder: string, [one, other]: readonly FidelityBrowser[], engine: string, only: string): Promise<FolderMeasures> {
  if (one === undefined) return { pages: [], failures: [] };
  const isBoth = other !== undefined;
  return isBoth ? compareFolder(folder, [one, other], engine, only, showPage) : measureFolder(folder, one, engine, only, showPage);
}

/** Not on stdout, where the figures go. */
function showPage(name: string, place: number, count: number): void {
  console.error(`[${place}/${count}] ${name}`);
}

function read() {
  try {
    const { values, positionals } = parseOptions(
      process.argv.slice(2),
      {
        browser: { type: "string", default: "chromium" },
        parity: { type: "boolean", default: false },
        only: { type: "string", default: "" },
        differences: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        fresh: { type: "boolean", default: false },
        min: { type: "string", multiple: true, default: [] },
      },
      true,
    );
    const folders = positionals.length === 0 ? [fixtures] : positionals;
    const absent = folders.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
    const minima = values.min.map((text) => /^([a-z]+)=(0(?:\.\d+)?|1(?:\.0+)?)$/.exec(text));
    const { browser } = values;
    if (!isBrowser(browser)) return wrong(`--browser takes chromium or firefox, not ${browser}\n\n${usage}`);
    if (absent !== undefined) return wrong(`not a folder: ${absent}\n\n${usage}`);
    if (minima.includes(null)) return wrong(`--min takes a measure and a share, as in role=0.99\n\n${usage}`);
    return {
      values: { ...values, browser },
      folders,
      minima: minima.map((match): [string, number] => [match?.[1] ?? "", Number(match?.[2])]),
    };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return wrong(`${error.message}\n\n${usage}`);
  }
}

function wrong(message: string): undefined {
  console.error(message);
}

function refuse(message: string): number {
  console.error(message);
  return 2;
}

function missed({ shares }: Row, minima: readonly [string, number][]): string[] {
  return minima.flatMap(([measure, least]) => {
    const share = shares[measure];
    if (share === undefined) return [`${measure} is not measured; there are ${Object.keys(shares).join(", ")}`];
    return share < least ? [`${measure} is ${share.toFixed(4)}, below ${least}`] : [];
  });
}

function report(problems: readonly string[]): number {
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = await main();
