import { z } from "zod";
import { isInViewport } from "../analysis/geometry.js";
import { makeLocatorOf } from "../analysis/locators.js";
import { modalOf } from "../analysis/modal.js";
import { makeShortSelectorOf } from "../analysis/short-selectors.js";
import { testIdOf } from "../analysis/test-ids.js";
import type { Capture } from "../contract/capture.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { page, type Table, tableBy, type Value } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, type OpenedCapture, openCapture } from "./open.js";

/** Everything on a page that can be operated, with a way to find each in a test. */
export const getInteractiveElements = defineTool({
  title: "Controls",
  description: "What can be operated, with selector and locator; under a modal what is in reach.",
  input: { capture: captureArgument, brief: z.boolean().optional().describe("No selector, box") },
  effect: "reads",
  paging: "rows",
  listsCursor: true,
  async run(context, input) {
    const opened = await openCapture(context, input.capture);
    const { filename, capture } = opened;
    const { list, modal } = listed.get(capture) ?? listOf(opened);
    listed.set(capture, { list, modal });
    const count = list.rows.length;
    const hint = input.brief !== true && count > longList ? `${count} rows: brief lists them in half the tokens.` : undefined;
    return {
      fields: { capture: filename, url: page(capture.metadata.url, 300), modal, hint },
      list: input.brief === true ? inBrief(list) : list,
    };
  },
});

/** Some 10,000 tokens. */
const longList = 200;

/** Enough to operate each control. */
function inBrief({ columns, rows }: Table): Table {
  const briefColumns = ["ref", "role", "name", "locator", "states"];
  return { columns: briefColumns, rows: rows.map((row) => row.filter((_, at) => briefColumns.includes(columns[at] ?? ""))) };
}

interface Listed {
  readonly list: Table;
  readonly modal: Value | undefined;
}

/** For the further pages of an answer, while the capture stays in memory: a list of 188,000 tokens took 64 s page by page, and takes 5. */
const listed = new WeakMap<Capture, Listed>();

function listOf({ capture, reader }: OpenedCapture): Listed {
  const { elements, modal } = controlsOf(reader);
  const list = tableBy(elements, {
    ref: ({ ref }) => ref,
    role: ({ role }) => role,
    name: ({ name }) => name,
    tag: ({ tag }) => tag,
    selector: makeShortSelectorOf(reader),
    locator: makeLocatorOf(reader, { isBrief: true }),
    states: ({ states }) =>
      Object.entries(states)
        .map(([state, value]) => (value === "true" ? state : `${state}=${value}`))
        .join(" "),
    box: ({ box }) => box.map(Math.round),
    inViewport: ({ box }) => isInViewport(box, capture.metadata),
    testid: (element) => testIdOf(element)?.value,
  });
  return { list, modal };
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
      role: page(role || undefined, 40),
      name: page(name || undefined, 100),
      outOfReach: all.length - reachable.length,
    },
  };
}
