import type { AnnotationTarget } from "../../host/contract/annotation.js";
import { texts } from "./texts.js";

/** Where a note points, in a few words. */
export function placeText(target: AnnotationTarget): string {
  if (target.type === "page") return texts.wholePage;
  if (target.type === "region") return texts.regionOf(Math.round(target.box[2]), Math.round(target.box[3]));
  const [first, ...more] = target.elements;
  const selector = first?.selector ?? "";
  // The whole path is long, and its last step alone says little.
  const last = selector.split(" > ").slice(-2).join(" > ");
  return more.length === 0 ? last : `${last} ${texts.moreElements(more.length)}`;
}
