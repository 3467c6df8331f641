import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { type LibraryNames, libraryNamesOf } from "./library-names.js";

/** What is known of an element below. */
export interface Below {
  readonly tag: string;
  readonly classes: readonly string[];
  readonly libraryNames: LibraryNames;
  readonly holds: ReadonlySet<string>;
}

const mostBelow = 200;
const mostDepth = 4;

/** The elements from the one that holds the only text below an element up to that element's child; none where it has a text of its own, or several are below. */
export function pathToText(reader: CaptureReader, { index, text }: CapturedElement): Below[] {
  if (text.trim() !== "") return [];
  const end = Math.min(reader.end(index), index + mostBelow);
  let holder: CapturedElement | undefined;
  for (let at = index + 1; at < end; at++) {
    const one = reader.element(at);
    if (one.text.trim() === "") continue;
    if (holder !== undefined) return [];
    holder = one;
  }
  const path: Below[] = [];
  for (let at = holder; at !== undefined && at.index !== index; at = reader.element(at.parent)) {
    const classes = (at.attributes["class"] ?? "").split(/\s+/);
    path.push({ tag: at.tag, classes, libraryNames: libraryNamesOf(classes, at.attributes), holds: new Set() });
  }
  return path.length > mostDepth ? [] : path;
}
