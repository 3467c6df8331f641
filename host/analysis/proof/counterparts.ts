import type { ElementTarget } from "../../contract/annotation.js";
import { findAgain, isOtherQuery } from "../../contract/find-again.js";
import { memoized } from "../../contract/memoized.js";
import { shownElement } from "../../contract/picked-element.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { elementTargetOf } from "../../contract/targets.js";
import type { Lost } from "./checks.js";

export type Counterpart =
  | { readonly element: CapturedElement; readonly isUnlike?: boolean }
  | { readonly element: undefined; readonly lost: Lost };

/** Returns what finds an annotation's elements in a newer capture. `older` carries it; what it does not show is found by the facts of the pick. */
export function counterparts(older: CaptureReader, newer: CaptureReader): (target: ElementTarget) => Counterpart {
  return memoized((target) => counterpartOf(older, newer, target));
}

function counterpartOf(older: CaptureReader, newer: CaptureReader, target: ElementTarget): Counterpart {
  const shown = shownElement(older, target);
  const found = findAgain(newer, shown === undefined ? target : elementTargetOf(older, shown.index));
  if (found.status === "found") {
    const element = newer.element(found.index);
    const isLike = (fact: "tag" | "text" | "name") => shown?.[fact] !== "" && shown?.[fact] === element[fact];
    const isUnlike = shown !== undefined && !isLike("tag") && !isLike("text") && !isLike("name");
    return { element, isUnlike };
  }
  if (found.status === "ambiguous") {
    const refs = found.indices.map((index) => `e${index}`).join(", ");
    return { element: undefined, lost: { found: `nothing tells which of these it is: ${refs}`, status: "cannot-tell", isRemoved: false } };
  }
  const unread = unreadIn(newer);
  if (unread !== undefined) return { element: undefined, lost: unread };
  if (shown === undefined || isOtherQuery(older.capture.metadata.url, newer.capture.metadata.url))
    return { element: undefined, lost: { found: "not found: bring the page to where it shows", status: "cannot-tell", isRemoved: false } };
  const moved = movedOf(older, newer, shown);
  if (moved !== undefined)
    return { element: undefined, lost: { found: `not where it was: ${moved.ref} has its words`, status: "cannot-tell", isRemoved: false } };
  return { element: undefined, lost: { ...lossOf(older, newer, shown), isRemoved: true } };
}

/** What is not found in a capture that holds a part of its page may be on it. */
export function unreadIn({ capture }: CaptureReader): Lost | undefined {
  if (!capture.holes.some(({ kind }) => kind === "truncated")) return undefined;
  return { found: "not found in what was read of this large page", status: "cannot-tell", isRemoved: false };
}

/** Where what an element stood in is still there, it was taken out; else the page may be in another state: a tab, a closed menu. */
function lossOf(older: CaptureReader, newer: CaptureReader, { parent }: CapturedElement): Pick<Lost, "found" | "status"> {
  const around = parent < 0 ? undefined : older.element(parent);
  const isLayer = around === undefined || around.tag === "body" || around.tag === "html";
  if (!isLayer && findAgain(newer, elementTargetOf(older, around.index)).status === "found") return { found: "not found", status: "fail" };
  return { found: "not found, nor what it stood in: the page may be in another state", status: "cannot-tell" };
}

/** The last element that an element may have become at another place: as many as before have its tag and words. */
function movedOf(older: CaptureReader, newer: CaptureReader, { tag, text }: CapturedElement): CapturedElement | undefined {
  const alike = (reader: CaptureReader) => [...reader.elements()].filter((one) => one.rendered && one.tag === tag && one.text === text);
  const now = text === "" ? [] : alike(newer);
  return now.length > 0 && now.length >= alike(older).length ? now.at(-1) : undefined;
}
