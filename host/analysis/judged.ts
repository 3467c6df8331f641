import type { CaptureReader } from "../contract/reader.js";

/** HTML parsers nest no deeper; only scripts do, and no page that is meant for people. */
const deepestJudged = 512;

/** The same capture, `elements` no deeper than `deepestJudged`: judgements that walk up stay linear in the elements. */
export function judgedElements(reader: CaptureReader): CaptureReader {
  const { depth } = reader.capture.nodes;
  if (depth.every((one) => one <= deepestJudged)) return reader;
  function* elements() {
    for (let index = 0; index < reader.count; index++) if ((depth[index] ?? 0) <= deepestJudged) yield reader.element(index);
  }
  // Not by spreading: that would make all keys at once.
  const judged: CaptureReader = Object.create(reader, { elements: { value: elements } });
  return judged;
}
