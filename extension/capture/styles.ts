import type { Styles } from "../../host/contract/capture.js";
import { Lists } from "./lists.js";
import { trait } from "./traits.js";

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

/** Places of what is read more than once. */
const at = { visibility: 1, position: 2, opacity: 3, image: 6, textTransform: 11, whiteSpace: 12, overflow: 22, transform: 24 } as const;

/** Computed styles, each combination once. */
export class StyleTable {
  private readonly values: string[] = [""];
  private readonly places = new Map<string, number>([["", 0]]);
  private readonly lists = new Lists();
  /** By the place of their lists. */
  private readonly records: StyleRecord[] = [noStyle];
  /** Of the element that is being read: one list serves all. */
  private readonly raw: string[] = properties.map(() => "");

  /**
   * Reads a style. Each read costs a third of a microsecond and more, so these are static members and shorthands, and what has no effect
   * is left out: borders that are not drawn, `overflow`, `transform` and undrawn corners of inline boxes, `z-index` in the flow, `gap` but in flex and grid,
   * all of boxes and text where a picture draws a shape. `atomic`: the element is a box of its own even when inline, as an image is. `item`:
   * its parent is a flex or grid container. `looks`: where to leave the style for elements that are likely to have the same, the likeliest
   * first: most are found there at once.
   */
  read(style: CSSStyleDeclaration, display: string, bits: number, item: boolean, looks: readonly Look[]): StyleRecord {
    const { raw } = this;
    const isBox = (bits & trait.atomic) !== 0 || display !== "inline";
    raw[0] = display;
    raw[1] = style.visibility;
    raw[3] = style.opacity;
    raw[4] = style.color;
    raw[20] = style.cursor;
    raw[21] = style.pointerEvents;
    raw[24] = isBox ? style.transform : "";
    if ((bits & trait.shape) === 0) readBoxStyle(raw, style, isBox, item);
    else for (const place of ofBoxes) raw[place] = "";
    const found = this.likely(raw, looks);
    for (let at = 0; at < looks.length; at++) (looks[at] as Look).style = found;
    return found;
  }

  /** The columns of the capture. `tokens` are added by the caller, who knows the root element. */
  encode(tokens: Styles["tokens"]): Styles {
    return { properties: [...properties], values: this.values, sets: this.lists.all, tokens };
  }

  private likely(raw: readonly string[], looks: readonly Look[]): StyleRecord {
    let near = noStyle;
    for (let at = 0; at < looks.length; at++) {
      const guess = (looks[at] as Look).style;
      if (guess === undefined) continue;
      near = guess;
      let same = 0;
      while (same < raw.length && raw[same] === guess.raw[same]) same++;
      if (same === raw.length) return guess;
    }
    return this.find(raw, near);
  }

  /** `near`: a style that is the same for the most part, so that few values need to be looked up. */
  private find(raw: readonly string[], near: StyleRecord): StyleRecord {
    const nearSet = this.lists.all[near.set] as number[];
    const set: number[] = [];
    for (let place = 0; place < raw.length; place++) {
      const value = raw[place] as string;
      const known = value === near.raw[place] ? nearSet[place] : undefined;
      set.push(known ?? this.place(place === at.image ? imageKind(value) : value));
    }
    const found = this.lists.add(set);
    this.records[found] ??= recordOf(raw.slice(), found);
    return this.records[found];
  }

  private place(value: string): number {
    const short = value.length > 300 ? value.slice(0, 300) : value;
    const known = this.places.get(short);
    if (known !== undefined) return known;
    this.places.set(short, this.values.length);
    return this.values.push(short) - 1;
  }
}

/** What holds for boxes and their text alone. */
const ofBoxes = [2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 22, 23, 25, 26, 27];

function readBoxStyle(raw: string[], style: CSSStyleDeclaration, isBox: boolean, item: boolean): void {
  const { position, borderStyle, backgroundColor, backgroundImage, boxShadow } = style;
  const isDrawn = borderStyle !== "none";
  const hasCorners = isBox || isDrawn || backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none" || boxShadow !== "none";
  const overflow = isBox ? style.overflow : "";
  const holdsItems = isFlexible(raw[0] as string);
  raw[2] = position;
  raw[5] = backgroundColor;
  raw[6] = backgroundImage;
  raw[7] = style.font || fontOf(style);
  raw[8] = style.letterSpacing;
  raw[9] = style.textAlign;
  raw[10] = style.textDecorationLine;
  raw[11] = style.textTransform;
  raw[12] = style.whiteSpace;
  raw[13] = style.margin;
  raw[14] = style.padding;
  raw[15] = borderStyle;
  raw[16] = isDrawn ? style.borderWidth : "";
  raw[17] = isDrawn ? style.borderColor : "";
  raw[18] = hasCorners ? style.borderTopLeftRadius : "";
  raw[19] = boxShadow;
  raw[22] = overflow;
  raw[23] = isBox && overflow !== "visible" ? style.textOverflow : "";
  raw[25] = item || position !== "static" ? style.zIndex : "";
  raw[26] = holdsItems ? style.gap : "";
  raw[27] = holdsItems ? style.flexDirection : "";
}

function recordOf(raw: readonly string[], set: number): StyleRecord {
  const value = (place: number) => raw[place] as string;
  return {
    raw,
    set,
    visibility: value(at.visibility),
    whiteSpace: value(at.whiteSpace) || "normal",
    textTransform: value(at.textTransform) || "none",
    position: value(at.position) || "static",
    transparent: Number(value(at.opacity)) === 0,
    clips: /hidden|clip/.test(value(at.overflow)),
    transformed: !/^(?:none)?$/.test(value(at.transform)),
    flexible: isFlexible(value(0)),
  };
}

/** `none`, or which kinds of images: an image's address says nothing to an audit and may hold the image itself. */
function imageKind(value: string): string {
  if (value === "none" || value === "") return value;
  // Addresses stand in quotation marks: what looks like an image within them is none.
  const kinds = value.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/\b(?:url|image-set|paint|[a-z]+(?:-[a-z]+)?-gradient)\(/g) ?? ["image("];
  return [...new Set(kinds)].map((kind) => kind.slice(0, -1)).join(" ");
}

function isFlexible(display: string): boolean {
  return display === "flex" || display === "grid" || display === "inline-flex" || display === "inline-grid";
}

/** Browsers give no `font` where a longhand has a value that the shorthand cannot say. */
function fontOf(style: CSSStyleDeclaration): string {
  return `${style.fontStyle} ${style.fontWeight} ${style.fontSize} / ${style.lineHeight} ${style.fontFamily}`;
}
