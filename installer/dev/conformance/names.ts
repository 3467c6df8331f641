import type { Browser } from "puppeteer-core";
import { bundleForPage } from "../../../host/testing/bundle.js";
import { pagesOf, type SuiteResult, visitPages } from "./suite.js";

const areas = ["accname", "html-aam", "wai-aria", "core-aam", "svg-aam"];
const judges = ["svc", "chromium"] as const;

/** What the tests ask of a browser's driver, answered by the judge of the page's address. */
const driver = `
  const ask = (of) => async (element) => new URLSearchParams(location.search).get("judge") === "svc" ? askCapture(element)[of] : element["computed" + of[0].toUpperCase() + of.slice(1)];
  globalThis.test_driver = { get_computed_role: ask("role"), get_computed_label: ask("name"), bless: () => {}, click: (one) => one.click() };
  globalThis.test_driver_internal = {};`;
const report = `globalThis.finished = new Promise((done) => add_completion_callback((tests) => done(tests.map(({ name, status, message }) => [name, status === 0, message ?? ""]))));
  setup({ explicit_timeout: true });`;

/** How many tests of roles and names are right by a capture, and by the browser's own tree. */
export async function measureNames(browser: Browser, folder: string, isWanted: (path: string) => boolean): Promise<SuiteResult> {
  const script = await bundleForPage(new URL("in-page.ts", import.meta.url));
  const scripts = {
    "resources/testdriver.js": `${script}${driver}`,
    "resources/testdriver-vendor.js": "",
    "resources/testdriver-actions.js": "",
    "resources/testharnessreport.js": report,
  };
  const rows: (string | number)[][] = [["roles and names", "tests", ...judges]];
  const differences: string[] = [];
  for (const area of areas) {
    const right = new Map(judges.map((judge) => [judge, new Set<string>()]));
    const all = new Set<string>();
    const paths = pagesOf(folder, area).filter(isWanted);
    for (const judge of judges) {
      const failures = await visitPages(
        browser,
        folder,
        paths.map((path) => `${path}?judge=${judge}`),
        scripts,
        async (page, path) => {
          const wait = new Promise<never>((_, fail) => setTimeout(() => fail(new Error("no result in 10 s")), 10_000));
          const results = await Promise.race([page.evaluate("globalThis.finished ?? []"), wait]);
          for (const [name, isRight, message] of results as [string, boolean, string][]) {
            const test = `${path.replace(/\?.*/, "")}: ${name}`;
            all.add(test);
            if (isRight) right.get(judge)?.add(test);
            else differences.push(`${judge} ${test}: ${message.replaceAll(/\s+/g, " ").slice(0, 400)}`);
          }
        },
      );
      differences.push(...failures);
    }
    if (all.size > 0) rows.push([area, all.size, ...judges.map((judge) => right.get(judge)?.size ?? 0)]);
  }
  return { rows, differences };
}
