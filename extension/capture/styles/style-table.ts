import type { Styles } from "../../../host/contract/capture.js";
import * as trait from "../attributes/trait.js";
import { NumberListInterner, StringTable } from "../interning.js";
import { truncate } from "../text.js";

/** The properties of a capture, in the order of each set. Shorthands stand for all their longhands. */
export const properties = [
  "display",
  "visibility",
  "position",
  "opacity",
  "color",
  "background-color",
  "background-image",
  "font",
  "letter-spacing",
  "text-align",
  "text-decoration-line",
  "text-transform",
  "white-space",
  "margin",
  "padding",
  "border-style",
  "border-width",
  "border-color",
  "border-radius",
  "box-shadow",
  "cursor",
  "pointer-events",
  "overflow",
  "text-overflow",
  "transform",
  "z-index",
  "gap",
  "flex-direction",
  // Rare paint by name, of `rarePaintOf`.
  "paint",
] as const;

type Property = (typeof properties)[number];

/** Those that have an effect on an SVG shape, which has neither box nor text. */
const shapeProperties: ReadonlySet<Property> = new Set(["visibility", "opacity", "color", "cursor", "pointer-events", "transform"]);

/**
 * One value for each property, in their order; "" where it was not read. Each read takes a third of a microsecond or more: static members
 * and shorthands are read, and nothing without effect: borders that are not drawn, `overflow`, `transform` and undrawn corners of inline
 * boxes, `z-index` in the flow, `gap` outside flex and grid. `isItem`: the parent is a flex or grid container; `paint`: of `rarePaintOf`.
 */
function readProperties(style: CSSStyleDeclaration, display: string, traits: number, isItem: boolean, paint: string): string[] {
  if ((traits & trait.shape) !== 0)
    return properties.map((name) => (name === "display" ? display : shapeProperties.has(name) ? style.getPropertyValue(name) : ""));
  const isBox = (traits & trait.atomic) !== 0 || display !== "inline";
  const { position, borderStyle, backgroundColor, backgroundImage, boxShadow } = style;
  const isDrawn = borderStyle !== "none";
  const hasCorners = isBox || isDrawn || backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none" || boxShadow !== "none";
  const overflow = isBox ? style.overflow : "";
  const isContainer = isFlexOrGrid(display);
  return [
    display,
    style.visibility,
    position,
    style.opacity,
    style.color,
    backgroundColor,
    backgroundImage,
    style.font || fontOf(style),
    style.letterSpacing,
    style.textAlign,
    style.textDecorationLine,
    style.textTransform,
    style.whiteSpace,
    style.margin,
    style.padding,
    borderStyle,
    isDrawn ? style.borderWidth : "",
    isDrawn ? style.borderColor : "",
    hasCorners ? style.borderRadius : "",
    boxShadow,
    style.cursor,
    style.pointerEvents,
    overflow,
    isBox && overflow !== "visible" ? style.textOverflow : "",
    isBox ? style.transform : "",
    isItem || position !== "static" ? style.zIndex : "",
    isContainer ? style.gap : "",
    isContainer ? style.flexDirection : "",
    paint,
  ];
}

function isFlexOrGrid(display: string): boolean {
  return display === "flex" || display === "grid" || display === "inline-flex" || display === "inline-grid";
}

/** `font` is empty where a longhand has a value that the shorthand cannot express. */
function fontOf(style: CSSStyleDeclaration): string {
  return `${style.fontStyle} ${style.fontWeight} ${style.fontSize} / ${style.lineHeight} ${style.fontFamily}`;
}

/** One combination of computed values, with what the walk needs of it. */
export interface StyleRecord {
  /** One value for each property; "" where it was not read. */
  readonly raw: readonly string[];
  readonly set: number;
  readonly visibility: string;
  readonly whiteSpace: string;
  readonly textTransform: string;
  readonly position: string;
  readonly transparent: boolean;
  readonly clips: boolean;
  readonly transformed: boolean;
  readonly isFlexOrGrid: boolean;
  /** A computed value; "" where it was not read. */
  readonly value: (name: Property) => string;
}

/** Caches the style of the last element of some group whose elements mostly look the same. */
export interface StyleCacheSlot {
  style: StyleRecord | undefined;
}

/** Stands for the style of an element that is not rendered. */
export const noStyle: StyleRecord = { ...recordOf([], 0), visibility: "hidden", transparent: false };

const backgroundImage = properties.indexOf("background-image");
const maxValueChars = 300;

export class StyleTable {
  private readonly values = new StringTable();
  private readonly sets = new NumberListInterner();
  private readonly records: StyleRecord[] = [noStyle];

  /** `slots`: caches likely to hold an equal style, the likeliest first: comparing is several times faster than interning each value. */
  read(
    style: CSSStyleDeclaration,
    display: string,
    traits: number,
    isItem: boolean,
    slots: readonly StyleCacheSlot[],
    paint: string,
  ): StyleRecord {
    const raw = readProperties(style, display, traits, isItem, paint);
    const found = cachedStyle(raw, slots) ?? this.intern(raw);
    for (const slot of slots) slot.style = found;
    return found;
  }

  recordOf(set: number): StyleRecord {
    return this.records[set] ?? noStyle;
  }

  encode(tokens: Styles["tokens"]): Styles {
    return { properties: [...properties], values: this.values.list, sets: this.sets.all, tokens };
  }

  private intern(raw: readonly string[]): StyleRecord {
    const stored = raw.map((value, at) => (at === backgroundImage ? imageKinds(value) : storedValue(value)));
    const index = this.sets.add(stored.map((value) => this.values.add(value)));
    this.records[index] ??= recordOf(raw, index);
    return this.records[index];
  }
}

function cachedStyle(raw: readonly string[], slots: readonly StyleCacheSlot[]): StyleRecord | undefined {
  for (const { style } of slots) {
    if (style === undefined) continue;
    let same = 0;
    while (same < raw.length && raw[same] === style.raw[same]) same++;
    if (same === raw.length) return style;
  }
  return undefined;
}

/** The URL of a cursor's image is left out. */
function storedValue(value: string): string {
  const text = value.includes("url(") ? value.replace(/url\((?:"(?:[^"\\]|\\.)*"\)|[^)]*(?:\)|$))/g, "url()") : value;
  return truncate(text, maxValueChars);
}

/** Returns `none` or the kinds of images: a URL is of no use to an audit and may hold the image itself. */
export function imageKinds(value: string): string {
  if (value === "none" || value === "") return value;
  // Quoted URLs are removed first, because they may contain such words.
  const kinds = value.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/\b(?:url|image-set|paint|[a-z]+(?:-[a-z]+)?-gradient)\(/g) ?? ["image("];
  return [...new Set(kinds)].map((kind) => kind.slice(0, -1)).join(" ");
}

function recordOf(raw: readonly string[], set: number): StyleRecord {
  const value = (name: Property) => raw[properties.indexOf(name)] ?? "";
  return {
    raw,
    set,
    visibility: value("visibility"),
    whiteSpace: value("white-space") || "normal",
    textTransform: value("text-transform") || "none",
    position: value("position") || "static",
    transparent: Number(value("opacity")) === 0,
    clips: !/^(?:visible)?$/.test(value("overflow")),
    transformed: !/^(?:none)?$/.test(value("transform")),
    isFlexOrGrid: isFlexOrGrid(value("display")),
    value,
  };
}
