import { z } from "zod";
import { makeShortSelectorOf } from "../analysis/short-selectors.js";
import { nothingWanted, type Wanted, wantedOf } from "../analysis/source/wanted.js";
import { testIdOf } from "../analysis/test-ids.js";
import type { Annotation } from "../contract/annotation.js";
import { ServiceError } from "../contract/errors.js";
import type { CapturedElement } from "../contract/reader.js";
import { targetOf } from "./annotation-rows.js";
import { findForAnnotation } from "./annotation-source.js";
import type { Answer } from "./answer.js";
import type { ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { captureArgument, elementAt, type OpenedCapture, openCapture, refArgument } from "./open.js";
import { findCandidates, findComponent, pageWorldHint } from "./source-search.js";
import { stalenessOf } from "./staleness.js";

const text = z.string().min(1).max(1_000).optional();

/** From an element to the line that makes it. */
export const findSource = defineTool({
  title: "Find source",
  description: "File and line that make an element, best first. Give one argument.",
  input: {
    ref: refArgument,
    selector: text.describe("As svc gave it"),
    text: text.describe("Shown text"),
    testid: text.describe("Test id"),
    component: text.describe("Component"),
    annotation: text.describe("Its id"),
    capture: captureArgument,
  },
  effect: "reads",
  paging: "none",
  async run(context, { capture, ...asked }) {
    const named = Object.entries(asked).filter(([, value]) => value !== undefined);
    if (named.length !== 1)
      throw new ServiceError(
        "invalid-input",
        `Give exactly one of ref, selector, text, testid, component, annotation; ${named.length} were given.`,
      );
    if (asked.component !== undefined) {
      const defined = await findComponent(context.sources, asked.component);
      if (defined.length > 0) return candidatesAnswer(defined);
    }
    // A component that no file defines by name can still be marked on the page, with its place.
    const { wanted, opened, element, annotation } = await lookUp(context, capture, asked);
    const candidates =
      opened === undefined || element === undefined || annotation === undefined
        ? await findCandidates(context.sources, wanted)
        : await findForAnnotation(context.sources, { reader: opened.reader, element, annotation });
    const stale = await stalenessOf(
      context.sources,
      opened?.capture,
      candidates.map(({ file }) => file),
    );
    return candidatesAnswer(
      candidates,
      { capture: opened?.filename, ref: element?.ref, stale },
      opened && pageWorldHint(opened.capture, candidates),
    );
  },
});

function candidatesAnswer(
  candidates: Awaited<ReturnType<typeof findCandidates>>,
  fields: { capture?: string | undefined; ref?: string | undefined; stale?: string | undefined } = {},
  pageWorld?: string,
): Answer {
  const hint =
    candidates.length > 0
      ? pageWorld
      : "No file of this project fits. Its text may come from a server, a database or another package: try the text of a neighbour, a component, or a part of the text.";
  return {
    fields: { ...fields, hint },
    list: {
      columns: ["file", "line", "column", "is", "score", "evidence"],
      rows: candidates.map(({ file, line, column, is, score, evidence }) => [file, line, column ?? null, is, score, evidence]),
      exact: ["file"],
    },
  };
}

interface Asked {
  readonly ref?: string | undefined;
  readonly selector?: string | undefined;
  readonly text?: string | undefined;
  readonly testid?: string | undefined;
  readonly component?: string | undefined;
  readonly annotation?: string | undefined;
}

interface Found {
  readonly wanted: Wanted;
  readonly opened?: OpenedCapture;
  readonly element?: CapturedElement;
  /** That was asked for. */
  readonly annotation?: Annotation;
}

async function lookUp(context: ToolContext, name: string | undefined, asked: Asked): Promise<Found> {
  if (asked.annotation !== undefined) {
    const placed = await context.annotations.find(asked.annotation);
    const target = targetOf(placed.annotation);
    if (target === undefined)
      throw new ServiceError("invalid-input", "This annotation is about no element. Ask with a ref, a selector or a text.");
    const { annotation } = placed;
    return { ...found(await openCapture(context, placed.capture), (opened) => elementAt(opened.reader, target.ref)), annotation };
  }
  const needsCapture = asked.ref !== undefined || asked.selector !== undefined || name !== undefined;
  if (!needsCapture && (await context.captures.list({ limit: 1 })).captures.length === 0) return { wanted: wantedWithout(asked) };
  const opened = await openCapture(context, name);
  if (asked.ref !== undefined) return found(opened, () => elementAt(opened.reader, asked.ref ?? ""));
  const element = matching(opened, asked);
  if (element !== undefined) return found(opened, () => element);
  if (asked.selector !== undefined)
    throw new ServiceError(
      "not-found",
      "No element of this capture has this selector. Pass a selector of this capture as a tool gave it, or a ref.",
    );
  return { wanted: wantedWithout(asked) };
}

function found(opened: OpenedCapture, find: (opened: OpenedCapture) => CapturedElement): Found {
  const element = find(opened);
  return { wanted: wantedOf(opened.reader, element), opened, element };
}

/** What is not on the page can still be in the sources: an error message, the text of a closed dialog. */
function wantedWithout({ text: shown, testid }: Asked): Wanted {
  return {
    ...nothingWanted,
    shown: shown === undefined ? [] : [shown],
    testId: testid ?? "",
    attributes: testid === undefined ? {} : { "data-testid": testid },
  };
}

function matching({ reader }: OpenedCapture, { selector, text: shown, testid, component }: Asked): CapturedElement | undefined {
  const wanted = shown?.trim().toLowerCase();
  const shortOf = selector === undefined ? undefined : makeShortSelectorOf(reader);
  let inside: CapturedElement | undefined;
  for (const element of reader.elements()) {
    if (selector !== undefined && (element.selector === selector || shortOf?.(element) === selector)) return element;
    if (testid !== undefined && testIdOf(element)?.value === testid) return element;
    if (component !== undefined && element.component.split(" < ")[0] === component) return element;
    if (wanted === undefined) continue;
    const own = element.text.trim().toLowerCase();
    if (own === wanted || element.name.trim().toLowerCase() === wanted) return element;
    if (own.includes(wanted)) inside ??= element;
  }
  return inside;
}
