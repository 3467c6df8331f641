import { parseUrl } from "../../../host/contract/hosts.js";
import { cleanUrl } from "../../../host/contract/urls.js";
import { at } from "../at.js";
import type { AttributeValue } from "../attributes/attribute-table.js";
import { alikeAttributes } from "../chosen-options.js";
import { attributeOf, inlineStyleOf, matchesSelector } from "../dom.js";
import type { Redaction } from "../redact.js";
import { wordSet } from "../text.js";
import type { WalkState } from "../walk/state.js";
import { cleanCss, isSmallData } from "./css.js";

export interface SnapshotContext extends Redaction {
  readonly keepData: boolean;
  /** Number of characters after which no further element is begun. */
  readonly maxChars: number;
  /** The page, its shadow roots and frames as they were walked, and the index of each element there. */
  readonly walk: WalkState;
  readonly indices: ReadonlyMap<Element, number>;
}

/** Attributes that would load, send, run or move something when the file is opened. */
const active = wordSet(
  "src srcset sizes imagesrcset imagesizes poster data action formaction ping manifest codebase classid archive background profile longdesc autofocus integrity http-equiv srcdoc nonce loading fetchpriority preload autoplay target usemap",
);
/** Attributes that are useless when truncated, as captures do with them. */
const verbatim = wordSet("d points transform gradienttransform patterntransform viewbox path class id");
/** Elements whose content is left out: their tag stays, with its size on the page. */
const sized = wordSet("video object embed iframe frame");

/** Returns an element's attributes as text of its tag, cleaned by the rules of captures and without active ones. */
export function attributesText(element: Element, tag: string, context: SnapshotContext): string {
  const index = context.indices.get(element) ?? -1;
  const model = context.alike.get(index);
  const own = cleanedAttributes(index, tag, context);
  const attributes = model === undefined ? own : alikeAttributes(own, cleanedAttributes(model, tag, context), String);
  if (tag === "img") attributes.set("src", pictureOf(element as HTMLImageElement, context));
  if (tag === "input" && attributeOf(element, "type")?.toLowerCase() === "image")
    attributes.set("src", blankPicture(element.clientWidth, element.clientHeight));
  addState(element, tag, attributes);
  return [...attributes].map(([name, value]) => (value === "" ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`)).join("");
}

function cleanedAttributes(index: number, tag: string, context: SnapshotContext): Map<string, string> {
  const { records, elements } = context.walk;
  const attributes = new Map<string, string>();
  for (const attribute of records[index]?.attributes ?? []) {
    const { name } = attribute.name;
    // Scripts can set names that parsers cannot read.
    const value = /^[^\s"'<>/=]+$/.test(name) ? attributeText(at(elements, index), tag, attribute, context) : undefined;
    if (value !== undefined) attributes.set(context.redact(name) || name, context.redact(value));
  }
  return attributes;
}

function attributeText(element: Element, tag: string, attribute: AttributeValue, context: SnapshotContext): string | undefined {
  const { raw, value } = attribute;
  const name = attribute.name.name.toLowerCase();
  if (name === "style") return cleanCss(inlineStyleOf(element)?.cssText ?? raw, context.keepData);
  if (name === "href" || name === "xlink:href") return linkText(element, tag, raw);
  if (active.has(name)) return undefined;
  if (verbatim.has(name)) return raw;
  return value;
}

/** Links keep their target; other elements would load it. */
function linkText(element: Element, tag: string, raw: string): string | undefined {
  if (raw.startsWith("#")) return cleanUrl(raw).url;
  if (tag !== "a" && tag !== "area") return undefined;
  const { url } = cleanUrl(parseUrl(raw, element.baseURI)?.href ?? raw);
  return /^javascript:/i.test(url) ? "#" : url;
}

/** Adds what is no attribute of the live element: whether it is checked, its size, and its place in the top layer. */
function addState(element: Element, tag: string, attributes: Map<string, string>): void {
  if (tag === "input" && "checked" in element) {
    if (element.checked === true) attributes.set("checked", "");
    else attributes.delete("checked");
  }
  const topLayer =
    tag === "dialog" && matchesSelector(element, ":modal") ? "position: fixed; inset: 0; margin: auto; z-index: 2147483647;" : "";
  const declarations = sizeOf(element, tag) + topLayer;
  if (declarations !== "") attributes.set("style", `${attributes.get("style") ?? ""} ${declarations}`.trim());
}

/** Returns declarations of the size of an element that would lose it together with its content; "" for other elements. */
function sizeOf(element: Element, tag: string): string {
  if (!sized.has(tag)) return "";
  const { width, height, display } = getComputedStyle(element);
  if (display === "none" || !width.endsWith("px") || !height.endsWith("px")) return "";
  return `width: ${width}; height: ${height};${tag === "embed" ? " display: inline-block;" : ""}`;
}

/** Returns a picture's `data:` URL, else a blank one of its natural size, so that the page's own rules give it the same size. */
function pictureOf(image: HTMLImageElement, context: SnapshotContext): string {
  const { currentSrc, naturalWidth, naturalHeight } = image;
  if (context.keepData && isSmallData(currentSrc)) return currentSrc;
  // A picture that failed to load shows its alternative text, and so does an empty URL.
  return naturalWidth === 0 || naturalHeight === 0 ? "data:," : blankPicture(naturalWidth, naturalHeight);
}

function blankPicture(width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="#8884" d="M0 0h${width}v${height}H0z"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\u00a0": "&nbsp;" };

export function escapeAttribute(text: string): string {
  return text.replace(/[&"\u00a0<]/g, (sign) => entities[sign] ?? sign);
}

export function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (sign) => entities[sign] ?? sign);
}
