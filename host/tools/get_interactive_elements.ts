import { z } from "zod";
import { type Controls, controlsOf, distinguishingTexts } from "../analysis/controls.js";
import { isInViewport } from "../analysis/geometry.js";
import { makeLocatorOf, quote } from "../analysis/locators.js";
import { makeShortSelectorOf } from "../analysis/short-selectors.js";
import { testIdOf } from "../analysis/test-ids.js";
import type { Capture } from "../contract/capture.js";
import type { CapturedElement } from "../contract/reader.js";
import { page, tableBy, type Value } from "./answer.js";
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
    const known = listed.get(capture) ?? listOf(opened);
    listed.set(capture, known);
    const { elements } = known.controls;
    const isBrief = input.brief === true;
    const hint = !isBrief && elements.length > longList ? `${elements.length} rows: brief lists them in half the tokens.` : undefined;
    return {
      fields: { capture: filename, url: page(capture.metadata.url, 300), modal: modalFields(known.controls), hint },
      list: tableBy(elements, isBrief ? known.brief : known.columns),
    };
  },
});

/** Some 10,000 tokens. */
const longList = 200;

type Columns = Parameters<typeof tableBy<CapturedElement>>[1];

interface Listed {
  readonly controls: Controls;
  readonly columns: Columns;
  /** Enough to operate each control. */
  readonly brief: Columns;
}

/** For the further pages of an answer, while the capture stays in memory: a list of 188,000 tokens took 64 s page by page, and takes 5. */
const listed = new WeakMap<Capture, Listed>();

function listOf({ capture, reader }: OpenedCapture): Listed {
  const controls = controlsOf(reader);
  const texts = distinguishingTexts(reader, controls.elements);
  const [selector, locator] = [makeShortSelectorOf(reader), makeLocatorOf(reader, { isBrief: true })];
  const beside = (element: CapturedElement) => {
    const found = locator(element);
    // One that is the selector alone stands beside it.
    return found === `locator(${quote(selector(element) ?? "")})` ? null : found;
  };
  const named: Columns = {
    ref: ({ ref }) => ref,
    role: ({ role }) => role,
    name: ({ name }) => name,
    ...(texts.size === 0 ? {} : { text: ({ index }) => texts.get(index) }),
  };
  const states: Columns[string] = ({ states: all }) =>
    Object.entries(all)
      .map(([state, value]) => (value === "true" ? state : `${state}=${value}`))
      .join(" ");
  const columns: Columns = {
    ...{ ...named, tag: ({ tag }) => tag, selector, locator: beside, states },
    box: ({ box }) => box.map(Math.round),
    inViewport: ({ box }) => isInViewport(box, capture.metadata),
    testid: (element) => testIdOf(element)?.value,
  };
  return { controls, columns, brief: { ...named, locator, states } };
}

function modalFields({ modal, outOfReach }: Controls): Value | undefined {
  if (modal === undefined) return undefined;
  const { ref, role, name } = modal;
  return { ref, role: page(role || undefined, 40), name: page(name || undefined, 100), outOfReach };
}
