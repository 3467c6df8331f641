import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { judgedElements } from "./judged.js";
import { makeLocatorOf } from "./locators.js";
import { fieldRoles, headingLevel, isHeading, landmarkRoles } from "./roles.js";

export interface GeneratedTests {
  /** A whole Playwright test file. */
  readonly code: string;
  /** Controls that the file covers, and those there are. */
  readonly covered: number;
  readonly controls: number;
}

export interface GenerateOptions {
  readonly within?: CapturedElement | undefined;
  readonly maxCost: number;
  readonly costOf: (text: string) => number;
}

/**
 * Writes a test of what the page offers: each control is there and can be used as it could at capture time. The file's lines cost at most
 * `maxCost` together: controls are left out at the end, never cut in half.
 */
export function generateTests(reader: CaptureReader, options: GenerateOptions): GeneratedTests {
  const { within, maxCost, costOf } = options;
  const first = within?.index ?? 0;
  const end = within === undefined ? reader.count : reader.end(within.index);
  const elements = [...judgedElements(reader).elements()].filter(
    (element) => element.index >= first && element.index < end && isStable(reader, element),
  );
  const plainLocatorOf = makeLocatorOf(reader);
  const locatorOf = (element: CapturedElement) => exactPlace(reader, element, plainLocatorOf(element));
  const structure = elements
    .filter((element) => (isHeading(element) && headingLevel(element) <= 2) || landmarkRoles.has(element.role))
    .filter((element) => locatorOf(element).includes("getByRole"));
  const controls = elements.filter(({ interactive, focusable, states }) => interactive && (focusable || states["disabled"] !== undefined));
  const { url, title } = reader.capture.metadata;
  const head = [
    `import { expect, test } from "@playwright/test";`,
    "",
    `test.describe(${quote(title || "Page")}, () => {`,
    `  test.beforeEach(async ({ page }) => {`,
    `    await page.goto(${quote(url)});`,
    `  });`,
  ];
  let room = maxCost - costOf([...head, frameOfTests].join("\n"));
  const lines: string[] = [];
  const take = (element: CapturedElement) => {
    const text = assertions(element, locatorOf(element));
    room -= costOf(`${text.join("\n")}\n`);
    if (room < 0) return undefined;
    return text;
  };
  const structureLines = structure.flatMap((element) => take(element) ?? []);
  if (structureLines.length > 0) lines.push("", structureHead, ...structureLines, `  });`);
  const controlLines = controls.map(take).filter((text) => text !== undefined);
  if (controlLines.length > 0) lines.push("", controlsHead, ...controlLines.flat(), `  });`);
  return { code: [...head, ...lines, "});", ""].join("\n"), covered: controlLines.length, controls: controls.length };
}

const structureHead = `  test("has its landmarks and headings", async ({ page }) => {`;
const controlsHead = `  test("offers its controls", async ({ page }) => {`;
const frameOfTests = ["", structureHead, "  });", "", controlsHead, "  });", "});", ""].join("\n");

/** Closed shadow roots and frames of other origins are out of a test's reach; what is hidden cannot be seen to be there. */
function isStable(reader: CaptureReader, element: CapturedElement): boolean {
  return element.visible && !element.withheld && element.box[2] > 0 && element.box[3] > 0 && !inClosedRoot(reader, element);
}

function inClosedRoot(reader: CaptureReader, { index }: CapturedElement): boolean {
  const { roots, rootRuns } = reader.capture.nodes;
  for (let run = rootRuns.length - 2; run >= 0; run -= 2) {
    if ((rootRuns[run] ?? 0) <= index) return roots[rootRuns[run + 1] ?? 0]?.kind === "closed-shadow";
  }
  return false;
}

/** Counted from both ends, a place among siblings is no other's when one of them goes. */
function exactPlace(reader: CaptureReader, { index, parent, tag }: CapturedElement, locator: string): string {
  if (parent < 0 || !/:nth-of-type\(\d+\)'\)$/.test(locator)) return locator;
  const alike = reader.children(parent).filter((sibling) => reader.element(sibling).tag === tag);
  return locator.replace(/'\)$/, `:nth-last-of-type(${alike.length - alike.indexOf(index)})')`);
}

function assertions({ states, role }: CapturedElement, locator: string): string[] {
  const target = `page.${locator}`;
  const lines = [`    await expect(${target}).toBeVisible();`];
  if (states["disabled"] !== undefined) lines.push(`    await expect(${target}).toBeDisabled();`);
  else if (fieldRoles.has(role) || role === "button") lines.push(`    await expect(${target}).toBeEnabled();`);
  return lines;
}

function quote(text: string): string {
  return JSON.stringify(text)
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}
