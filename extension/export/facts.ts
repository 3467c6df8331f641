import type { Annotation, AnnotationState, ElementTarget, ThreadEntry } from "../../host/contract/annotation.js";
import { stateOf, threadOf } from "../../host/contract/annotation-state.js";
import type { Capture } from "../../host/contract/capture.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../host/contract/reader.js";

/** What a person reads about a capture, whatever the format: Markdown and HTML say the same. */
export interface Facts {
  readonly capture: Capture;
  readonly notes: readonly NoteFacts[];
  /** Visible headings in order: level and text. */
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly failedRequests: readonly string[];
  readonly errors: readonly string[];
  readonly removed: readonly (readonly [what: string, amount: number])[];
}

export interface NoteFacts {
  readonly number: number;
  readonly note: Annotation;
  /** Where it stands, in words. */
  readonly state: string;
  readonly thread: readonly ThreadEntry[];
  readonly elements: readonly { readonly target: ElementTarget; readonly element: CapturedElement | undefined }[];
}

const stateWords: Readonly<Record<AnnotationState, string>> = {
  draft: "open",
  sent: "open",
  seen: "open",
  working: "open",
  question: "open, with a question",
  reopened: "open again",
  fixed: "fixed, not checked yet",
  wontfix: "won't be fixed",
  duplicate: "a duplicate",
  invalid: "not valid",
  accepted: "done",
};

const headingsMax = 40;
const rowsMax = 20;

export function factsOf(capture: Capture): Facts {
  const reader = readCapture(capture);
  return {
    capture,
    notes: capture.annotations.map((note, index) => ({
      number: index + 1,
      note,
      state: stateWords[stateOf(note)],
      thread: threadOf(note),
      elements: elementsOf(note, reader),
    })),
    headings: headingsOf(reader).slice(0, headingsMax),
    failedRequests: capture.network
      .filter(({ status }) => status === "fail")
      .map(({ url }) => url)
      .slice(0, rowsMax),
    errors: capture.console.map(({ message }) => message).slice(0, rowsMax),
    removed: Object.entries(capture.removed).filter(([, amount]) => amount > 0),
  };
}

function elementsOf({ target }: Annotation, reader: CaptureReader): NoteFacts["elements"] {
  if (target.type === "page") return [];
  return target.elements.map((one) => ({ target: one, element: reader.byRef(one.ref) }));
}

/** No process that can read the file has seen it: a preprocessor may have moved its lines. */
export function statedSource(written: string): string {
  return `source ${written} as the page states it`;
}

function headingsOf(reader: CaptureReader): { level: number; text: string }[] {
  const found: { level: number; text: string }[] = [];
  for (const { role, tag, name, text, states, visible } of reader.elements()) {
    if (role !== "heading" || !visible) continue;
    const level = Number(states["level"] ?? /^h([1-6])$/.exec(tag)?.[1] ?? 2);
    found.push({ level, text: name === "" ? text : name });
  }
  return found;
}
