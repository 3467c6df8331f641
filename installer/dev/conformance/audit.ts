import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import { z } from "zod";
import { auditAccessibility, ownRules } from "../../../host/analysis/accessibility/audit.js";
import { type CapturedElement, readCapture } from "../../../host/contract/reader.js";
import { openStudio } from "../../../host/testing/captures.js";
import { pagesOf, type SuiteResult, withSums } from "./suite.js";

/** One of axe-core's integration tests: which elements of the page of the same name break a rule and which keep it, by selectors from frame to frame. */
const targets = z.array(z.array(z.union([z.string(), z.array(z.string())]))).default([]);
const testSchema = z.object({ rule: z.string(), violations: targets, passes: targets });

const page = `<!doctype html><html lang="en"><title>t</title><body><div id="fixture"></div></body></html>`;
/** Puts a test's text into the page as axe-core's runner does, and waits for its frames. */
const fill = (text: string) => `(async () => {
  fixture.innerHTML = ${JSON.stringify(text)};
  const loaded = (frame) => new Promise((done) => { frame.addEventListener("load", done); setTimeout(done, 800); });
  await Promise.all([...document.querySelectorAll("#fixture iframe")].map(loaded));
})()`;

/** How many of the violations that axe-core's tests expect our rules find in a capture, and how many elements that pass they flag. */
export async function measureAudit(browser: Browser, folder: string, isWanted: (path: string) => boolean): Promise<SuiteResult> {
  const rows: (string | number)[][] = [["audit", "violations", "found", "passes", "flagged"]];
  const differences: string[] = [];
  const studio = await openStudio(join(folder, "test"), async () => ({ newPage: () => browser.newPage(), close: () => Promise.resolve() }));
  for (const path of pagesOf(join(folder, "test"), "integration/rules").filter(isWanted)) {
    const file = join(folder, "test", path);
    const test = readTest(file.replace(/\.html$/, ".json"));
    if (test === undefined || !ownRules.includes(test.rule)) continue;
    const capture = await studio.html(page, { path: path.replace(/\.html$/, ".page.html"), change: fill(readFileSync(file, "utf8")) });
    const found = auditAccessibility(readCapture(capture), { rule: test.rule }).findings.flatMap(({ element }) => element ?? []);
    const isFound = (target: readonly (string | readonly string[])[]) => found.some((element) => isAt(element, target.flat().at(-1) ?? ""));
    const missed = test.violations.filter((one) => !isFound(one));
    const flagged = test.passes.filter(isFound);
    rows.push([
      path.slice("integration/rules/".length),
      test.violations.length,
      test.violations.length - missed.length,
      test.passes.length,
      flagged.length,
    ]);
    differences.push(
      ...missed.map((one) => `missed ${path}: ${one.flat().join(" ")}`),
      ...flagged.map((one) => `wrong ${path}: ${one.flat().join(" ")}`),
    );
  }
  await studio.close();
  return { rows: withSums(rows), differences };
}

/** Undefined for a page without a test of its name, as those of frames. */
function readTest(file: string): z.infer<typeof testSchema> | undefined {
  try {
    return testSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** The tests name their elements by an id or an attribute. */
function isAt({ attributes }: CapturedElement, selector: string): boolean {
  const [, id] = /^#([\w-]+)$/.exec(selector) ?? [];
  if (id !== undefined) return attributes["id"] === id;
  const [, name = "", value = ""] = /\[([\w-]+)="?([^"\]]*)"?\]$/.exec(selector) ?? [];
  return name !== "" && attributes[name] === value;
}
