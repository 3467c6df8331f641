import { documentOfFrame, localNameOf, openRootOf, queryAll } from "../dom.js";
import { TypedValues } from "../typed-values.js";
import type { Ledger } from "./ledger.js";
import { Writer } from "./write.js";

export interface SnapshotOptions {
  /** Elements of our own that stand in the page and are no part of it. */
  readonly exclude?: readonly Element[];
  /** The extension platform's door to closed shadow roots. */
  readonly openClosedRoot?: (element: Element) => ShadowRoot | null;
  /** Upper bound of the file in bytes of UTF-8; 10 MB when absent. */
  readonly maxBytes?: number;
}

export interface Snapshot {
  readonly html: string;
  /** How many things of each kind were left out, by the names that captures use; `truncated` counts elements left out for size. */
  readonly removed: Readonly<Record<string, number>>;
}

const tenMegabytes = 10 * 1024 * 1024;

/**
 * The page as one HTML file that looks like it and does nothing: no script, no handler, no request when it is opened. Cleaned by the rules of
 * captures. Style sheets that can be read stand in it, shadow roots as declarative templates, frames of the same origin as `srcdoc`;
 * pictures become blank ones of their size unless they stand in their URL. When it gets too long, first pictures and fonts in URLs go,
 * then elements from the end, all of it counted in `removed`.
 */
export function snapshotHtml(document: Document, options: SnapshotOptions = {}): Snapshot {
  const { maxBytes = tenMegabytes } = options;
  const typed = new TypedValues();
  addTyped(typed, document, options.openClosedRoot ?? (() => null));
  let best = write(document, options, typed, true, maxBytes);
  // An element that was begun may still grow, and text outside ASCII takes more than a byte: the room is narrowed until it fits.
  for (let room = maxBytes; bytesOf(best.html) > maxBytes || best.removed["truncated"]; room = Math.floor(room * 0.7)) {
    best = write(document, options, typed, false, room);
    if (bytesOf(best.html) <= maxBytes) break;
  }
  return best;
}

function write(
  document: Document,
  { exclude = [], openClosedRoot = () => null }: SnapshotOptions,
  typed: TypedValues,
  keepData: boolean,
  maxChars: number,
): Snapshot {
  const removed = new Map<string, number>();
  const ledger: Ledger = { keepData, maxChars, removed, typed, excluded: new Set(exclude), closedRootOf: openClosedRoot };
  const html = new Writer(ledger).document(document);
  return { html, removed: Object.fromEntries(removed) };
}

/** Collects the live values of all fields, through shadow roots and frames of the same origin. */
function addTyped(typed: TypedValues, root: Document | ShadowRoot, closedRootOf: Ledger["closedRootOf"]): void {
  for (const element of queryAll(root, "*")) {
    const tag = localNameOf(element);
    if (tag === "input" || tag === "textarea") typed.add(element, tag);
    const inner = tag === "iframe" ? documentOfFrame(element, tag) : (openRootOf(element) ?? closedRootOf(element));
    if (inner !== null) addTyped(typed, inner, closedRootOf);
  }
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
