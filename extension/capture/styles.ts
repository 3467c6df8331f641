import type { Styles } from "../../host/contract/capture.js";
import { Lists } from "./lists.js";
import { type Property, properties } from "./style-properties.js";
import { imageKind, isFlexible, valuesOf } from "./style-values.js";

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

const imagePlace = properties.indexOf("background-image");

/** Computed styles, each combination once. */
export class StyleTable {
  private readonly values: string[] = [""];
  private readonly places = new Map<string, number>([["", 0]]);
  private readonly lists = new Lists();
  /** By the place of their lists. */
  private readonly records: StyleRecord[] = [noStyle];

  /**
   * Reads a style. `bits`: of `trait`; `item`: the parent is a flex or grid container. `looks`: where to leave the style for elements that
   * are likely to have the same, the likeliest first: most are found there at once.
   */
  read(style: CSSStyleDeclaration, display: string, bits: number, item: boolean, looks: readonly Look[]): StyleRecord {
    const found = this.likely(valuesOf(style, display, bits, item), looks);
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
      set.push(known ?? this.place(place === imagePlace ? imageKind(value) : value));
    }
    const found = this.lists.add(set);
    this.records[found] ??= recordOf(raw, found);
    return this.records[found];
  }

  private place(whole: string): number {
    // Of a cursor: its address says nothing of how the page looks.
    const value = whole.includes("url(") ? whole.replace(/url\((?:"(?:[^"\\]|\\.)*"|[^)]*)\)/g, "url()") : whole;
    const short = value.length > 300 ? value.slice(0, 300) : value;
    const known = this.places.get(short);
    if (known !== undefined) return known;
    this.places.set(short, this.values.length);
    return this.values.push(short) - 1;
  }
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
    clips: /hidden|clip/.test(value("overflow")),
    transformed: !/^(?:none)?$/.test(value("transform")),
    flexible: isFlexible(value("display")),
  };
}
