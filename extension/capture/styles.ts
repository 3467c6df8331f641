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
   * `atomic`: the element is a box of its own even when inline, as an image is. `item`: its parent is a flex or grid container. `guess`: the
   * style of an element much like it; when it is the same, nothing needs to be looked up.
   */
  read(style: CSSStyleDeclaration, display: string, atomic: boolean, item: boolean, guess: StyleRecord | undefined): StyleRecord {
    const { visibility, position, opacity, color, backgroundColor, backgroundImage, letterSpacing, textAlign, textDecorationLine } = style;
    const { textTransform, whiteSpace, margin, padding, borderStyle, borderTopLeftRadius, boxShadow, cursor, pointerEvents } = style;
    const font = style.font || fontOf(style);
    const borderWidth = borderStyle === "none" ? "" : style.borderWidth;
    const borderColor = borderStyle === "none" ? "" : style.borderColor;
    const inline = display === "inline" && !atomic;
    const overflow = inline ? "" : style.overflow;
    const textOverflow = inline || overflow === "visible" ? "" : style.textOverflow;
    const transform = inline ? "" : style.transform;
    const zIndex = item || position !== "static" ? style.zIndex : "";
    const flexible = display.endsWith("flex") || display.endsWith("grid");
    const gap = flexible ? style.gap : "";
    const flexDirection = flexible ? style.flexDirection : "";
    if (guess !== undefined) {
      const raw = guess.raw;
      const same =
        raw[0] === display &&
        raw[1] === visibility &&
        raw[2] === position &&
        raw[3] === opacity &&
        raw[4] === color &&
        raw[5] === backgroundColor &&
        raw[6] === backgroundImage &&
        raw[7] === font &&
        raw[8] === letterSpacing &&
        raw[9] === textAlign &&
        raw[10] === textDecorationLine &&
        raw[11] === textTransform &&
        raw[12] === whiteSpace &&
        raw[13] === margin &&
        raw[14] === padding &&
        raw[15] === borderStyle &&
        raw[16] === borderWidth &&
        raw[17] === borderColor &&
        raw[18] === borderTopLeftRadius &&
        raw[19] === boxShadow &&
        raw[20] === cursor &&
        raw[21] === pointerEvents &&
        raw[22] === overflow &&
        raw[23] === textOverflow &&
        raw[24] === transform &&
        raw[25] === zIndex &&
        raw[26] === gap &&
        raw[27] === flexDirection;
      if (same) return guess;
    }
    const raw = [
      display,
      visibility,
      position,
      opacity,
      color,
      backgroundColor,
      backgroundImage,
      font,
      letterSpacing,
      textAlign,
      textDecorationLine,
      textTransform,
      whiteSpace,
      margin,
      padding,
      borderStyle,
      borderWidth,
      borderColor,
      borderTopLeftRadius,
      boxShadow,
      cursor,
      pointerEvents,
      overflow,
      textOverflow,
      transform,
      zIndex,
      gap,
      flexDirection,
    ];
    return this.find(raw, flexible);
  }

  /** The columns of the capture. `tokens` are added by the caller, who knows the root element. */
  encode(tokens: Styles["tokens"]): Styles {
    return { properties: [...properties], values: this.values, sets: this.sets, tokens };
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

/** Browsers give no `font` where a longhand has a value that the shorthand cannot say. */
function fontOf(style: CSSStyleDeclaration): string {
  return `${style.fontStyle} ${style.fontWeight} ${style.fontSize} / ${style.lineHeight} ${style.fontFamily}`;
}
