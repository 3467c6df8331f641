import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { type LibraryNames, libraryNamesOf } from "./library-names.js";

/** What is known of an element below. */
export interface Below {
  readonly tag: string;
  readonly classes: readonly string[];
  readonly libraryNames: LibraryNames;
  readonly holds: ReadonlySet<string>;
}

/** Elements below one that are looked at. */
const mostBelow = 200;
const mostDepth = 4;

/** The elements below one in document order, no more than so many. */
export function* elementsBelow(reader: CaptureReader, index: number, most = mostBelow): Generator<CapturedElement> {
  for (let at = index + 1; at < Math.min(reader.end(index), index + most); at++) yield reader.element(at);
}

/** The elements from the one that holds the only text below an element up to that element's child; none where it has a text of its own, or several are below. */
export function pathToText(reader: CaptureReader, { index, text }: CapturedElement): Below[] {
  if (text.trim() !== "") return [];
  const [holder, other] = [...elementsBelow(reader, index)].filter((one) => one.text.trim() !== "");
  if (other !== undefined) return [];
  const path: Below[] = [];
  for (let at = holder; at !== undefined && at.index !== index; at = reader.element(at.parent)) {
    const classes = (at.attributes["class"] ?? "").split(/\s+/);
    path.push({ tag: at.tag, classes, libraryNames: libraryNamesOf(classes, at.attributes), holds: new Set() });
  }
  return path.length > mostDepth ? [] : path;
}
