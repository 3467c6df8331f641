import type { RemovedKind } from "../../../host/contract/capture.js";
import { type AxKind, kindOf } from "../accessibility/kind.js";
import { attributeNamesOf, attributeOf } from "../dom.js";
import { NumberListInterner, type StringTable } from "../interning.js";
import { anchorName } from "../styles/selector-anchors.js";
import type { StyleCacheSlot } from "../styles/style-table.js";
import { wordsOf } from "../text.js";
import { anchorOf, anchorRank, cssIdentifier, withType } from "./anchors.js";
import { type CleanedValue, cleanByElement, cleanByRule, type NameRule, ruleOf, secretName } from "./attribute-rules.js";
import * as trait from "./trait.js";
import { traitsOfAttribute, traitsOfTag } from "./traits.js";

/** Everything that one combination of tag and attributes decides; elements with equal tags and attributes share it. */
export interface AttributeRecord extends Pick<TagEntry, "tag" | "tagIndex" | "type"> {
  /** Index into `attributeSets`. */
  readonly set: number;
  readonly kind: AxKind;
  readonly attributes: readonly AttributeValue[];
  readonly removed: readonly RemovedKind[];
  /** Bits of `trait`. */
  readonly traits: number;
  /** Selectors that may find these elements alone, best first. */
  readonly anchors: readonly string[];
  /** Style caches: of these elements, of elements with the same classes, of all of the tag. */
  readonly slots: readonly StyleCacheSlot[];
}

/** An attribute name and all that it decides alone. */
interface AttributeName {
  readonly name: string;
  readonly rule: NameRule;
  readonly rank: number;
  readonly values: Map<string, AttributeValue>;
}

/** One value of one name, cleaned once for all elements that have it. */
export interface AttributeValue {
  readonly id: number;
  readonly name: AttributeName;
  readonly raw: string;
  /** The cleaned value; undefined where the attribute is left out. */
  readonly value: string | undefined;
  readonly removed: RemovedKind | undefined;
  readonly index: number;
  /** A selector that may find the element, without its type; "" for none. */
  readonly anchor: string;
  readonly traits: number;
  /** Style cache of elements with these classes. */
  readonly slot: StyleCacheSlot;
}

interface TagEntry {
  readonly tag: string;
  readonly tagIndex: number;
  readonly type: string;
  readonly traits: number;
  readonly slot: StyleCacheSlot;
  /** By the ids of the attributes' values, in the element's order. */
  readonly records: Map<string, AttributeRecord>;
}

/** Reads and cleans attributes, once for each combination. */
export class AttributeTable {
  readonly names = new Map<string, AttributeName>();
  private readonly interner = new NumberListInterner();
  private readonly strings: StringTable;
  readonly tags = new Map<string, TagEntry>();
  private valueCount = 0;

  constructor(strings: StringTable) {
    this.strings = strings;
  }

  /** Cleaned attributes as indices of strings: name, value, name, value and so on. */
  get sets(): readonly number[][] {
    return this.interner.all;
  }

  /** Returns an element's record. `fullTag`: as returned by `tagOf`. */
  read(element: Element, tag: string, fullTag: string): AttributeRecord {
    const names = attributeNamesOf(element);
    const key = fullTag === "?" ? fullTag + tag : fullTag;
    const entry = this.tags.get(key) ?? this.addTag(key, tag, fullTag);
    const values = names.map((name) => this.valueOf(element, name));
    const ids = values.map(({ id }) => id).join();
    const known = entry.records.get(ids);
    if (known !== undefined) return known;
    const record = this.makeRecord(entry, values, kindOf(element, fullTag, names));
    entry.records.set(ids, record);
    return record;
  }

  private addTag(key: string, tag: string, fullTag: string): TagEntry {
    const [tagIndex, type, traits] = [this.strings.add(tag), cssIdentifier(tag), traitsOfTag(tag, fullTag)];
    const entry = { tag, tagIndex, type, traits, slot: { style: undefined }, records: new Map<string, AttributeRecord>() };
    this.tags.set(key, entry);
    return entry;
  }

  private valueOf(element: Element, name: string): AttributeValue {
    const raw = attributeOf(element, name) ?? "";
    const entry = this.names.get(name) ?? this.addName(name);
    const known = entry.values.get(raw);
    if (known !== undefined) return known;
    const added = this.makeValue(
      entry,
      raw,
      entry.rule === "by-element" ? { value: undefined } : cleanByRule(this.strings, entry.rule, raw),
    );
    entry.values.set(raw, added);
    return added;
  }

  private addName(name: string): AttributeName {
    const entry: AttributeName = { name, rule: ruleOf(name.toLowerCase()), rank: anchorRank(name), values: new Map() };
    this.names.set(name, entry);
    return entry;
  }

  private makeValue(name: AttributeName, raw: string, { value, removed }: CleanedValue): AttributeValue {
    return {
      id: this.valueCount++,
      name,
      raw,
      value,
      removed,
      index: value === undefined ? 0 : this.strings.add(value),
      anchor: name.rank < 0 || value !== raw ? "" : anchorOf(name.name, raw),
      traits: traitsOfAttribute(name.name, raw),
      slot: { style: undefined },
    };
  }

  private makeRecord(entry: TagEntry, raw: readonly AttributeValue[], kind: AxKind): AttributeRecord {
    const { tag, tagIndex, type } = entry;
    const attributes = raw.some(({ name }) => name.rule === "by-element") ? this.cleanForElement(tag, raw) : raw;
    let { traits } = entry;
    const slots: StyleCacheSlot[] = [{ style: undefined }];
    const removed: RemovedKind[] = [];
    const anchored: AttributeValue[] = [];
    const set: number[] = [];
    for (const attribute of attributes) {
      traits |= attribute.traits;
      if (attribute.anchor !== "") anchored.push(attribute);
      if (attribute.removed !== undefined) removed.push(attribute.removed);
      if (attribute.name.name === "class") slots.push(attribute.slot);
      if (attribute.value !== undefined) set.push(this.strings.add(attribute.name.name), attribute.index);
    }
    slots.push(entry.slot);
    // The options of a `<select>` are public, whatever role the author gave it.
    if (tag === "select") traits &= ~trait.value;
    anchored.sort((one, other) => one.name.rank - other.name.rank);
    return {
      tag,
      tagIndex,
      kind,
      set: this.interner.add(set),
      attributes,
      removed,
      traits,
      type,
      anchors: anchored.map(({ name, anchor }) => withType(name.rank, anchor, tag === tag.toLowerCase() ? type : "")),
      slots,
    };
  }

  private cleanForElement(tag: string, raw: readonly AttributeValue[]): AttributeValue[] {
    const rawOf = (wanted: string) => raw.find(({ name }) => name.name === wanted)?.raw ?? "";
    const owner = {
      tag,
      type: tag === "input" ? rawOf("type").trim().toLowerCase() : "",
      role: rawOf("role").trim().toLowerCase(),
      secret: tag === "meta" && secretName.test(rawOf("name") + rawOf("property") + rawOf("http-equiv")),
    };
    return raw.map((attribute) => {
      if (attribute.name.rule !== "by-element") return attribute;
      const cleaned = cleanByElement(this.strings, owner, attribute.name.name.toLowerCase(), attribute.raw);
      return this.makeValue(attribute.name, attribute.raw, cleaned);
    });
  }
}

export function cleanedValue({ attributes }: AttributeRecord, wanted: string): string | undefined {
  return attributes.find(({ name }) => name.name === wanted)?.value;
}

/** Returns whether selectors with these anchors, in lower case, may match the elements of a record. */
export function hasAnchorIn(anchors: ReadonlySet<string>, { tag, attributes }: AttributeRecord): boolean {
  const has = (sign: string) => (name: string) => anchors.has(`${sign}${anchorName(name).toLowerCase()}`);
  return (
    anchors.has(tag.toLowerCase()) ||
    attributes.some(({ name, raw }) => (name.name === "id" ? has("#")(raw) : name.name === "class" && wordsOf(raw).some(has("."))))
  );
}
