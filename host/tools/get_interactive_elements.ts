import { z } from "zod";
import { isInViewport } from "../analysis/geometry.js";
import { makeLocatorOf } from "../analysis/locators.js";
import { modalOf } from "../analysis/modal.js";
import { makeShortSelectorOf } from "../analysis/short-selectors.js";
import { testIdOf } from "../analysis/test-ids.js";
import type { Box } from "../contract/annotation.js";
import type { Capture } from "../contract/capture.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { type Cell, page, type Row, type Value } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, type OpenedCapture, openCapture } from "./open.js";

const columns = ["ref", "role", "name", "tag", "selector", "locator", "states", "box", "inViewport", "testid"] as const;
/** Enough to operate each control. */
const briefColumns: readonly string[] = ["ref", "role", "name", "locator", "states"];

/** Everything on a page that can be operated, with a way to find each in a test. */
export const getInteractiveElements = defineTool({
  name: "get_interactive_elements",
  title: "Controls",
  description: "What can be operated, with selector and locator; under a modal what is in reach.",
  input: { capture: captureArgument, brief: z.boolean().optional().describe("No selector, box") },
  effect: "reads",
  paging: "rows",
  listsCursor: true,
  async run(context, input) {
    const opened = await openCapture(context, input.capture);
    const { filename, capture } = opened;
    const { rows, modal } = listed.get(capture) ?? listOf(opened);
    listed.set(capture, { rows, modal });
    const hint = input.brief !== true && rows.length > longList ? `${rows.length} rows: brief lists them in half the tokens.` : undefined;
    return {
      capture: filename,
      fields: { capture: filename, url: page(capture.metadata.url, 300), modal, hint },
      list: input.brief === true ? { columns: briefColumns, rows: rows.map(inBrief) } : { columns, rows },
    };
  },
});

/** Some 10,000 tokens. */
const longList = 200;

function inBrief(row: Row): Row {
  return row.filter((_, at) => briefColumns.includes(columns[at] ?? ""));
}

interface Listed {
  readonly rows: readonly Row[];
  readonly modal: Value | undefined;
}

/** For the further pages of an answer, while the capture stays in memory: a list of 188,000 tokens took 64 s page by page, and takes 5. */
const listed = new WeakMap<Capture, Listed>();

function listOf({ capture, reader }: OpenedCapture): Listed {
  const { elements, modal } = controlsOf(reader);
  const selectorOf = makeShortSelectorOf(reader);
  const locatorOf = makeLocatorOf(reader, { isBrief: true });
  const rows = elements.map((element) => [
    element.ref,
    element.role,
    element.name,
    element.tag,
    selectorOf(element),
    locatorOf(element),
    Object.entries(element.states)
      .map(([state, value]) => (value === "true" ? state : `${state}=${value}`))
      .join(" "),
    rounded(element.box),
    isInViewport(element.box, capture.metadata),
    testIdOf(element)?.value ?? null,
  ]);
  return { rows, modal };
}

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

function rounded(box: Box): Cell {
  return box.map(Math.round);
}
