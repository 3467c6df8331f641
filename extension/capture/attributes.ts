import { type Anchor, anchorsOf } from "./anchors.js";
import { isSecretName, keepAttribute } from "./attribute-rules.js";
import type { ComponentInfo } from "./components/index.js";
import { attributeNamesOf, attributeOf } from "./dom.js";
import { identifier } from "./identifiers.js";
import type { RecordHashes } from "./keys.js";
import type { Strings } from "./strings.js";
import type { StyleRecord } from "./styles.js";
import { traitsOf } from "./traits.js";

/** All that is known of one combination of tag and attributes; elements that look alike share it. */
export interface AttributeRecord {
  readonly tag: string;
  /** Index into `attributeSets`. */
  readonly set: number;
  readonly names: readonly string[];
  /** Kept values by name. */
  readonly values: ReadonlyMap<string, string>;
  /** Reasons for which something was left out. */
  readonly removed: readonly string[];
  /** Bits of `trait`. */
  readonly traits: number;
  /** The tag as a CSS identifier. */
  readonly type: string;
  /** What may find these elements alone, best first. */
  readonly anchors: readonly Anchor[];
  /** Told by markers in the attributes. */
  marked: ComponentInfo | null | undefined;
  /** Hashes for keys, once they are asked for. */
  hashes: RecordHashes | undefined;
  /** How the last of these elements looked: the next looks the same more often than not. */
  look: StyleRecord | undefined;
}

// Longer values are cut anyway: two that differ only later count as one.
const comparedChars = 4_000;

/** Reads attributes, cleans them and keeps each combination once. */
export class AttributeTable {
  readonly sets: number[][] = [[]];
  private readonly records = new Map<string, AttributeRecord>();
  private readonly places = new Map<string, number>([["", 0]]);
  private readonly strings: Strings;

  constructor(strings: Strings) {
    this.strings = strings;
  }

  read(element: Element, tag: string): AttributeRecord {
    const names = attributeNamesOf(element);
    let key = tag;
    const raw: string[] = [];
    for (const name of names) {
      const value = attributeOf(element, name) ?? "";
      raw.push(value);
      key += `\0${name}\0${value.length > comparedChars ? value.slice(0, comparedChars) : value}`;
    }
    const known = this.records.get(key);
    if (known !== undefined) return known;
    const made = this.clean(tag, names, raw);
    this.records.set(key, made);
    return made;
  }

  private clean(tag: string, names: readonly string[], raw: readonly string[]): AttributeRecord {
    const of = (name: string) => raw[names.indexOf(name)] ?? "";
    const inputType = tag === "input" ? of("type").trim().toLowerCase() : "";
    const secret = tag === "meta" && isSecretName(of("name") + of("property") + of("http-equiv"));
    const values = new Map<string, string>();
    const changed = new Set<string>();
    const removed: string[] = [];
    names.forEach((name, position) => {
      const kept = keepAttribute(tag, inputType, secret, name.toLowerCase(), raw[position] ?? "");
      if (kept.removed !== undefined) removed.push(kept.removed);
      if (kept.value !== raw[position]) changed.add(name);
      if (kept.value !== undefined) values.set(name, kept.value);
    });
    const type = identifier(tag);
    const rest = { marked: undefined, hashes: undefined, look: undefined };
    const set = this.place(values);
    return { tag, type, set, names, values, removed, traits: traitsOf(tag, values), anchors: anchorsOf(type, values, changed), ...rest };
  }

  private place(values: ReadonlyMap<string, string>): number {
    const set: number[] = [];
    for (const [name, value] of values) set.push(this.strings.add(name), this.strings.add(value));
    const key = set.join();
    const known = this.places.get(key);
    if (known !== undefined) return known;
    this.sets.push(set);
    this.places.set(key, this.sets.length - 1);
    return this.sets.length - 1;
  }
}
