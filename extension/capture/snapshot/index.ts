import { type CaptureOptions, WalkState } from "../walk/state.js";
import { walkPage } from "../walk/walk.js";
import { Writer } from "./write.js";

/** As of a capture, but for `maxBytes`: the upper bound of the file in bytes of UTF-8. Default: 10 MB. */
export type SnapshotOptions = Pick<CaptureOptions, "exclude" | "openClosedRoot" | "maxBytes">;

export interface Snapshot {
  readonly html: string;
  /** Number of things left out, by the kinds that captures use; `truncated` counts elements left out for size. */
  readonly removed: Readonly<Record<string, number>>;
}

const defaultMaxBytes = 10 * 1024 * 1024;

/**
 * Returns the page as one inert HTML file that looks like it: without scripts, event handlers, and requests when it is opened. Cleaned by
 * the rules of captures. Readable style sheets are inlined, shadow roots become declarative templates, frames of the same origin `srcdoc`,
 * and pictures blank ones of their size unless they are in `data:` URLs. When it is too long, first pictures and fonts in URLs are removed,
 * then elements from the end, all of it counted in `removed`.
 */
export function snapshotHtml(document: Document, options: SnapshotOptions = {}): Snapshot {
  const { maxBytes = defaultMaxBytes } = options;
  const walk = new WalkState(options);
  walkPage(walk, document);
  const indices = new Map(walk.elements.map((element, index) => [element, index]));
  const write = (keepData: boolean, maxChars: number): Snapshot => {
    const removed = new Map<string, number>();
    const count = (what: string) => removed.set(what, (removed.get(what) ?? 0) + 1);
    const html = new Writer({ keepData, maxChars, walk, indices, count }).document(document);
    return { html, removed: Object.fromEntries(removed) };
  };
  let snapshot = write(true, maxBytes);
  // The limit of characters decreases until the bytes fit: open elements are still completed, and text outside ASCII takes several bytes.
  for (let maxChars = maxBytes; bytesOf(snapshot) > maxBytes || snapshot.removed["truncated"]; maxChars = Math.floor(maxChars * 0.7)) {
    snapshot = write(false, maxChars);
    if (bytesOf(snapshot) <= maxBytes) break;
  }
  return snapshot;
}

function bytesOf({ html }: Snapshot): number {
  return new TextEncoder().encode(html).length;
}
