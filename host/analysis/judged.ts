import type { CaptureReader } from "../contract/reader.js";

/** HTML parsers nest no deeper; only scripts do, and no page that is meant for people. */
const deepestJudged = 512;

/**
 * The same capture, of which `elements` returns those that are nested no deeper than `deepestJudged`: judgements that walk up from each element
 * stay linear in the elements however deep a page is nested. Everything else reads the whole.
 */
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
