import { documentOfFrame, localNameOf, openRootOf, queryAll } from "../dom.js";
import { FieldValues } from "../field-values.js";
import type { SnapshotContext } from "./css.js";
import { Writer } from "./write.js";

export interface SnapshotOptions {
  /** The extension's own elements in the page, which are no part of it. */
  readonly exclude?: readonly Element[];
  /** Returns closed shadow roots, by the extension platform's API. */
  readonly openClosedRoot?: (element: Element) => ShadowRoot | null;
  /** Upper bound of the file in bytes of UTF-8. Default: 10 MB. */
  readonly maxBytes?: number;
}

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
  const { maxBytes = defaultMaxBytes, exclude = [], openClosedRoot = () => null } = options;
  const fieldValues = new FieldValues();
  addFieldValues(fieldValues, document, openClosedRoot);
  const write = (keepData: boolean, maxChars: number): Snapshot => {
    const removed = new Map<string, number>();
    const count = (what: string) => removed.set(what, (removed.get(what) ?? 0) + 1);
    const html = new Writer({ keepData, maxChars, fieldValues, excluded: new Set(exclude), openClosedRoot, count }).document(document);
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

/** Adds the live values of all fields, through shadow roots and frames of the same origin. */
function addFieldValues(values: FieldValues, root: Document | ShadowRoot, openClosedRoot: SnapshotContext["openClosedRoot"]): void {
  for (const element of queryAll(root, "*")) {
    const tag = localNameOf(element);
    if (tag === "input" || tag === "textarea") values.add(element, tag);
    const inner = tag === "iframe" ? documentOfFrame(element, tag) : (openRootOf(element) ?? openClosedRoot(element));
    if (inner !== null) addFieldValues(values, inner, openClosedRoot);
  }
}

function bytesOf({ html }: Snapshot): number {
  return new TextEncoder().encode(html).length;
}
