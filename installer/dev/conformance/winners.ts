import type { Browser, Page } from "puppeteer-core";
import { bundleCascade } from "../../../extension/capture/cascade/testing/cascade-engine.js";
import { type Judgement, judgePage } from "../../../extension/capture/cascade/testing/devtools-judge.js";
import { pagesOf, type SuiteResult, visitPages, withSums } from "./suite.js";

const areas =
  "css-cascade css-nesting selectors css-variables css-conditional css-shadow css-properties-values-api css-mixins css-transitions"
    .split(" ")
    .map((name) => `css/${name}`);

/** Stands in for the tests' harness: each test is run on demand, and its page stands until the next one. */
const harness = `
  const tests = [], cleanups = [], onLoad = [];
  const asTest = { add_cleanup: (one) => cleanups.push(one), step: (one) => one.call(asTest, asTest), step_func: (one) => one, step_func_done: (one) => one ?? (() => {}),
    unreached_func: () => () => {}, done: () => {}, step_timeout: setTimeout, step_wait: async () => {}, step_wait_func: () => {} };
  const add = (run) => void tests.push(run);
  Object.assign(globalThis, { test: add, promise_test: add, async_test: (run) => (typeof run === "function" && add(run), asTest), setup: (run) => typeof run === "function" && run(),
    promise_setup: add, done: () => {}, add_completion_callback: () => {}, add_result_callback: () => {}, generate_tests: (run, all) => all.forEach(([, ...rest]) => add(() => run(...rest))),
    format_value: String, step_timeout: setTimeout, fetch_tests_from_window: () => {}, subsetTest: (run, ...rest) => run(...rest) });
  for (const name of "true false equals not_equals in_array array_equals approx_equals less_than greater_than greater_than_equal less_than_equal between_exclusive regexp_match class_string own_property inherits idl_attribute readonly throws_js throws_dom throws_exactly unreached implements_precondition implements implements_any implements_optional equals_sequence".split(" "))
    globalThis["assert_" + name] ??= () => {};
  globalThis.nextTest = async () => {
    for (const one of cleanups.splice(0)) try { one() } catch {}
    const run = tests.shift();
    if (run === undefined) return false;
    try { await Promise.race([run.call(asTest, asTest), new Promise((end) => setTimeout(end, 300))]) } catch {}
    return true;
  };`;

/** What decides the winners: most tests ask about the page that those before them left. */
const stateOfPage = `document.documentElement.outerHTML + Array.from(document.styleSheets, (sheet) => { try { return Array.from(sheet.cssRules, (rule) => rule.cssText).join() } catch { return "" } }).join()`;

const mostTests = 40;
const mostElements = 40;

/** A judgement of a page that has not changed by itself meanwhile, as those of pictures do in their first frames; the last of five. */
async function judgedAtRest(page: Page, script: string): Promise<Judgement> {
  for (let tries = 1; ; tries++) {
    const before = await page.evaluate(stateOfPage);
    const judgement = await judgePage(page, script, mostElements);
    if (tries === 5 || before === (await page.evaluate(stateOfPage))) return judgement;
  }
}

/** How many winners that a page's explanations name are those of the browser's developer tools. */
export async function measureWinners(browser: Browser, folder: string, isWanted: (path: string) => boolean): Promise<SuiteResult> {
  const script = await bundleCascade();
  const scripts = { "resources/testharness.js": harness, "resources/testharnessreport.js": "" };
  const rows: (string | number)[][] = [["winners", "pages", "right", "wrong", "silent", "cannot tell"]];
  const differences: string[] = [];
  for (const area of areas) {
    const sums = [0, 0, 0, 0];
    const paths = pagesOf(folder, area).filter(isWanted);
    const failures = await visitPages(browser, folder, paths, scripts, async (page, path) => {
      let last: unknown;
      for (let count = 0; count < mostTests; count++) {
        const hasRun = await page.evaluate("globalThis.nextTest?.() ?? false");
        if (!hasRun && count > 0) break;
        const state = await page.evaluate(stateOfPage);
        if (state === last) continue;
        last = state;
        const { equal, wrong, silent, unknown, reasons } = await judgedAtRest(page, script);
        for (const [place, part] of [equal, wrong.length, silent.length, unknown].entries()) sums[place] = (sums[place] ?? 0) + part;
        const unsure = [...reasons].map(([why, times]) => `cannot tell ${path} #${count}: ${why} (${times})`);
        differences.push(
          ...wrong.map((one) => `wrong ${path} #${count}: ${one}`),
          ...silent.map((one) => `silent ${path} #${count}: ${one}`),
          ...unsure,
        );
      }
    });
    differences.push(...failures);
    if (paths.length > 0) rows.push([area, paths.length, ...sums]);
  }
  return { rows: withSums(rows), differences };
}
