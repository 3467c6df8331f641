import { makeLocatorOf, quote } from "../analysis/locators.js";
import { modalOf } from "../analysis/modal.js";
import { makeShortSelectorOf } from "../analysis/short-selectors.js";
import { testIdOf } from "../analysis/test-ids.js";
import { isInViewport } from "../analysis/viewport.js";
import type { Box } from "../contract/annotation.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { type Cell, page, type Value } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, openCapture } from "./open.js";

const columns = ["ref", "role", "name", "tag", "selector", "locator", "states", "box", "inViewport", "testid"] as const;
/** Columns that are left out of the rows when all have the same value there. */
const foldable: ReadonlySet<string> = new Set(["states", "inViewport", "testid"]);

/** Everything on a page that can be operated, with a way to find each in a test. */
export const getInteractiveElements = defineTool({
  name: "get_interactive_elements",
  title: "List controls",
  description:
    "What can be operated, each with selector and Playwright locator (null: locator(selector)). With a modal open: only what it leaves in reach.",
  input: { capture: captureArgument },
  effect: "reads",
  paging: "rows",
  async run(context, input) {
    const { filename, capture, reader } = await openCapture(context, input.capture);
    const { elements, modal } = controlsOf(reader);
    const selectorOf = makeShortSelectorOf(reader);
    const locatorOf = makeLocatorOf(reader, { isBrief: true });
    const rows = elements.map((element) => [
      element.ref,
      element.role,
      element.name,
      element.tag,
      selectorOf(element),
      locatorBeside(locatorOf(element), selectorOf(element)),
      Object.entries(element.states)
        .map(([state, value]) => (value === "true" ? state : `${state}=${value}`))
        .join(" "),
      rounded(element.box),
      isInViewport(element.box, capture.metadata),
      testIdOf(element)?.value ?? null,
    ]);
    const { same, varying } = fold(rows);
    return {
      capture: filename,
      fields: { capture: filename, url: page(capture.metadata.url, 300), ...(same === undefined ? {} : { same }), modal },
      list: {
        columns: varying.map((place) => columns[place] ?? ""),
        rows: rows.map((row) => varying.map((place) => row[place] ?? null)),
      },
    };
  },
});

/** What can be operated, and a word on the modal layer that keeps the rest of the page out of reach. */
function controlsOf(reader: CaptureReader): { elements: readonly CapturedElement[]; modal: Value | undefined } {
  const all = [...reader.elements()].filter(
    ({ interactive, visible, focusable, rendered }) => interactive && rendered && (visible || focusable),
  );
  const modal = modalOf(reader);
  if (modal === undefined) return { elements: all, modal: undefined };
  const { index, ref, role, name } = modal.element;
  const isInside = (element: CapturedElement) => element.index >= index && element.index < reader.end(index);
  const reachable = all.filter((element) => modal.isReachable(element.index));
  return {
    elements: [...reachable.filter(isInside), ...reachable.filter((element) => !isInside(element))],
    modal: {
      ref,
      ...(role === "" ? {} : { role: page(role, 40) }),
      ...(name === "" ? {} : { name: page(name, 100) }),
      outOfReach: all.length - reachable.length,
    },
  };
}

/** A locator that only repeats the selector says nothing. */
function locatorBeside(locator: string, selector: string): string | null {
  return locator === `locator(${quote(selector)})` ? null : locator;
}

function rounded(box: Box): Cell {
  return box.map(Math.round);
}

/** Takes out columns that have one value in all rows. Only our own words and numbers: a page's stand between its delimiters. */
function fold(rows: readonly (readonly Cell[])[]): { same: Value | undefined; varying: readonly number[] } {
  const [first = []] = rows;
  const isSame = (place: number) =>
    rows.length > 1 && foldable.has(columns[place] ?? "") && rows.every((row) => row[place] === first[place]) && !isText(first[place]);
  const places = columns.map((_, place) => place);
  const entries = places.filter(isSame).map((place): [string, Value] => [columns[place] ?? "", toValue(first[place])]);
  return { same: entries.length === 0 ? undefined : Object.fromEntries(entries), varying: places.filter((place) => !isSame(place)) };
}

function isText(cell: Cell | undefined): boolean {
  return typeof cell === "string" && cell !== "";
}

function toValue(cell: Cell | undefined): Value {
  return typeof cell === "string" || typeof cell === "boolean" || typeof cell === "number" ? cell : null;
}
