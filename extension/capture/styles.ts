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
  "text-overflow",
  "white-space",
  "overflow",
  "margin",
  "padding",
  "border-width",
  "border-style",
  "border-color",
  "border-radius",
  "box-shadow",
  "z-index",
  "transform",
  "cursor",
  "pointer-events",
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
};

/** Computed styles, each combination once. */
export class StyleTable {
  private readonly values: string[] = [];
  private readonly places = new Map<string, number>();
  private readonly sets: number[][] = [[]];
  private readonly records = new Map<string, StyleRecord>();

  /** Reads a style. Static members and shorthands: they take three quarters of the time of a loop over longhands. */
  read(style: CSSStyleDeclaration, display: string): StyleRecord {
    const { visibility, position, opacity, color, backgroundColor, backgroundImage, letterSpacing, textAlign } = style;
    const { textDecorationLine, textTransform, textOverflow, whiteSpace, overflow, margin, padding } = style;
    const { borderWidth, borderStyle, borderColor, borderRadius, boxShadow, zIndex, transform, cursor, pointerEvents } = style;
    const { gap, flexDirection } = style;
    const font = style.font || fontOf(style);
    // No computed value holds this separator: control characters are written as escapes.
    const key = `${display}\x01${visibility}\x01${position}\x01${opacity}\x01${color}\x01${backgroundColor}\x01${backgroundImage}\x01${font}\x01${letterSpacing}\x01${textAlign}\x01${textDecorationLine}\x01${textTransform}\x01${textOverflow}\x01${whiteSpace}\x01${overflow}\x01${margin}\x01${padding}\x01${borderWidth}\x01${borderStyle}\x01${borderColor}\x01${borderRadius}\x01${boxShadow}\x01${zIndex}\x01${transform}\x01${cursor}\x01${pointerEvents}\x01${gap}\x01${flexDirection}`;
    const known = this.records.get(key);
    if (known !== undefined) return known;
    const made = this.add(key.split("\x01"));
    this.records.set(key, made);
    return made;
  }

  /** The columns of the capture. `tokens` are added by the caller, who knows the root element. */
  encode(tokens: Styles["tokens"]): Styles {
    return { properties: [...properties], values: this.values, sets: this.sets, tokens };
  }

  private add(raw: readonly string[]): StyleRecord {
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
      transformed: value("transform") !== "none",
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
  if (value === "none") return value;
  const kinds = value.match(/url\(|[a-z-]*gradient\(|image-set\(|paint\(/g) ?? ["image("];
  return [...new Set(kinds)].map((kind) => kind.slice(0, -1)).join(" ");
}

/** Browsers give no `font` where a longhand has a value that the shorthand cannot say. */
function fontOf(style: CSSStyleDeclaration): string {
  return `${style.fontStyle} ${style.fontWeight} ${style.fontSize} / ${style.lineHeight} ${style.fontFamily}`;
}
