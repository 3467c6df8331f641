import type { RemovedKind } from "../../host/contract/capture.js";
import { type AxKind, kindOf } from "./accessibility/kind.js";
import { anchorAt } from "./anchors.js";
import { isSecretName, keepByElement } from "./attribute-rules.js";
import { type AttributeName, type AttributeValue, AttributeValues } from "./attribute-values.js";
import type { Marked } from "./components/markers.js";
import { attributeNamesOf, attributeOf } from "./dom.js";
import { identifier } from "./identifiers.js";
import { Lists } from "./lists.js";
import type { Strings } from "./strings.js";
import type { StyleHints } from "./style-hints.js";
import type { Look } from "./styles.js";
import { trait, traitsOfTag } from "./traits.js";

/** All that is known of one combination of tag and attributes; elements that look alike share it. */
export interface AttributeRecord {
  readonly tag: string;
  /** Place of the tag in the capture's strings. */
  readonly tagPlace: number;
  /** Index into `attributeSets`. */
  readonly set: number;
  readonly kind: AxKind;
  readonly attributes: readonly AttributeValue[];
  /** Reasons for which something was left out. */
  readonly removed: readonly RemovedKind[];
  /** Bits of `trait`. */
  readonly traits: number;
  /** The tag as a CSS identifier. */
  readonly type: string;
  /** Places of selectors' parts in the capture's strings, for all elements of the tag: by the place among siblings, 0 where it stands alone. */
  readonly steps: number[];
  /** What may find these elements alone, best first. */
  readonly anchors: readonly string[];
  /** Told by markers in the attributes. */
  marked: Marked | undefined;
  /** Whether generated text is to be looked for, by the style sheets that were asked last. */
  hinted: StyleHints | undefined;
  generates: boolean;
  /** Of these elements, of those with the same classes, of all of the tag. */
  readonly looks: readonly Look[];
}

/** An attribute after others, in the order of an element's, and the ways on from it. */
interface Branch {
  readonly attribute: AttributeValue | undefined;
  readonly before: Branch | undefined;
  /** By `AttributeValue.id`. */
  next: Map<number, Branch> | undefined;
  /** Of elements that have no further attribute. */
  record: AttributeRecord | undefined;
}

/** The records of a tag, and what all share. */
interface TagRecords {
  readonly tag: string;
  readonly tagPlace: number;
  readonly type: string;
  readonly traits: number;
  readonly look: Look;
  readonly steps: number[];
  readonly start: Branch;
}

const none: readonly never[] = [];

/** Reads attributes, cleans them and keeps each combination once. */
export class AttributeTable {
  private readonly lists = new Lists();
  private readonly values: AttributeValues;
  private readonly strings: Strings;
  private readonly tags = new Map<string, TagRecords>();

  constructor(strings: Strings) {
    this.strings = strings;
    this.values = new AttributeValues(strings);
  }

  /** What was kept of attributes: place of a name, place of its value, and so on. */
  get sets(): readonly number[][] {
    return this.lists.all;
  }

  /** All names of attributes that were seen. */
  get names(): ReadonlyMap<string, AttributeName> {
    return this.values.names;
  }

  /** Custom elements, defined or not. */
  get hasCustomTag(): boolean {
    return [...this.tags.values()].some(({ traits }) => (traits & trait.custom) !== 0);
  }

  hasTag(tag: string): boolean {
    return this.tags.has(tag);
  }

  /** `fullTag`: with its namespace, as `tagOf` gives it. */
  read(element: Element, tag: string, fullTag: string): AttributeRecord {
    const names = attributeNamesOf(element);
    const language = fullTag === "?" ? fullTag + tag : fullTag;
    const of = this.tags.get(language) ?? this.addTag(language, tag, fullTag);
    let branch = of.start;
    for (let at = 0; at < names.length; at++) {
      const name = names[at] as string;
      branch = along(branch, this.values.of(name, attributeOf(element, name) ?? ""));
    }
    branch.record ??= this.make(of, kindOf(element, fullTag, names), branch);
    return branch.record;
  }

  private addTag(language: string, tag: string, fullTag: string): TagRecords {
    const traits = traitsOfTag(tag, fullTag);
    const start = { attribute: undefined, before: undefined, next: undefined, record: undefined };
    const made = { tag, tagPlace: this.strings.add(tag), type: identifier(tag), traits, look: { style: undefined }, steps: [], start };
    this.tags.set(language, made);
    return made;
  }

  private make(of: TagRecords, kind: AxKind, end: Branch): AttributeRecord {
    const { tag, tagPlace, type, steps } = of;
    const raw: AttributeValue[] = [];
    let isDecided = false;
    for (let branch: Branch | undefined = end; branch?.attribute !== undefined; branch = branch.before) {
      raw.push(branch.attribute);
      if (branch.attribute.name.rule === "by-element") isDecided = true;
    }
    raw.reverse();
    const attributes = isDecided ? this.decide(tag, raw) : raw;
    let { traits } = of;
    let look: Look | undefined;
    const removed: RemovedKind[] = [];
    const anchored: AttributeValue[] = [];
    for (const attribute of attributes) {
      traits |= attribute.traits;
      if (attribute.anchor !== "") anchored.push(attribute);
      if (attribute.removed !== undefined) removed.push(attribute.removed);
      if (attribute.name.isClass) look = attribute.look;
    }
    // Their options are choices, whatever role the author gave.
    if (tag === "select") traits &= ~trait.value;
    const mine: Look = { style: undefined };
    return {
      tag,
      tagPlace,
      kind,
      set: this.place(attributes),
      attributes,
      removed: removed.length === 0 ? none : removed,
      traits,
      type,
      steps,
      anchors: anchored.length === 0 ? none : anchorsOf(anchored, type),
      marked: undefined,
      hinted: undefined,
      generates: false,
      looks: look === undefined ? [mine, of.look] : [mine, look, of.look],
    };
  }

  /** What is kept of values of which the element decides. */
  private decide(tag: string, raw: readonly AttributeValue[]): AttributeValue[] {
    const of = (wanted: string) => raw.find(({ name }) => name.name === wanted)?.raw ?? "";
    const owner = {
      tag,
      type: tag === "input" ? of("type").trim().toLowerCase() : "",
      role: of("role").trim().toLowerCase(),
      secret: tag === "meta" && isSecretName(of("name") + of("property") + of("http-equiv")),
    };
    return raw.map((attribute) => {
      if (attribute.name.rule !== "by-element") return attribute;
      const kept = keepByElement(owner, attribute.name.name.toLowerCase(), attribute.raw);
      return this.values.make(attribute.name, attribute.raw, kept.value, kept.removed);
    });
  }

  private place(attributes: readonly AttributeValue[]): number {
    const set: number[] = [];
    for (const { name, value, place } of attributes) if (value !== undefined) set.push(this.strings.add(name.name), place);
    return this.lists.add(set);
  }
}

/** The place one attribute further; attributes are compared one by one, because joined texts would have to be hashed for each element. */
function along(branch: Branch, attribute: AttributeValue): Branch {
  branch.next ??= new Map();
  let next = branch.next.get(attribute.id);
  if (next === undefined) {
    next = { attribute, before: branch, next: undefined, record: undefined };
    branch.next.set(attribute.id, next);
  }
  return next;
}

function anchorsOf(found: AttributeValue[], type: string): string[] {
  if (found.length > 1) found.sort((one, other) => one.name.rank - other.name.rank);
  return found.map(({ name, anchor }) => anchorAt(name.rank, anchor, type));
}

/** What is kept of an attribute; undefined where there is none. */
export function keptValue({ attributes }: AttributeRecord, wanted: string): string | undefined {
  return attributes.find(({ name }) => name.name === wanted)?.value;
}
