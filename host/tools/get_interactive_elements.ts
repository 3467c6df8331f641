import { z } from "zod";
import { type Controls, controlsOf, distinguishingTexts } from "../analysis/controls.js";
import { isInViewport } from "../analysis/geometry.js";
import { makeLocatorOf } from "../analysis/locators.js";
import { makeShortSelectorOf } from "../analysis/short-selectors.js";
import { testIdOf } from "../analysis/test-ids.js";
import type { Capture } from "../contract/capture.js";
import type { CapturedElement } from "../contract/reader.js";
import { type Cell, page, tableBy, type Value } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, type OpenedCapture, openCapture } from "./open.js";

/** Everything on a page that can be operated, with a way to find each in a test. */
export const getInteractiveElements = defineTool({
  title: "Controls",
  description: "What can be operated, its states, selector, locator; under a modal what is in reach.",
  input: { capture: captureArgument, brief: z.boolean().optional().describe("No selector, box") },
  effect: "reads",
  paging: "rows",
  listsCursor: true,
  async run(context, input) {
    const opened = await openCapture(context, input.capture);
    const { filename, capture } = opened;
    const known = listed.get(capture) ?? listOf(opened);
    listed.set(capture, known);
    const { elements } = known.controls;
    const isBrief = input.brief === true;
    const hint = !isBrief && elements.length > longList ? `${elements.length} rows: brief lists them in half the tokens.` : undefined;
    const columns = Object.entries(known.columns).filter(([name]) => !isBrief || briefColumns.includes(name));
    return {
      fields: { capture: filename, url: page(capture.metadata.url, 300), modal: modalFields(known.controls), hint },
      list: tableBy(elements, Object.fromEntries(columns)),
    };
  },
});

/** Some 10,000 tokens. */
const longList = 200;

/** Enough to operate each control. */
const briefColumns: readonly string[] = ["ref", "role", "name", "text", "locator", "states"];

interface Listed {
  readonly controls: Controls;
  readonly columns: { readonly [column: string]: (element: CapturedElement) => Cell | undefined };
}

/** For the further pages of an answer, while the capture stays in memory: a list of 188,000 tokens took 64 s page by page, and takes 5. */
const listed = new WeakMap<Capture, Listed>();

function listOf({ capture, reader }: OpenedCapture): Listed {
  const controls = controlsOf(reader);
  const texts = distinguishingTexts(reader, controls.elements);
  const columns: Listed["columns"] = {
    ref: ({ ref }) => ref,
    role: ({ role }) => role,
    name: ({ name }) => name,
    ...(texts.size === 0 ? {} : { text: ({ index }) => texts.get(index) }),
    tag: ({ tag }) => tag,
    selector: makeShortSelectorOf(reader),
    locator: makeLocatorOf(reader, { isBrief: true }),
    states: ({ states, accessible }) =>
      [...Object.entries(states), ...(accessible ? [] : [["outsideTree", "true"]])]
        .map(([state, value]) => (value === "true" ? state : `${state}=${value}`))
        .join(" "),
    box: ({ box }) => box.map(Math.round),
    inViewport: ({ box }) => isInViewport(box, capture.metadata),
    testid: (element) => testIdOf(element)?.value,
  };
  return { controls, columns };
}

function modalFields({ modal, outOfReach }: Controls): Value | undefined {
  if (modal === undefined) return undefined;
  const { ref, role, name } = modal;
  return { ref, role: page(role || undefined, 40), name: page(name || undefined, 100), outOfReach };
}
