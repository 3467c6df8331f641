import { attributeOf } from "../dom.js";
import { isSmallData } from "./css.js";
import { type Ledger, note } from "./ledger.js";

/** Elements whose content does not come along: their tag stays, with the size that they have on the page. */
const sized = new Set(["video", "object", "embed", "iframe", "frame"]);

/** Extra attributes, by name, for an element that shows something which is not in the document itself. */
export function replacedAttributes(element: Element, tag: string, ledger: Ledger): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  if (tag === "img") attributes.set("src", pictureOf(element as HTMLImageElement, ledger));
  if (tag === "input" && attributeOf(element, "type")?.toLowerCase() === "image")
    attributes.set("src", boxOf(element.clientWidth, element.clientHeight));
  if (tag === "canvas" || tag === "video" || tag === "audio" || tag === "object" || tag === "embed")
    note(ledger, tag === "canvas" ? "canvas" : "media");
  return attributes;
}

/** The size of an element that would lose it together with its content, as declarations; empty for all others. */
export function sizeOf(element: Element, tag: string): string {
  if (!sized.has(tag)) return "";
  const { width, height, display } = getComputedStyle(element);
  if (display === "none" || !width.endsWith("px") || !height.endsWith("px")) return "";
  return `width: ${width}; height: ${height};${tag === "embed" ? " display: inline-block;" : ""}`;
}

/** The picture itself when it stands in its URL, else a blank one of its natural size, so that the page's own rules size it alike. */
function pictureOf(image: HTMLImageElement, ledger: Ledger): string {
  const { currentSrc, naturalWidth, naturalHeight } = image;
  if (ledger.keepData && isSmallData(currentSrc)) return currentSrc;
  if (currentSrc !== "") note(ledger, "images");
  // A picture that never came shows its text: one that cannot be read does the same.
  return naturalWidth === 0 || naturalHeight === 0 ? "data:," : boxOf(naturalWidth, naturalHeight);
}

function boxOf(width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="#8884" d="M0 0h${width}v${height}H0z"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
