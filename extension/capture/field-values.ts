import { isSecretKey } from "../../host/contract/urls.js";
import { attributeOf, defaultOfArea, matchesSelector, textContentOf, valueOfField } from "./dom.js";
import { collapse } from "./text.js";

/**
 * How far a repetition of a held text is looked for. `choice`: as `whole`, but not among the options that a field offers. `name`: as `rare`, in a
 * sentence at most, unless the page has the word in small letters too.
 */
export type Reach = "choice" | "whole" | "name" | "rare" | "anywhere";

/** Most patterns of a page. */
const maxPatterns = 2_000;
/** Longer units are looked for in pieces. */
const pieceChars = 80;
/** Least weight of a text that is looked for at all, of a word, and of several words within other text. */
const [leastWhole, leastWord, leastWords] = [4, 8, 9];

/** Input types whose value is not typed. */
const notTyped = /^(?:hidden|submit|reset|button|image|checkbox|radio|color)$/;
/** Frameworks write what is typed into the attribute: a default that was touched is none. In `:is()` unknown names do not throw. */
const touched = ":is(:user-valid, :user-invalid, :autofill, :-webkit-autofill, :focus)";

/**
 * What the page's fields and editable regions hold, as patterns of what repeats it: in any case, spacing and percent-encoding. A field's untouched
 * default is not held: nobody typed it.
 */
export class FieldValues {
  /** By the pattern's letters and digits, as `keyOf` returns them for what it finds. */
  readonly reach = new Map<string, Reach>();
  /** Keys of what is held as a text of its own, not as a word of one. */
  readonly whole = new Set<string>();
  /** Words by which the page names its fields, in small letters: without these it would be known that they are held. */
  readonly labels = new Set<string>();
  /** Texts too short to be looked for but in an `<output>`. */
  readonly short = new Set<string>();
  private readonly sources = new Map<string, string>();

  /** Adds the live value of an input or text area, and the text of an option that was chosen. */
  addField(element: Element, tag: string): void {
    const named = (name: string) => attributeOf(element, name) ?? "";
    if (tag === "option") {
      if (matchesSelector(element, ":checked:not([selected])") && !matchesSelector(element, "select:not([multiple]) > option:first-child"))
        this.put(collapse(textContentOf(element) ?? ""), "choice");
      return;
    }
    const type = tag === "input" ? named("type").trim().toLowerCase() : "";
    for (const word of ["name", "id", "type"]
      .map(named)
      .join(" ")
      .toLowerCase()
      .split(/[^\p{L}]+/u))
      this.labels.add(word);
    const value = valueOfField(element, tag);
    if (value === "" || notTyped.test(type)) return;
    const isPassword = type === "password" || /password|one-time|^cc-/.test(named("autocomplete")) || isSecretKey(named("name"));
    const initial = tag === "input" ? named("value") : defaultOfArea(element);
    if (!isPassword && collapse(value) === collapse(initial) && !matchesSelector(element, touched)) return;
    this.add(value.replace(/^C:\\fakepath\\/, ""), isPassword);
  }

  /** Adds a text: whole, by lines and phrases, by words where it is a password or they are distinctive. */
  add(value: string, isPassword = false): void {
    const text = value.normalize();
    const whole = collapse(withoutIgnorables(text));
    const words = whole.split(" ");
    if (isPassword) {
      for (const unit of [whole, ...words, ...whole.split(/[^\p{L}\p{M}\p{N}]+/u), ...base64Of(whole)])
        this.put(unit, "anywhere", !/^(?:\p{Ll}+|\d+)$/u.test(unit));
      return;
    }
    for (const line of [whole, ...text.split(/[\n\r]+/)]) {
      this.putUnit(line);
      for (const phrase of line.split(/[^\p{L}\p{M}\p{N}\s@._+%'\u2019/:-]+|[.:](?=\s|$)/u)) this.putUnit(phrase);
    }
    const isName = words.length <= 3;
    for (const word of words) {
      this.putUnit(/^([^@]+)@[^@]+\.[^@]+$/.exec(word)?.[1] ?? "");
      for (const part of word.split(/[^\p{L}\p{M}\p{N}]+/u))
        if (isDistinctive(part)) this.putUnit(part);
        else if (isName && /^\p{Lu}/u.test(part)) this.put(part, weightOf(part) >= leastWord ? "rare" : "name");
    }
  }

  get isEmpty(): boolean {
    return this.sources.size === 0 && this.short.size === 0;
  }

  /** Finds what may repeat a held text, the longest first; undefined where nothing is held. */
  pattern(): RegExp | undefined {
    if (this.sources.size === 0) return undefined;
    const sources = [...this.sources.values()].sort((one, other) => other.length - one.length);
    return new RegExp(sources.join("|"), "gi");
  }

  private putUnit(text: string): void {
    const unit = collapse(withoutIgnorables(text)).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "");
    this.whole.add(keyOf(unit));
    if (unit.length <= pieceChars) this.put(unit, reachOf(unit));
    else for (const [piece] of unit.matchAll(/\S.{0,79}(?=\s|$)|\S{1,80}/g)) this.put(piece, reachOf(piece));
  }

  /** `isPart`: also within longer words. */
  private put(unit: string, reach: Reach, isPart = isDistinctive(unit) && /\D/.test(unit)): void {
    if (unit === "") return;
    if (weightOf(unit) < leastWhole) {
      this.short.add(unit.toLowerCase());
      return;
    }
    const key = keyOf(unit);
    const known = this.reach.get(key);
    if (known === undefined && this.sources.size >= maxPatterns) return;
    if (known === undefined || ranks.indexOf(reach) > ranks.indexOf(known)) this.reach.set(key, reach);
    if (known === undefined) this.sources.set(key, sourceOf(unit, isPart));
  }
}

const ranks: readonly Reach[] = ["choice", "whole", "name", "rare", "anywhere"];

/** The letters and digits of a text, percent codes decoded. */
export function keyOf(text: string): string {
  const plain = text.includes("%") ? decoded(text) : text;
  return (
    plain
      .normalize()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, "") || plain
  );
}

/** Characters that are not shown: zero-width ones, soft hyphens, variation selectors (Unicode, Default_Ignorable_Code_Point). */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const ignorables = /\p{Default_Ignorable_Code_Point}+/gu;

export function hasIgnorable(text: string): boolean {
  return ignorable.test(text);
}

export function withoutIgnorables(text: string): string {
  return text.replace(ignorables, "");
}

function reachOf(unit: string): Reach {
  if (isDistinctive(unit)) return "anywhere";
  const weight = weightOf(unit);
  return weight >= (unit.includes(" ") ? leastWords : leastWord) ? "rare" : "whole";
}

/** Addresses, numbers of five digits and more, words of letters and digits: nothing else on a page is likely to be equal. */
function isDistinctive(unit: string): boolean {
  if (/^\S+@\S+\.\S+$|:\/\//.test(unit)) return true;
  if (isNumber(unit)) return digitsOf(unit).length >= 5;
  return unit.length >= 8 && /^\S*(?:\d[\p{L}]|[\p{L}]\d)\S*$/u.test(unit);
}

/** Characters, of which those of scripts without spaces count threefold. */
function weightOf(text: string): number {
  return text.length + 2 * (text.match(/[\u2e80-\ud7ff]/g)?.length ?? 0);
}

/** Digits with what people write between them. */
function isNumber(unit: string): boolean {
  return /^\+?[\d\s().,/'\u2019-]+$/.test(unit);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** A regular expression of a unit: any spacing, signs and letters outside ASCII in percent codes too; whole words but where `isPart`. */
function sourceOf(unit: string, isPart: boolean): string {
  const digits = digitsOf(unit);
  if (isNumber(unit) && digits.length >= 5) {
    const separator = digits.length >= 8 ? "[\\s().,/'\u2019-]{0,2}" : "[\\s.,'\u2019]?";
    const isJoint = (left: number) => left > 0 && (digits.length >= 8 || left % 3 === 0);
    const body = Array.from(digits, (digit, at) => digit + (isJoint(digits.length - at - 1) ? separator : "")).join("");
    return `(?<!\\d)\\+?\\(?${body}(?!\\d)`;
  }
  // Numbers of accounts and keys are written in groups.
  if (/^(?=.*\d)[A-Z\d]{12,}$/.test(unit)) return [...unit].join("[\\s-]?");
  const body = Array.from(unit.matchAll(/\s+|[a-z\d]+|./gisu), ([part]) => {
    if (/^\s/.test(part)) return "(?:[\\s+_-]|%20){0,3}";
    return /^[a-z\d]/i.test(part) ? part : `(?:${[escaped(part), percentCode(part), ...decomposed(part)].join("|")})`;
  }).join("");
  return isPart ? body : `(?<![a-z\\d\u00c0-\u024f])${body}(?![a-z\\d\u00c0-\u024f])`;
}

/** The same letter with its signs behind it, where it has any. */
function decomposed(part: string): string[] {
  return part.normalize("NFD") === part ? [] : [part.normalize("NFD")];
}

function escaped(part: string): string {
  return part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function percentCode(part: string): string {
  return Array.from(new TextEncoder().encode(part), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

/** What the base64 of any text holds that contains the secret: for each place of its first byte within three, without the bytes beside it. */
function base64Of(secret: string): string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret.slice(0, 200)));
  if (bytes.length < 6) return [];
  return [0, 1, 2].map((before) => {
    const whole = btoa("\0".repeat(before) + bytes).replace(/=+$/, "");
    return whole.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // URIError: the page does not encode in UTF-8.
    return text;
  }
}
