import { z } from "zod";
import { rankPlaces, type SourceCandidate } from "../analysis/source/rank.js";
import { nothingWanted, type Wanted, wantedOf } from "../analysis/source/wanted.js";
import { testIdOf } from "../analysis/test-ids.js";
import { ServiceError } from "../contract/errors.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { openAnnotatedElement, placeFields } from "./annotated.js";
import { findForAnnotation } from "./annotation-source.js";
import type { Answer } from "./answer.js";
import type { SourceFiles, ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { captureArgument, elementAt, elementOfSelector, type OpenedCapture, openCapture, refArgument } from "./open.js";
import { findCandidates, findComponent, findPlacesOfText, leftOut, pageWorldHint } from "./source-search.js";
import { stalenessOf } from "./staleness.js";

const text = z.string().min(1).max(1_000).optional();

type Asked = Readonly<Partial<Record<"ref" | "selector" | "text" | "testid" | "component" | "annotation", string | undefined>>>;

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
    const listed = await context.sources.list();
    const answer = await answerTo(context, capture, asked);
    // A file that is newer than the list.
    const known = new Set(listed);
    const isNew = answer.list.rows.length === 0 && (await context.sources.list(0)).some((path) => !known.has(path));
    const { fields, list } = isNew ? await answerTo(context, capture, asked) : answer;
    return { fields: { ...fields, leftOut: await leftOut(context.sources) }, list };
  },
});

async function answerTo(context: ToolContext, capture: string | undefined, asked: Asked): Promise<SourceAnswer> {
  if (asked.component !== undefined) {
    const defined = await findComponent(context.sources, asked.component);
    if (defined.length > 0) return candidatesAnswer(defined);
  }
  // A component that no file defines by name can still be marked on the page, with its place.
  const annotated = asked.annotation === undefined ? undefined : await openAnnotatedElement(context, asked.annotation);
  const { opened, element }: LookedUp = annotated ?? (await lookUp(context, capture, asked));
  const { sources } = context;
  const candidates =
    opened === undefined || element === undefined
      ? await findCandidates(sources, wantedWithout(asked))
      : annotated === undefined
        ? await findInCapture(sources, opened.reader, element, asked)
        : await findForAnnotation(sources, annotated);
  const stale = await stalenessOf(sources, opened?.capture, candidates);
  return candidatesAnswer(
    candidates,
    { ...(annotated === undefined ? { capture: opened?.filename, ref: element?.ref } : placeFields(annotated)), stale },
    opened && pageWorldHint(opened.capture, candidates),
  );
}

type SourceAnswer = Answer & Required<Pick<Answer, "list">>;

function candidatesAnswer(candidates: readonly SourceCandidate[], fields: Answer["fields"] = {}, pageWorld?: string): SourceAnswer {
  const hint =
    candidates.length > 0
      ? pageWorld
      : "No file that was searched fits. Its text may come from a server, a database or another package: try the text of a neighbour, a component, or a part of the text.";
  return {
    fields: { ...fields, hint },
    list: {
      columns: ["file", "line", "column", "is", "score", "evidence"],
      rows: candidates.map(({ file, line, column, is, score, evidence }) => [file, line, column ?? null, is, score, evidence]),
      exact: ["file"],
    },
  };
}

function findInCapture(sources: SourceFiles, reader: CaptureReader, element: CapturedElement, { text: shown }: Asked) {
  return shown === undefined
    ? findCandidates(sources, wantedOf(reader, element))
    : findPlacesOfText(sources, wantedByText(reader, shown), shown).then((places) => rankPlaces(places));
}

/** What is asked for, as far as a capture has it. */
interface LookedUp {
  readonly opened?: OpenedCapture;
  readonly element?: CapturedElement;
}

async function lookUp(context: ToolContext, name: string | undefined, asked: Asked): Promise<LookedUp> {
  const needsCapture = asked.ref !== undefined || asked.selector !== undefined || name !== undefined;
  if (!needsCapture && (await context.captures.entries()).length === 0) return {};
  const opened = await openCapture(context, name);
  const element = elementFor(opened.reader, asked);
  return element === undefined ? {} : { opened, element };
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

function elementFor(reader: CaptureReader, { ref, selector, text: shown, testid, component }: Asked): CapturedElement | undefined {
  if (ref !== undefined) return elementAt(reader, ref);
  if (selector !== undefined) return elementOfSelector(reader, selector);
  const elements = [...reader.elements()];
  if (testid !== undefined) return elements.find((element) => testIdOf(element)?.value === testid);
  if (component !== undefined) return elements.find((element) => element.component.split(" < ")[0] === component);
  return shown === undefined ? undefined : elementsWithText(elements, shown)[0];
}

/** The elements that show a text; else the first that is called so, or has it among others. */
function elementsWithText(elements: readonly CapturedElement[], text: string): readonly CapturedElement[] {
  const wanted = plain(text);
  const own = elements.filter((one) => plain(one.text) === wanted);
  if (own.length > 0) return own;
  return [elements.find(({ name }) => plain(name) === wanted) ?? elements.find((one) => plain(one.text).includes(wanted))].filter(
    (one) => one !== undefined,
  );
}

/** Elements of different looks that are asked about. */
const mostAlike = 3;

/** What is known of the elements that show a text, the first ones of different looks. */
export function wantedByText(reader: CaptureReader, text: string): Wanted[] {
  const byLook = new Map<string, CapturedElement>();
  for (const one of elementsWithText([...reader.elements()], text)) {
    const look = `${one.tag} ${one.parent < 0 ? "" : reader.element(one.parent).tag} ${one.attributes["class"]}`;
    if (!byLook.has(look)) byLook.set(look, one);
  }
  return [...byLook.values()].slice(0, mostAlike).map((one) => wantedOf(reader, one));
}

function plain(shown: string): string {
  return shown.trim().toLowerCase();
}
