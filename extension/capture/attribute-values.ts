import type { RemovedKind } from "../../host/contract/capture.js";
import { anchorRank } from "./anchors.js";
import { keepByRule, ruleOf } from "./attribute-rules.js";
import { identifier, isStableName, quoted } from "./identifiers.js";
import type { Strings } from "./strings.js";
import type { StyleHints } from "./style-hints.js";
import type { Look } from "./styles.js";
import { mayGiveTraits, traitsOfAttribute } from "./traits.js";

/** An attribute's name and all that it decides alone. */
export interface AttributeName {
  readonly name: string;
  readonly rule: ReturnType<typeof ruleOf>;
  /** Place among the names that may find an element, best first; -1 for others. */
  readonly rank: number;
  readonly isClass: boolean;
  /** Its values may give traits. */
  readonly tells: boolean;
  readonly values: Map<string, AttributeValue>;
}

/** One value of one name, cleaned once for all elements that have it. */
export interface AttributeValue {
  readonly name: AttributeName;
  readonly raw: string;
  /** What is kept; undefined for nothing. */
  readonly value: string | undefined;
  readonly removed: RemovedKind | undefined;
  /** Tells apart from all others. */
  readonly id: number;
  /** Place of what is kept in the capture's strings. */
  readonly place: number;
  /** A selector that may find the element alone, without its type; "" for none. */
  readonly anchor: string;
  /** Bits of `trait`. */
  readonly traits: number;
  /** Of elements with these classes. */
  readonly look: Look;
  /** Whether elements that have it may have generated text, by the style sheets that were asked last. */
  hinted: StyleHints | undefined;
  generates: boolean;
}

// A long value reads badly in a selector, and one with the mark between roots would be read as two.
const anchorMaxChars = 80;

/** Names and values of attributes, each looked at once. */
export class AttributeValues {
  readonly names = new Map<string, AttributeName>();
  private readonly strings: Strings;
  private count = 0;

  constructor(strings: Strings) {
    this.strings = strings;
  }

  of(name: string, raw: string): AttributeValue {
    const named = this.names.get(name) ?? this.add(name);
    const known = named.values.get(raw);
    if (known !== undefined) return known;
    const kept = named.rule === "by-element" ? { value: undefined } : keepByRule(named.rule, raw);
    const made = this.make(named, raw, kept.value, kept.removed);
    named.values.set(raw, made);
    return made;
  }

  /** Also for values of which the element decides what is kept. */
  make(name: AttributeName, raw: string, value: string | undefined, removed: RemovedKind | undefined): AttributeValue {
    return {
      name,
      raw,
      value,
      removed,
      id: this.count++,
      place: value === undefined ? 0 : this.strings.add(value),
      anchor: name.rank < 0 || value !== raw ? "" : anchorOf(name.name, raw),
      look: { style: undefined },
      traits: name.tells ? traitsOfAttribute(name.name, raw) : 0,
      hinted: undefined,
      generates: false,
    };
  }

  private add(name: string): AttributeName {
    const made: AttributeName = {
      name,
      rule: ruleOf(name.toLowerCase()),
      rank: anchorRank(name),
      isClass: name === "class",
      tells: mayGiveTraits(name),
      values: new Map(),
    };
    this.names.set(name, made);
    return made;
  }
}

function anchorOf(name: string, value: string): string {
  if (value === "" || value.length > anchorMaxChars || value.includes(" >>> ")) return "";
  if (name === "id") return isStableName(value) ? `#${identifier(value)}` : "";
  if (name === "name" && !isStableName(value.replace(/[[\].:]/g, "-"))) return "";
  return `[${name}=${quoted(value)}]`;
}
