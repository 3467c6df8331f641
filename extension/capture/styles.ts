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
   * `atomic`: the element is a box of its own even when inline, as an image is. `item`: its parent is a flex or grid container.
   */
  read(style: CSSStyleDeclaration, display: string, atomic: boolean, item: boolean): StyleRecord {
    const position = style.position;
    const borderStyle = style.borderStyle;
    const inline = display === "inline" && !atomic;
    const overflow = inline ? "" : style.overflow;
    const flexible = display === "flex" || display === "grid" || display === "inline-flex" || display === "inline-grid";
    const s = separator;
    const text = `${display}${s}${style.visibility}${s}${position}${s}${style.opacity}${s}${style.color}${s}${style.backgroundColor}${s}${style.backgroundImage}${s}${style.font || fontOf(style)}${s}${style.letterSpacing}${s}${style.textAlign}${s}${style.textDecorationLine}${s}${style.textTransform}${s}${style.whiteSpace}${s}${style.margin}${s}${style.padding}${s}${borderStyle}`;
    const box = `${borderStyle === "none" ? s : `${style.borderWidth}${s}${style.borderColor}`}${s}${style.borderTopLeftRadius}${s}${style.boxShadow}${s}${style.cursor}${s}${style.pointerEvents}${s}${overflow}${s}${inline || overflow === "visible" ? "" : style.textOverflow}${s}${inline ? "" : style.transform}${s}${item || position !== "static" ? style.zIndex : ""}${s}${flexible ? `${style.gap}${s}${style.flexDirection}` : s}`;
    const key = text + s + box;
    const known = this.records.get(key);
    if (known !== undefined) return known;
    const made = this.add(key.split(s), flexible);
    this.records.set(key, made);
    return made;
  }

  /** The columns of the capture. `tokens` are added by the caller, who knows the root element. */
  encode(tokens: Styles["tokens"]): Styles {
    return { properties: [...properties], values: this.values, sets: this.sets, tokens };
  }

  private add(raw: readonly string[], flexible: boolean): StyleRecord {
    const set = properties.map((name, place) => this.place(name === "background-image" ? imageKind(raw[place] ?? "") : (raw[place] ?? "")));
    this.sets.push(set);
    const value = (name: (typeof properties)[number]) => raw[properties.indexOf(name)] ?? "";
    return {
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
