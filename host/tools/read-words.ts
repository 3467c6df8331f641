import type { Annotation } from "../contract/annotation.js";
import { answerId, threadOf } from "../contract/annotation-state.js";
import { weaklyMemoized } from "../contract/memoized.js";
import type { CaptureRequest } from "../contract/request.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { wordsOf } from "./annotation-rows.js";
import type { ToolContext } from "./context.js";

/** What the person wrote of each annotation that this agent's process has shown, by its id. */
const readOf = weaklyMemoized((_store: ToolContext["annotations"]) => new Map<string, readonly string[]>());

/** Other with each edit of the person's, and with each entry. */
const personsWords = (one: Annotation) => [
  `${one.editedAt ?? ""} ${wordsOf(one)}`,
  ...threadOf(one).flatMap(({ id, by }) => (by === "user" ? [id] : [])),
];

/** Notes that the agent has these annotations' words before it, and for the person that it has read them or works on them. */
export function markRead({ annotations, agent }: ToolContext, shown: readonly PlacedAnnotation[], step: "seen" | "working"): Promise<void> {
  for (const { annotation } of shown) readOf(annotations).set(annotation.id, personsWords(annotation));
  return annotations.markRead(shown, step, agent);
}

/** Notes that the agent has the answer to its question before it, which stands in the annotation's thread. */
export function markAnswerRead({ annotations }: ToolContext, { id, annotation = "", status }: CaptureRequest): void {
  const read = readOf(annotations).get(annotation);
  if (read !== undefined && (status === "completed" || status === "declined")) readOf(annotations).set(annotation, [...read, answerId(id)]);
}

/** Whether the person has added nothing since this process showed the annotation; also where it never did. */
export function isRead({ annotations }: ToolContext, annotation: Annotation): boolean {
  const read = readOf(annotations).get(annotation.id);
  return read === undefined || personsWords(annotation).every((words) => read.includes(words));
}
