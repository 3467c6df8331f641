import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { isOver } from "./covers.js";
import { isWithin } from "./element-facts.js";
import { holds } from "./geometry.js";
import { modalOf } from "./modal.js";
import { paints, seenPart } from "./painting.js";
import { rootPathOf } from "./roots.js";

/** Why no pointer comes to an element that is seen, in words; undefined where nothing is known to keep it away. */
export function outOfReach(reader: CaptureReader, element: CapturedElement): string | undefined {
  const { index, visible } = element;
  const path = [index, ...reader.ancestors(index)];
  // A modal dialog escapes what it stands in.
  const escapes = path.findIndex((at) => reader.element(at).topLayer && reader.element(at).tag === "dialog");
  const inert = path.slice(0, escapes + 1 || path.length).find((at) => reader.element(at).attributes["inert"] !== undefined);
  if (inert !== undefined) return inert === index ? "inert" : `inert in e${inert}`;
  const modal = modalOf(reader);
  if (modal?.isReachable(index) === false) return `behind ${modal.element.ref}, which is modal`;
  const cover = visible ? clearCover(reader, element) : undefined;
  return cover && `behind ${cover.ref}, which shows nothing`;
}

/** What takes the pointer in place of all that is seen of an element, and paints nothing there. */
function clearCover(reader: CaptureReader, element: CapturedElement): CapturedElement | undefined {
  const seen = seenPart(reader, element);
  const around = new Set(reader.ancestors(element.index));
  const frames = rootPathOf(reader, element.index).length;
  const takesPointer = ({ index, rendered }: CapturedElement) =>
    rendered && reader.style(index, "visibility") !== "hidden" && reader.style(index, "pointer-events") !== "none";
  return [...reader.elements()].find(
    (other) =>
      holds(other.box, seen) &&
      takesPointer(other) &&
      !paints(reader, other) &&
      !around.has(other.index) &&
      !isWithin(reader, element.index, other.index) &&
      rootPathOf(reader, other.index).length === frames &&
      isOver(reader, other, element),
  );
}
