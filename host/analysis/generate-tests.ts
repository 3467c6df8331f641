import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { elementsWithin, firstWithin, isOfApp, isWithin, wordsWithin } from "./element-facts.js";
import { judgedElements } from "./judged.js";
import { makeLocatorOf, makeNameArgumentOf, quote as quoteSingle } from "./locators.js";
import { modalOf } from "./modal.js";
import { type Collection, collectionsOf } from "./repeated-items.js";
import { fieldRoles, isHeading, landmarkRoles } from "./roles.js";
import { rootPathOf } from "./roots.js";
import { makePiercingSelectorOf } from "./short-selectors.js";

export interface GeneratedTests {
  readonly code: string;
  /** Controls before the first that the file covers, and how many it covers. */
  readonly skipped: number;
  readonly covered: number;
  readonly controls: number;
}

export interface GenerateOptions {
  readonly within?: CapturedElement | undefined;
  /** Controls that files before this one cover; headings and landmarks stand in the first. */
  readonly skip?: number;
  readonly maxCost: number;
  readonly costOf: (text: string) => number;
}

/** Writes a test that each control is there and usable as captured, of rows their controls alone. `maxCost`: most that the lines may cost. */
export function generateTests(reader: CaptureReader, options: GenerateOptions): GeneratedTests {
  const { within, skip = 0, maxCost, costOf } = options;
  const elements = testable(reader, within);
  const locatorOf = makeLocatorOf(reader);
  const controls = elements.filter(({ interactive, focusable, states }) => interactive && (focusable || states["disabled"] !== undefined));
  const head = headOf(reader);
  let room = maxCost - costOf([...head, frameOfTests].join("\n"));
  const take = (lines: readonly string[]) => {
    room -= costOf(`${lines.join("\n")}\n`);
    return room < 0 ? undefined : lines;
  };
  const texts =
    within === undefined || !isPlainText(reader, within) ? [] : [hasText(`page.${locatorOf(within)}`, quoteSingle(within.text))];
  const structureLines = (skip > 0 ? [] : [...texts, ...structureOf(reader, elements, locatorOf)]).flatMap((line) => take([line]) ?? []);
  const controlLines: string[] = [];
  let covered = 0;
  let before = 0;
  for (const { lines, count } of blocksOf(reader, controls, locatorOf)) {
    if (before < skip) {
      before += count;
      continue;
    }
    const taken = take(lines);
    if (taken === undefined) break;
    controlLines.push(...taken);
    covered += count;
  }
  const lines = [
    ...(structureLines.length === 0 ? [] : ["", structureHead, ...structureLines, "  });"]),
    ...(controlLines.length === 0 ? [] : ["", controlsHead, ...controlLines, "  });"]),
  ];
  return { code: [...head, ...lines, "});", ""].join("\n"), skipped: skip, covered, controls: controls.length };
}

const structureHead = `  test("has its landmarks, headings and labels", async ({ page }) => {`;
const controlsHead = `  test("offers its controls", async ({ page }) => {`;
const frameOfTests = ["", structureHead, "  });", "", controlsHead, "  });", "});", ""].join("\n");

function headOf(reader: CaptureReader): string[] {
  const { url, title } = reader.capture.metadata;
  const modal = modalOf(reader);
  const layer = modal === undefined ? "" : [modal.element.role || "layer", modal.element.name].filter((word) => word !== "").join(" ");
  const state = layer === "" ? [] : [`    // The page was captured with an open layer (${oneLine(layer)}): open it here, as the user did.`];
  return [
    `import { expect, test } from "@playwright/test";`,
    "",
    `test.describe(${quote(title || "Page")}, () => {`,
    `  test.beforeEach(async ({ page }) => {`,
    `    await page.goto(${quote(url)});`,
    ...state,
    `  });`,
  ];
}

/** What a test can see: closed shadow roots and frames of other origins are out of its reach, and so is the page behind a modal layer. */
function testable(reader: CaptureReader, within: CapturedElement | undefined): CapturedElement[] {
  const modal = modalOf(reader);
  return [...judgedElements(reader).elements()].filter(
    (element) =>
      isWithin(reader, within?.index ?? 0, element.index) && isStable(reader, element) && modal?.isReachable(element.index) !== false,
  );
}

/** Playwright calls visible what has a box, wherever a container around it is scrolled to. */
function isScrolledAway(reader: CaptureReader, { index, rendered, visible }: CapturedElement): boolean {
  if (visible || !rendered || !reader.ancestors(index).some((at) => /auto|scroll/.test(reader.style(at, "overflow") ?? ""))) return false;
  return firstWithin(reader, index, ({ unseen }) => unseen === "clipped") !== undefined;
}

function isStable(reader: CaptureReader, element: CapturedElement): boolean {
  return (
    (element.visible || isScrolledAway(reader, element)) &&
    !element.withheld &&
    element.box[2] > 0 &&
    element.box[3] > 0 &&
    rootPathOf(reader, element.index).at(-1)?.kind !== "closed-shadow" &&
    isOfApp(reader, element)
  );
}

/** Assertions on what a page is read by: landmarks, headings, headers of tables, pictures and labels, but for those in rows of data. Of several with one name, how many there are. */
function structureOf(
  reader: CaptureReader,
  elements: readonly CapturedElement[],
  locatorOf: (element: CapturedElement) => string,
): readonly string[] {
  const nameArgumentOf = makeNameArgumentOf(reader);
  const collections = collectionsOf(reader);
  const isData = ({ index }: CapturedElement) => reader.ancestors(index).some((at) => collections.has(at));
  const isPlain = reader.capture.nodes.roots.length === 1;
  const labels = [...reader.elements()]
    .filter(({ tag }) => tag === "label")
    .map((label) => ({ words: wordsPattern(wordsWithin(reader, label.index).toLowerCase()), isRow: isData(label) }));
  const lineOf = (element: CapturedElement): string[] => {
    const { role, name, tag, accessible } = element;
    const seen = (target: string) => [`    await expect.soft(page.${target}).toBeVisible();`];
    const counted = (target: string, count: number) => [`    await expect.soft(page.${target}).toHaveCount(${count});`];
    if (tag === "label") {
      const words = wordsPattern(elementsWithin(reader, element.index).find((one) => one.text !== "")?.text ?? "");
      const equal = labels.filter((label) => words !== "" && label.words.includes(words.toLowerCase()));
      const locator = `locator('label').filter({ hasText: /${words}/i })`;
      if (equal.length < 2) return equal.flatMap(() => seen(locator));
      return isPlain && !equal.some(({ isRow }) => isRow) ? counted(locator, equal.length) : [];
    }
    if (!isHeading(element) && !landmarkRoles.has(role) && !namedRoles.has(role) && !orderedParts.has(role)) return [];
    const locator = locatorOf(element);
    const order = orderOf(reader, element, `page.${locator}`, elements);
    if (order.length > 0 || role === "table") return order;
    if (locator.includes("getByRole")) return seen(locator);
    const argument = accessible && name !== "" && name.length <= 80 && !name.includes("\n") ? nameArgumentOf(element) : undefined;
    if (argument === undefined || landmarkRoles.has(role) || !isPlain) return [];
    const equal = [...reader.elements()].filter((one) => one.accessible && one.role === role && one.name === name);
    return counted(`getByRole(${quoteSingle(role)}, { name: ${argument} })`, equal.length);
  };
  return [...new Set(elements.filter((element) => !isData(element)).flatMap(lineOf))];
}

/** The texts of a menu's entries, tabs or columns in their order, where each has one of its own; numbers are data. */
function orderOf(reader: CaptureReader, { index, role }: CapturedElement, target: string, stable: readonly CapturedElement[]): string[] {
  const part = orderedParts.get(role);
  const parts = elementsWithin(reader, index).filter((one) => one.accessible && one.role === part);
  const texts = new Set(parts.map(({ text }) => text.trim()));
  const isFixed = (one: CapturedElement) => stable.includes(one) && isPlainText(reader, one) && !/\d/.test(one.text);
  if (texts.size < 2 || texts.size < parts.length || !parts.every(isFixed)) return [];
  return [hasText(`${target}.getByRole('${part}')`, `[${[...texts].map(quoteSingle).join(", ")}]`)];
}

const orderedParts: ReadonlyMap<string, string> = new Map([
  ["navigation", "link"],
  ["tablist", "tab"],
  ["menubar", "menuitem"],
  ["table", "columnheader"],
]);

function hasText(target: string, expected: string): string {
  return `    await expect.soft(${target}).toHaveText(${expected});`;
}

function isPlainText(reader: CaptureReader, { index, text }: CapturedElement): boolean {
  return text.trim() !== "" && text.length <= 200 && !text.includes("\n") && reader.children(index).length === 0;
}

/** Roles of the cells that name a table's columns and rows, and of pictures. */
const namedRoles = new Set(["columnheader", "rowheader", "img", "image"]);

/** Words as a regular expression finds them with or without space between them, as elements may stand there. */
function wordsPattern(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("\\s*");
}

/** Lines that stand or fall together, and how many controls they cover. */
interface Block {
  readonly lines: readonly string[];
  readonly count: number;
}

/** Controls in document order; those of a collection's items stand together where its first one does. */
function blocksOf(reader: CaptureReader, controls: readonly CapturedElement[], locatorOf: (element: CapturedElement) => string): Block[] {
  const selectorOf = makePiercingSelectorOf(reader);
  const collections = collectionsOf(reader);
  const collectionOf = (element: CapturedElement) => reader.ancestors(element.index).flatMap((at) => collections.get(at) ?? [])[0];
  const locatorsWithin = makeLocatorsWithin(reader);
  const done = new Set<Collection>();
  return controls.flatMap((element): Block[] => {
    const collection = collectionOf(element);
    const items = collection === undefined ? undefined : selectorOf(reader.element(collection.parent));
    if (collection === undefined || items === undefined) return [{ lines: assertions(element, `page.${locatorOf(element)}`), count: 1 }];
    if (done.has(collection)) return [];
    done.add(collection);
    const members = controls.filter((one) => collectionOf(one) === collection);
    return [{ lines: collectionLines(collection, `${items} > ${collection.tag}`, members, locatorsWithin), count: members.length }];
  });
}

/** Every item offers what all of them offer; names that differ from item to item are data. */
function collectionLines(
  { items, tag }: Collection,
  selector: string,
  members: readonly CapturedElement[],
  locatorsWithin: (element: CapturedElement) => readonly string[],
): string[] {
  const name = `${tag.replace(/\W/g, "")}s${items[0] ?? 0}`;
  const itemOf = ({ index }: CapturedElement) => items.findLast((item) => item <= index) ?? -1;
  const inItems = new Map<string, Set<number>>();
  for (const member of members)
    for (const locator of locatorsWithin(member)) inItems.set(locator, (inItems.get(locator) ?? new Set()).add(itemOf(member)));
  const [first = -1] = items;
  const own = members.filter((member) => itemOf(member) === first);
  const locators = new Set(
    own.flatMap((member) => locatorsWithin(member).find((locator) => inItems.get(locator)?.size === items.length) ?? []),
  );
  return [
    `    // ${items.length} <${tag}> of data, whatever they hold: make them first when the page starts without.`,
    `    const ${name} = page.locator(${quoteSingle(selector)});`,
    `    await expect.soft(${name}.first()).toBeVisible();`,
    ...[...locators].map((locator) => `    await expect.soft(${name}.filter({ hasNot: page.${locator} })).toHaveCount(0);`),
  ];
}

/** Returns ways to find a control in its item, the most exact first. */
function makeLocatorsWithin(reader: CaptureReader): (element: CapturedElement) => string[] {
  const nameArgumentOf = makeNameArgumentOf(reader);
  return (element) => {
    const { role, name, accessible } = element;
    if (role === "" || role === "generic" || !accessible) return [];
    // Playwright knows those by a name alone.
    if (name === "" && /^(form|region)$/.test(role)) return [];
    const byRole = `getByRole(${quoteSingle(role)})`;
    const argument = name === "" || name.length > 80 || name.includes("\n") ? undefined : nameArgumentOf(element);
    return argument === undefined ? [byRole] : [`getByRole(${quoteSingle(role)}, { name: ${argument} })`, byRole];
  };
}

/** A file of soft assertions reports all that is missing in one run. */
function assertions({ states, role, attributes: { href = "", "aria-expanded": expanded } }: CapturedElement, target: string): string[] {
  const lines = [`    await expect.soft(${target}).toBeVisible();`];
  if (states["disabled"] !== undefined) lines.push(`    await expect.soft(${target}).toBeDisabled();`);
  else if (fieldRoles.has(role) || role === "button") lines.push(`    await expect.soft(${target}).toBeEnabled();`);
  if (expanded !== undefined) lines.push(`    await expect.soft(${target}).toHaveAttribute('aria-expanded', ${quoteSingle(expanded)});`);
  // Numbers and queries are data, fragments states.
  if (role === "link" && /^[^?#\d]+$/.test(href))
    lines.push(`    await expect.soft(${target}).toHaveAttribute('href', ${quoteSingle(href)});`);
  return lines;
}

/** For a comment. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, " ").slice(0, 80);
}

function quote(text: string): string {
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
