import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import { judgesOfNames } from "./judges.js";
import { type SuiteResult, visitPages } from "./suite.js";

/** Where a checkout of Playwright keeps its copies of the platform's tests. */
const copiesFolder = "tests/assets/wpt";

/** The older tests name elements by id and state their names for ATK; what else they load does nothing here. */
const statements = `
  globalThis.setup = () => {};
  globalThis.AriaUtils = new Proxy({}, { get: () => () => {} });
  globalThis.stated = [];
  globalThis.ATTAcomm = class {
    constructor({ steps }) {
      for (const { element, test } of steps)
        for (const [kind, what, relation, name] of test.ATK ?? [])
          if (kind === "property" && what === "name" && relation === "is") stated.push([element, name]);
    }
  };`;
const inert = ["resources/testharnessreport", "resources/testdriver", "resources/testdriver-vendor", "resources/testdriver-actions"];

/** Rows of what a test is called, the name or role that it wants, and the judge's. */
const answers = `[
  ...stated.map(([id, wanted]) => [id, wanted, document.getElementById(id)]),
  ...[...document.querySelectorAll("[data-expectedlabel]")].map((one) => [one.dataset.testname, one.dataset.expectedlabel, one]),
].map(([test, wanted, element]) => [test, wanted.trim(), element === null ? "no element" : askJudge(element).name.trim()])`;

/** How many tests of names that Playwright keeps are right by each judge. */
export async function measureCopies(browser: Browser, folder: string, isWanted: (path: string) => boolean): Promise<SuiteResult> {
  const copies = join(folder, copiesFolder);
  const judges = await judgesOfNames(folder);
  const titles = ["names, Playwright's copies", "tests", ...judges.keys()];
  if (!statSync(copies, { throwIfNoEntry: false })?.isDirectory()) return { rows: [titles], differences: [] };
  const pages = readdirSync(copies, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".html"));
  const paths = pages.filter((path) => isWanted(`${copiesFolder}/${path}`)).toSorted();
  const all = new Set<string>();
  const right: number[] = [];
  const differences: string[] = [];
  for (const [judge, script] of judges) {
    const empty = ["wai-aria/scripts/ATTAcomm", "wai-aria/scripts/aria-utils", ...inert].map((path) => [`${path}.js`, ""]);
    const scripts = { ...Object.fromEntries(empty), "resources/testharness.js": statements };
    let count = 0;
    const failures = await visitPages(browser, copies, paths, scripts, async (page, path) => {
      await page.evaluate(script);
      for (const [test, wanted, name] of (await page.evaluate(answers)) as [string, string, string][]) {
        all.add(`${path}: ${test}`);
        if (name === wanted) count++;
        else differences.push(`${judge} ${path}: ${test}: wanted ${JSON.stringify(wanted)}, has ${JSON.stringify(name)}`);
      }
    });
    right.push(count);
    differences.push(...failures.map((failure) => `${judge} ${failure}`));
  }
  return { rows: all.size === 0 ? [titles] : [titles, ["accname", all.size, ...right]], differences };
}
