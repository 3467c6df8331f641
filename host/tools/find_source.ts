import { z } from "zod";
import type { SourceCandidate } from "../analysis/source/rank.js";
import { nothingWanted, pathOf, type Wanted, wantedOf } from "../analysis/source/wanted.js";
import { testIdOf } from "../analysis/test-ids.js";
import { ServiceError } from "../contract/errors.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { openAnnotatedElement, placeFields } from "./annotated.js";
import { findForAnnotation } from "./annotation-source.js";
import type { Answer } from "./answer.js";
import type { ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { captureArgument, elementAt, elementOfSelector, type OpenedCapture, openCapture, refArgument } from "./open.js";
import { findCandidates, findComponent, pageWorldHint } from "./source-search.js";
import { stalenessOf } from "./staleness.js";

const text = z.string().min(1).max(1_000).optional();

/** From an element to the line that makes it. */
export const findSource = defineTool({
  title: "Find source",
  description: "File and line that make an element, best first. Give one argument.",
  input: {
    ref: refArgument,
    selector: text.describe("CSS"),
    text: text.describe("Text"),
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
    const annotated = asked.annotation === undefined ? undefined : await openAnnotatedElement(context, asked.annotation);
    const { opened, element, page }: LookedUp = annotated ?? (await lookUp(context, capture, asked));
    const { sources } = context;
    const candidates =
      opened === undefined || element === undefined
        ? await findCandidates(sources, wantedWithout(asked, page))
        : annotated === undefined
          ? await findCandidates(sources, wantedOf(opened.reader, element), asked.text)
          : await findForAnnotation(sources, { ...annotated, reader: opened.reader, annotation: annotated.placed.annotation });
    const stale = await stalenessOf(
      context.sources,
      opened?.capture,
      candidates.map(({ file }) => file),
    );
    return candidatesAnswer(
      candidates,
      { ...(annotated === undefined ? { capture: opened?.filename, ref: element?.ref } : placeFields(annotated)), stale },
      opened && pageWorldHint(opened.capture, candidates),
    );
  },
});

function candidatesAnswer(candidates: readonly SourceCandidate[], fields: Answer["fields"] = {}, pageWorld?: string): Answer {
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

type Asked = Readonly<Partial<Record<"ref" | "selector" | "text" | "testid" | "component" | "annotation", string | undefined>>>;

/** What is asked for, as far as a capture has it; of one that lacks it the path of its page. */
interface LookedUp {
  readonly opened?: OpenedCapture;
  readonly element?: CapturedElement;
  readonly page?: string;
}

async function lookUp(context: ToolContext, name: string | undefined, asked: Asked): Promise<LookedUp> {
  const needsCapture = asked.ref !== undefined || asked.selector !== undefined || name !== undefined;
  if (!needsCapture && (await context.captures.entries()).length === 0) return {};
  const opened = await openCapture(context, name);
  const element = elementFor(opened.reader, asked);
  return element === undefined ? { page: pathOf(opened.capture.metadata.url) } : { opened, element };
}

/** What is not on the page can still be in the sources: an error message, the text of a closed dialog. */
function wantedWithout({ text: shown, testid }: Asked, page = ""): Wanted {
  return {
    ...nothingWanted,
    page,
    shown: shown === undefined ? [] : [shown],
    testId: testid ?? "",
    attributes: testid === undefined ? {} : { "data-testid": testid },
  };
}

function elementFor(reader: CaptureReader, { ref, selector, text: shown, testid, component }: Asked): CapturedElement | undefined {
  if (ref !== undefined) return elementAt(reader, ref);
  if (selector !== undefined) return elementOfSelector(reader, selector);
  const elements = [...reader.elements()];
  if (testid !== undefined) return elements.find((element) => testIdOf(element)?.value === testid);
  if (component !== undefined) return elements.find((element) => element.component.split(" < ")[0] === component);
  return shown === undefined ? undefined : elementWithText(elements, shown);
}

/** The first element that shows a text, is called so, or has it among others. */
export function elementWithText(elements: readonly CapturedElement[], text: string): CapturedElement | undefined {
  const wanted = plain(text);
  return (
    elements.find((one) => plain(one.text) === wanted) ??
    elements.find(({ name }) => plain(name) === wanted) ??
    elements.find((one) => plain(one.text).includes(wanted))
  );
}

function plain(shown: string): string {
  return shown.trim().toLowerCase();
}
