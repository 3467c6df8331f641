import { type AxKind, kindOf } from "./accessibility/kind.js";
import { type Anchor, anchorAt } from "./anchors.js";
import { isSecretName, keepByElement } from "./attribute-rules.js";
import { type AttributeName, type AttributeValue, AttributeValues } from "./attribute-values.js";
import type { Marked } from "./components/markers.js";
import { attributeNamesOf, attributeOf } from "./dom.js";
import { mix } from "./hash.js";
import { identifier } from "./identifiers.js";
import type { Strings } from "./strings.js";
import type { StyleHints } from "./style-hints.js";
import type { Look } from "./styles.js";
import { traitsOfTag } from "./traits.js";

/** All that is known of one combination of tag and attributes; elements that look alike share it. */
export interface AttributeRecord {
  readonly tag: string;
  /** Index into `attributeSets`. */
  readonly set: number;
  readonly kind: AxKind;
  readonly attributes: readonly AttributeValue[];
  /** Reasons for which something was left out. */
  readonly removed: readonly string[];
  /** Bits of `trait`. */
  readonly traits: number;
  /** The tag as a CSS identifier. */
  readonly type: string;
  /** What may find these elements alone, best first. */
  readonly anchors: readonly Anchor[];
  /** Hashes for keys of what the attributes say, of the classes, of all; 0 for nothing. */
  readonly says: number;
  readonly classes: number;
  readonly all: number;
  /** Told by markers in the attributes. */
  marked: Marked | undefined;
  /** Whether generated text is to be looked for, by the style sheets that were asked last. */
  hinted: StyleHints | undefined;
  generates: boolean;
  /** Of these elements, of those with the same classes, of all of the tag. */
  readonly looks: readonly Look[];
}

/** The records of a tag, by the codes of the attributes in their order, and what all share. */
interface TagRecords {
  readonly tag: string;
  readonly type: string;
  readonly traits: number;
  readonly look: Look;
  readonly records: Map<string, AttributeRecord>;
}

const none: readonly never[] = [];

/** Reads attributes, cleans them and keeps each combination once. */
export class AttributeTable {
  readonly sets: number[][] = [[]];
  private readonly values: AttributeValues;
  private readonly strings: Strings;
  private readonly tags = new Map<string, TagRecords>();
  private readonly places = new Map<string, number>();

  constructor(strings: Strings) {
    this.strings = strings;
    this.values = new AttributeValues(strings);
  }

  /** All names of attributes that were seen. */
  get names(): ReadonlyMap<string, AttributeName> {
    return this.values.names;
  }

  hasTag(tag: string): boolean {
    return this.tags.has(tag);
  }

  /** `fullTag`: with its namespace, as `tagOf` gives it. */
  read(element: Element, tag: string, fullTag: string): AttributeRecord {
    const names = attributeNamesOf(element);
    const attributes: AttributeValue[] = [];
    let codes = "";
    for (let at = 0; at < names.length; at++) {
      const name = names[at] as string;
      const attribute = this.values.of(name, attributeOf(element, name) ?? "");
      attributes.push(attribute);
      codes = at === 0 ? attribute.code : codes + attribute.code;
    }
    const language = fullTag === "?" ? fullTag + tag : fullTag;
    let of = this.tags.get(language);
    if (of === undefined) {
      of = { tag, type: identifier(tag), traits: traitsOfTag(tag, fullTag), look: { style: undefined }, records: new Map() };
      this.tags.set(language, of);
    }
    const known = of.records.get(codes);
    if (known !== undefined) return known;
    const made = this.make(of, kindOf(element, fullTag, names), attributes, codes);
    of.records.set(codes, made);
    return made;
  }

  private make(of: TagRecords, kind: AxKind, raw: readonly AttributeValue[], codes: string): AttributeRecord {
    const { tag, type } = of;
    const isDecided = raw.some(({ name }) => name.rule === "by-element");
    const attributes = isDecided ? this.decide(tag, raw) : raw;
    let { traits } = of;
    const looks = [{ style: undefined }, of.look];
    let says = 0;
    let classes = 0;
    let all = 0;
    const removed: string[] = [];
    const anchored: AttributeValue[] = [];
    for (const attribute of attributes) {
      const { name, hash } = attribute;
      traits |= attribute.traits;
      if (attribute.anchor !== "") anchored.push(attribute);
      if (attribute.removed !== undefined) removed.push(attribute.removed);
      // Sums, so that the order of the attributes does not count.
      if (name.isClass) {
        classes = hash;
        looks.splice(1, 0, attribute.look);
      }
      if (!name.isClass && name.lasts && hash !== 0) all = (all + mix(name.hash, hash)) | 0;
      if (name.says && hash !== 0) says = (says + mix(name.hash, hash)) | 0;
    }
    const set = this.place(attributes, isDecided ? `${tag}${codes}` : codes);
    const anchors = anchored.length === 0 ? none : anchorsOf(anchored, type);
    const rest = { says, classes, all: mix(all, classes), marked: undefined, hinted: undefined, generates: false, looks };
    return { tag, kind, set, attributes, removed: removed.length === 0 ? none : removed, traits, type, anchors, ...rest };
  }

  /** What is kept of values of which the element decides. */
  private decide(tag: string, raw: readonly AttributeValue[]): AttributeValue[] {
    const of = (wanted: string) => raw.find(({ name }) => name.name === wanted)?.raw ?? "";
    const inputType = tag === "input" ? of("type").trim().toLowerCase() : "";
    const secret = tag === "meta" && isSecretName(of("name") + of("property") + of("http-equiv"));
    return raw.map((attribute) => {
      if (attribute.name.rule !== "by-element") return attribute;
      const kept = keepByElement(tag, inputType, secret, attribute.name.name.toLowerCase(), attribute.raw);
      return this.values.make(attribute.name, attribute.raw, kept.value, kept.removed);
    });
  }

  private place(attributes: readonly AttributeValue[], codes: string): number {
    const known = this.places.get(codes);
    if (known !== undefined) return known;
    const set: number[] = [];
    for (const { name, value, place } of attributes) if (value !== undefined) set.push(this.strings.add(name.name), place);
    const made = set.length === 0 ? 0 : this.sets.push(set) - 1;
    this.places.set(codes, made);
    return made;
  }
}

function anchorsOf(found: AttributeValue[], type: string): Anchor[] {
  if (found.length > 1) found.sort((one, other) => one.name.rank - other.name.rank);
  return found.map(({ name, anchor }) => anchorAt(name.rank, anchor, type));
}

/** What is kept of an attribute; undefined where there is none. */
export function keptValue({ attributes }: AttributeRecord, wanted: string): string | undefined {
  return attributes.find(({ name }) => name.name === wanted)?.value;
}
