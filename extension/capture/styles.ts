import type { Styles } from "../../host/contract/capture.js";

/** Property names in the order of each set. Shorthands stand for all their longhands. */
const properties = [
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
  "border-top-left-radius",
  "box-shadow",
  "cursor",
  "pointer-events",
  "overflow",
  "text-overflow",
  "transform",
  "z-index",
  "gap",
  "flex-direction",
] as const;

/** What the walk itself needs of an element's style. */
export interface StyleRecord {
  /** One value for each property; empty where it was not read. */
  readonly raw: readonly string[];
  /** Index into the capture's style sets. */
  readonly set: number;
  readonly visibility: string;
  readonly whiteSpace: string;
  readonly textTransform: string;
  readonly position: string;
  readonly transparent: boolean;
  readonly clips: boolean;
  readonly transformed: boolean;
  /** A flex or grid container. */
  readonly flexible: boolean;
}

/** How the last of some elements looked. */
export interface Look {
  style: StyleRecord | undefined;
}

/** Stands for an element whose style is not read. */
export const noStyle: StyleRecord = {
  raw: [],
  set: 0,
  visibility: "hidden",
  whiteSpace: "normal",
  textTransform: "none",
  position: "static",
  transparent: false,
  clips: false,
  transformed: false,
  flexible: false,
};

// No computed value holds it: CSS writes control characters as escapes.
const separator = "\x01";

/** Computed styles, each combination once. */
export class StyleTable {
  private readonly values: string[] = [""];
  private readonly places = new Map<string, number>([["", 0]]);
  private readonly sets: number[][] = [[]];
  private readonly records = new Map<string, StyleRecord>();

  /**
   * Reads a style. Each read costs a third of a microsecond and more, so these are static members and shorthands, and what has no effect
   * is left out: borders that are not drawn, `overflow` and `transform` of inline boxes, `z-index` in the flow, `gap` but in flex and grid.
   * `atomic`: the element is a box of its own even when inline, as an image is. `item`: its parent is a flex or grid container. `looks`:
   * where to leave the style for elements that are likely to have the same, the likeliest first: most are found there at once.
   */
  read(style: CSSStyleDeclaration, display: string, atomic: boolean, item: boolean, looks: readonly Look[]): StyleRecord {
    const { position, borderStyle } = style;
    const isDrawn = borderStyle !== "none";
    const isBox = atomic || display !== "inline";
    const overflow = isBox ? style.overflow : "";
    const holdsItems = isFlexible(display);
    const raw = [
      display,
      style.visibility,
      position,
      style.opacity,
      style.color,
      style.backgroundColor,
      style.backgroundImage,
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
      style.borderTopLeftRadius,
      style.boxShadow,
      style.cursor,
      style.pointerEvents,
      overflow,
      isBox && overflow !== "visible" ? style.textOverflow : "",
      isBox ? style.transform : "",
      item || position !== "static" ? style.zIndex : "",
      holdsItems ? style.gap : "",
      holdsItems ? style.flexDirection : "",
    ];
    const found = this.likely(raw, looks) ?? this.find(raw, holdsItems);
    for (const look of looks) look.style = found;
    return found;
  }

  /** The columns of the capture. `tokens` are added by the caller, who knows the root element. */
  encode(tokens: Styles["tokens"]): Styles {
    return { properties: [...properties], values: this.values, sets: this.sets, tokens };
  }

  private likely(raw: readonly string[], looks: readonly Look[]): StyleRecord | undefined {
    for (let at = 0; at < looks.length; at++) {
      const guess = (looks[at] as Look).style;
      if (guess === undefined) continue;
      let same = 0;
      while (same < raw.length && raw[same] === guess.raw[same]) same++;
      if (same === raw.length) return guess;
    }
    return undefined;
  }

  private find(raw: readonly string[], flexible: boolean): StyleRecord {
    const key = raw.join(separator);
    const known = this.records.get(key);
    if (known !== undefined) return known;
    const made = this.add(raw, flexible);
    this.records.set(key, made);
    return made;
  }

  private add(raw: readonly string[], flexible: boolean): StyleRecord {
    const set = properties.map((name, place) => this.place(name === "background-image" ? imageKind(raw[place] ?? "") : (raw[place] ?? "")));
    this.sets.push(set);
    const value = (name: (typeof properties)[number]) => raw[properties.indexOf(name)] ?? "";
    return {
      raw,
      set: this.sets.length - 1,
      visibility: value("visibility"),
      whiteSpace: value("white-space"),
      textTransform: value("text-transform"),
      position: value("position"),
      transparent: Number(value("opacity")) === 0,
      clips: /hidden|clip/.test(value("overflow")),
      transformed: !/^(?:none)?$/.test(value("transform")),
      flexible,
    };
  }

  private place(value: string): number {
    const short = value.slice(0, 300);
    const known = this.places.get(short);
    if (known !== undefined) return known;
    this.values.push(short);
    this.places.set(short, this.values.length - 1);
    return this.values.length - 1;
  }
}

/** `none`, or which kinds of images: an image's address says nothing to an audit and may hold the image itself. */
function imageKind(value: string): string {
  if (value === "none" || value === "") return value;
  const kinds = value.match(/url\(|[a-z-]*gradient\(|image-set\(|paint\(/g) ?? ["image("];
  return [...new Set(kinds)].map((kind) => kind.slice(0, -1)).join(" ");
}

function isFlexible(display: string): boolean {
  return display === "flex" || display === "grid" || display === "inline-flex" || display === "inline-grid";
}

/** Browsers give no `font` where a longhand has a value that the shorthand cannot say. */
function fontOf(style: CSSStyleDeclaration): string {
  return `${style.fontStyle} ${style.fontWeight} ${style.fontSize} / ${style.lineHeight} ${style.fontFamily}`;
}
