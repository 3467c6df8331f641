import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { type GivenPage, servePages } from "../../../host/testing/page-server.js";

/** A table of a suite, its titles first, and what differs as lines. */
export interface SuiteResult {
  readonly rows: readonly (readonly (string | number)[])[];
  readonly differences: readonly string[];
}

/** A table with a row of sums below, where it has rows; the first cell of each is its name. */
export function withSums(rows: SuiteResult["rows"]): SuiteResult["rows"] {
  const [titles = [], ...others] = rows;
  const sums = titles.slice(1).map((_, at) => others.reduce((sum, row) => sum + Number(row[at + 1]), 0));
  return others.length === 0 ? rows : [...rows, ["sum", ...sums]];
}

/** Paths below a folder of its pages: no references of picture tests, none that crash, none that wait for a person. */
export function pagesOf(folder: string, area: string): string[] {
  if (!statSync(join(folder, area), { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(join(folder, area), { recursive: true, encoding: "utf8" })
    .filter(
      (path) =>
        /\.x?html$/.test(path) &&
        !/(-ref|-manual|-crash|-print(-ref)?|visited(-cssom)?)\.|crashtests|(^|\/)(manual|support|resources|reference)\//.test(path),
    )
    .toSorted()
    .map((path) => `${area}/${path}`);
}

/** Serves the folder with `scripts` in place of some of its files, and visits its pages one by one in a page that is given anew after a failure. */
export async function visitPages(
  browser: Browser,
  folder: string,
  paths: readonly string[],
  scripts: Readonly<Record<string, string>>,
  visit: (page: Page, path: string) => Promise<void>,
): Promise<string[]> {
  const given = Object.entries(scripts).map(([path, html]): [string, GivenPage] => [
    path,
    { html, headers: { "content-type": "text/javascript" } },
  ]);
  const server = await servePages(Object.fromEntries(given), folder);
  const failures: string[] = [];
  try {
    for (const path of paths) {
      const page = await browser.newPage();
      try {
        page.on("dialog", (dialog) => void dialog.dismiss());
        await page.setViewport({ width: 800, height: 600 });
        // What tsx puts around functions.
        await page.evaluateOnNewDocument("globalThis.__name ??= (one) => one");
        await page.goto(server.url(path), { waitUntil: "load", timeout: 10_000 });
        await visit(page, path);
      } catch (error) {
        failures.push(`${path}: not judged: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        await page.close();
      }
    }
  } finally {
    await server.close();
  }
  return failures;
}
