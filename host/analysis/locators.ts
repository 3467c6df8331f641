import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { rootPathOf } from "./roots.js";

/** Writes the Playwright locator of an element that finds it alone: by test id, by role and name, else by its exact selector. */
export function makeLocatorOf(reader: CaptureReader): (element: CapturedElement) => string {
  const counts = countIn(reader);
  return (element) => {
    const frame = framesOf(reader, element);
    const testId = element.attributes["data-testid"];
    if (testId !== undefined && counts.get(testIdKey(frame, testId)) === 1) return `${frame}getByTestId(${quote(testId)})`;
    if (isNamed(element) && counts.get(roleKey(frame, element)) === 1)
      return `${frame}getByRole(${quote(element.role)}, { name: ${quote(element.name)}, exact: true })`;
    return `${frame}${cssLocator(reader, element)}`;
  };
}

/** How often each test id and each pair of role and name stands in the capture, per frame: Playwright looks through open shadow roots. */
function countIn(reader: CaptureReader): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const element of reader.elements()) {
    const testId = element.attributes["data-testid"];
    if (testId === undefined && !isNamed(element)) continue;
    const frame = framesOf(reader, element);
    if (testId !== undefined) count(testIdKey(frame, testId));
    if (isNamed(element)) count(roleKey(frame, element));
  }
  return counts;
}

/** Roles without a name, and names that Playwright may shorten or that we cut, find too much. */
function isNamed({ role, name, accessible }: CapturedElement): boolean {
  return accessible && role !== "" && role !== "generic" && name !== "" && name.length <= 100 && !name.includes("\n");
}

function testIdKey(frame: string, testId: string): string {
  return `${frame}\ntestid\n${testId}`;
}

/** Playwright joins white space; `exact` minds case. */
function roleKey(frame: string, { role, name }: CapturedElement): string {
  return `${frame}\n${role}\n${name.replace(/\s+/g, " ").trim()}`;
}

function framesOf(reader: CaptureReader, element: CapturedElement): string {
  return rootPathOf(reader, element.index)
    .filter(({ kind }) => kind === "frame")
    .map(({ host }) => `frameLocator(${quote(lastPart(reader.element(host).selector))}).`)
    .join("");
}

/** CSS finds through open shadow roots when each root's part is a step of its own. */
function cssLocator(reader: CaptureReader, element: CapturedElement): string {
  const roots = rootPathOf(reader, element.index);
  const afterFrame = roots.slice(roots.findLastIndex(({ kind }) => kind === "frame") + 1);
  const parts = element.selector.split(" >>> ").slice(-1 - afterFrame.length);
  return parts.map((part) => `locator(${quote(part)})`).join(".");
}

function lastPart(selector: string): string {
  return selector.split(" >>> ").at(-1) ?? selector;
}

function quote(text: string): string {
  return `'${text.replace(/\\/g, "\\\\").replace(/'/g, "\\'").replace(/\n/g, "\\n").replace(/\r/g, "\\r")}'`;
}
