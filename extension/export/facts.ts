import type { Annotation, AnnotationState, ThreadEntry } from "../../host/contract/annotation.js";
import { stateOf, threadOf } from "../../host/contract/annotation-state.js";
import type { Capture } from "../../host/contract/capture.js";
import { readPickedElement, shownElement } from "../../host/contract/picked-element.js";
import { relativeSources } from "../../host/contract/place-name.js";
import { type CaptureReader, readCapture } from "../../host/contract/reader.js";
import { targetElements } from "../../host/contract/targets.js";

/** What a person reads about a capture, whatever the format: Markdown and HTML say the same. */
export type Facts = ReturnType<typeof factsOf>;
export type NoteFacts = Facts["notes"][number];

const stateWords: Readonly<Record<AnnotationState, string>> = {
  draft: "open",
  sent: "open",
  seen: "open",
  working: "open",
  question: "open, with a question",
  reopened: "open again",
  fixed: "fixed, not checked yet",
  wontfix: "won't fix",
  duplicate: "a duplicate",
  invalid: "not valid",
  accepted: "done",
};

const resolutionWords: Readonly<Record<string, string>> = {
  fixed: "Resolved",
  wontfix: "Won't fix",
  duplicate: "Duplicate",
  invalid: "Not valid",
};

/** How an agent has answered; the word of a newer version as it is. */
export const answerWords = ({ action = "fixed" }: Pick<ThreadEntry, "action">): string => resolutionWords[action] ?? action;

const headingsMax = 40;
const rowsMax = 20;

export function factsOf(capture: Capture) {
  const reader = readCapture(capture);
  const failed = capture.network.filter(({ status }) => status === "fail");
  return {
    capture,
    notes: capture.annotations.map((note, index) => ({
      number: index + 1,
      note,
      state: stateWords[stateOf(note)],
      thread: threadOf(note),
      elements: elementsOf(reader, note),
    })),
    /** A source without the folders above the project. */
    relative: relativeSources(Array.from(reader.elements(), ({ source }) => source)),
    /** Visible headings in order: level and text. */
    headings: headingsOf(reader).slice(0, headingsMax),
    failedRequests: failed.map(({ url }) => url).slice(0, rowsMax),
    errors: capture.console.map(({ message }) => message).slice(0, rowsMax),
    removed: Object.entries(capture.removed).filter(([, amount]) => amount > 0),
  };
}

/** The elements of a note as the capture shows them; one that it does not show as it was when it was picked. */
export function elementsOf(reader: CaptureReader, { target }: Annotation) {
  return targetElements(target).map((one) => {
    const element = shownElement(reader, one);
    return {
      target: one,
      ...(element === undefined ? readPickedElement(reader.capture, one) : { reader, element }),
      isShown: element !== undefined,
    };
  });
}

export const notShown = "not on the page when this was sent, described as picked";

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
