import { redactionOf } from "../redact.js";
import { type CaptureOptions, WalkState } from "../walk/state.js";
import { walkPage } from "../walk/walk.js";
import { Writer } from "./write.js";

/** As of a capture, but for `maxBytes`: the upper bound of the file in bytes of UTF-8. Default: 10 MB. */
export type SnapshotOptions = Pick<CaptureOptions, "exclude" | "openClosedRoot" | "maxBytes">;

const defaultMaxBytes = 10 * 1024 * 1024;

/**
 * The page as one inert HTML file that looks like it: no scripts, handlers or requests, cleaned as captures are. Readable sheets are
 * inlined, shadow roots are declarative templates, frames of the same origin `srcdoc`, pictures blank ones of their size unless they are in
 * `data:` URLs. Too long, it loses first pictures and fonts in URLs, then elements from the end.
 */
export function snapshotHtml(document: Document, options: SnapshotOptions = {}): string {
  const { maxBytes = defaultMaxBytes } = options;
  const walk = new WalkState(options);
  walkPage(walk, document);
  const indices = new Map(walk.elements.map((element, index) => [element, index]));
  const redaction = redactionOf(walk);
  const whole = new Writer({ keepData: true, maxChars: maxBytes, walk, indices, ...redaction });
  let html = whole.document(document);
  if (bytesOf(html) <= maxBytes && !whole.isTruncated) return html;
  // The limit of characters decreases until the bytes fit: open elements are still completed, and text outside ASCII takes several bytes.
  for (let maxChars = maxBytes; ; maxChars = Math.floor(maxChars * 0.7)) {
    html = new Writer({ keepData: false, maxChars, walk, indices, ...redaction }).document(document);
    if (bytesOf(html) <= maxBytes) return html;
  }
}

function bytesOf(html: string): number {
  return new TextEncoder().encode(html).length;
}
