import { isSecretKey } from "../../host/contract/urls.js";
import { attributeOf, defaultOfArea, matchesSelector, textContentOf, valueOfField } from "./dom.js";
import { Letters, withoutIgnorables } from "./letters.js";
import { collapse } from "./text.js";
import { leastLetters, TextIndex } from "./text-index.js";

/** How far a repetition of a held text is looked for. `name`: as `rare`, in a sentence at most, unless the page has the word in small letters too. */
type Reach = "whole" | "name" | "rare" | "anywhere";
const ranks: readonly Reach[] = ["whole", "name", "rare", "anywhere"];

export interface Held {
  readonly key: string;
  reach: Reach;
  /** Chosen, not typed: the options that a field offers have it too. */
  isChoice: boolean;
  /** A text of its own, not only a word of one. */
  isWhole: boolean;
  /** Also within longer words; of a number, behind other digits. */
  readonly isPart: boolean;
  readonly isNumber: boolean;
  /** Behind how many of its letters signs may stand; undefined: behind any. */
  readonly joints: ReadonlySet<number> | undefined;
  /** In how many distinct strings of the page it stands. */
  times: number;
}

/** Where in a text a held one stands again: from `start` to `end`, so many letters. */
export interface Repetition {
  readonly held: Held;
  readonly start: number;
  readonly end: number;
  readonly letters: number;
}

const nothing: readonly Repetition[] = [];

const maxHeld = 2_000;
/** Longer units are looked for in pieces. */
const pieceChars = 80;
/** How much is read before and behind where a repetition may begin, in characters: the longest with its signs, or words in escapes. */
const [marginChars, reachChars] = [40, 240];
/** Least letters of a text that is looked for within others. */
const leastWord = 8;
/** Least bytes of a secret whose base64 is looked for. */
const leastEncoded = 6;
/** Most signs between two letters of a repetition. */
const mostSigns = 3;

const notTyped = /^(?:hidden|submit|reset|button|image|checkbox|radio|color)$/;
/** Frameworks write what is typed into the attribute: a default that was touched is none. In `:is()` unknown names do not throw. */
const touched = ":is(:user-valid, :user-invalid, :autofill, :-webkit-autofill, :focus)";

/** What the page's fields and editable regions hold, found by letters. A field's untouched default is not held: nobody typed it. */
export class FieldValues {
  private readonly index = new TextIndex<Held>();
  /** Words by which the page names its fields, in small letters: without these it would be known that they are held. */
  readonly labels = new Set<string>();
  /** Texts of fewer letters, looked for as a whole, in small letters. */
  readonly short = new Set<string>();
  /** The longest of these, in characters. */
  shortMost = 0;
  /** Passwords of signs and fewer letters, looked for as they are. */
  readonly signs = new Set<string>();
  private readonly letters = new Letters();

  /** Adds the live value of an input or text area, and the text of an option that was chosen. */
  addField(element: Element, tag: string): void {
    const named = (name: string) => attributeOf(element, name) ?? "";
    if (tag === "option") {
      if (matchesSelector(element, ":checked:not([selected])") && !matchesSelector(element, "select:not([multiple]) > option:first-child"))
        this.putUnit(textContentOf(element) ?? "", true);
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
  add(value: string, isPassword = false, isChoice = false): void {
    const text = withoutIgnorables(value.normalize("NFKC"));
    const whole = collapse(text);
    const words = whole.split(" ");
    if (isPassword) {
      for (const unit of [whole, ...words, ...whole.split(/[^\p{L}\p{M}\p{N}]+/u), ...encodingsOf(value)])
        for (const piece of unit.match(/.{1,80}/gsu) ?? []) this.put(piece, "anywhere", { isPart: !/^(?:\p{Ll}+|\d+)$/u.test(piece) });
      return;
    }
    for (const line of [whole, ...text.split(/[\n\r]+/)]) {
      this.putUnit(line, isChoice);
      for (const phrase of line.split(/[^\p{L}\p{M}\p{N}\s@._+%'\u2019/:-]+|[.:](?=\s|$)/u)) this.putUnit(phrase, isChoice);
    }
    const isName = words.length <= 3;
    for (const word of words) {
      this.putUnit(/^([^@]+)@[^@]+\.[^@]+$/.exec(word)?.[1] ?? "", isChoice);
      for (const part of word.split(/[^\p{L}\p{M}\p{N}]+/u))
        if (isDistinctive(part)) this.putUnit(part, isChoice);
        else if (isName && /^\p{Lu}/u.test(part)) this.put(part, this.weightOf(part) >= leastWord ? "rare" : "name", { isChoice });
    }
    // As people write dates, and phone numbers without their country.
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(whole) ?? [];
    if (year !== undefined) for (const date of [`${day}${month}${year}`, `${month}${day}${year}`]) this.put(date, "anywhere");
    const [, local] = /^(?:\+|00)\d{3}(\d{7,})$/.exec(whole.replace(/[\s().,/-]/g, "")) ?? [];
    if (local !== undefined) this.put(local, "anywhere", { isPart: true });
  }

  /** From where on a repetition may be found in a text, not before a place: near its beginning; -1 for nowhere. */
  mayBegin(text: string, from: number): number {
    return this.index.next(text, from);
  }

  /** The `accepted` repetitions in a text, left to right, the longest at each place. `places`: all that `mayBegin` finds, where known. */
  find(text: string, accepted?: (one: Repetition) => boolean, places?: readonly number[]): readonly Repetition[] {
    const { index, letters } = this;
    let known = 0;
    const next = (from: number) => {
      if (places === undefined) return index.next(text, from);
      while ((places[known] ?? text.length) < from) known++;
      return places[known] ?? -1;
    };
    let at = next(0);
    if (at < 0) return nothing;
    const found: Repetition[] = [];
    let first = 0;
    let until = 0;
    let last = 0;
    let judged = 0;
    for (; at >= 0; at = next(judged)) {
      if (at + reachChars > until) {
        first = Math.max(0, at - marginChars);
        until = at + 2 * reachChars;
        last = 0;
        letters.read(text.slice(first, until));
      }
      judged = at + 1;
      while (last < letters.count && first + (letters.starts[last] ?? 0) < at) last++;
      // Letters of one escape or character have one place.
      for (
        let one: Repetition | undefined;
        one === undefined && first + (letters.starts[last] ?? 0) === at && last < letters.count;
        last++
      ) {
        const from = last - leastLetters + 1;
        one = index.longest(letters, from, (held, to) => {
          const [start, end] = [first + (letters.starts[from] ?? 0), first + (letters.ends[to - 1] ?? 0)];
          const repetition = { held, start, end, letters: to - from };
          return start >= (found.at(-1)?.end ?? 0) && stands(held, letters, from, to) && accepted?.(repetition) !== false
            ? repetition
            : undefined;
        });
        judged = Math.max(judged, one?.end ?? first + (letters.ends[last] ?? 0));
        if (one !== undefined) found.push(one);
      }
    }
    return found;
  }

  private putUnit(text: string, isChoice = false): void {
    const unit = collapse(text).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "");
    const pieces = unit.length <= pieceChars ? [unit] : (unit.match(/\S.{0,79}(?=\s|$)|\S{1,80}/g) ?? []);
    for (const piece of pieces) {
      const reach = isDistinctive(piece) ? "anywhere" : this.weightOf(piece) >= leastWord ? "rare" : "whole";
      this.put(piece, reach, { isWhole: true, isChoice });
    }
  }

  private put(unit: string, reach: Reach, { isPart, isWhole = false, isChoice = false }: Partial<Held> = {}): void {
    const letters = this.letters.read(unit);
    if (letters.count < leastLetters) {
      if (unit !== "") this.short.add(unit.toLowerCase());
      this.shortMost = Math.max(this.shortMost, unit.length);
      if (reach === "anywhere" && unit.length >= leastLetters) this.signs.add(unit);
      return;
    }
    if (this.index.size >= maxHeld) return;
    const held = this.index.entry(letters, () => heldOf(unit, letters, reach, isPart));
    if (ranks.indexOf(reach) > ranks.indexOf(held.reach)) held.reach = reach;
    held.isWhole ||= isWhole;
    held.isChoice &&= isChoice;
  }

  private weightOf(text: string): number {
    return this.letters.read(text).count;
  }
}

function heldOf(unit: string, letters: Letters, reach: Reach, isPart?: boolean): Held {
  const { count, gaps } = letters;
  const isDigits = isNumber(unit);
  const isLoose = isPart === true || (count >= leastWord && reach !== "name") || (reach === "anywhere" && !isDigits);
  const isJoint = (at: number) => (gaps[at] ?? 0) > 0 || (isDigits && count > 4 && (count - at) % 3 === 0);
  return {
    key: letters.key,
    reach,
    isChoice: true,
    isWhole: false,
    isPart: isPart ?? (!isDigits && (isDistinctive(unit) || (reach === "rare" && !unit.includes(" ")))),
    isNumber: isDigits,
    joints: isLoose ? undefined : new Set(Array.from({ length: count }, (_, at) => at).filter(isJoint)),
    times: 0,
  };
}

/** Whether a held text stands between two places of other letters as a repetition is written. */
function stands({ isPart, isNumber, joints }: Held, { codes, gaps, count }: Letters, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) {
    const gap = gaps[at] ?? 0;
    if (gap > 0 && (gap > mostSigns || joints?.has(at - from) === false)) return false;
  }
  const isDigit = (code = 0) => code >= 48 && code < 58;
  const isBeside = (at: number, next: number) => at >= 0 && at < count && gaps[next] === 0 && (!isNumber || isDigit(codes[at]));
  const isLonger = isBeside(to, to);
  return isPart ? !(isNumber && isLonger) : !isLonger && !isBeside(from - 1, from);
}

/** Addresses, numbers of five digits and more, words of letters and digits: nothing else on a page is likely to be equal. */
function isDistinctive(unit: string): boolean {
  if (/^\S+@\S+\.\S+$|:\/\//.test(unit)) return true;
  if (isNumber(unit)) return unit.replace(/\D/g, "").length >= 5;
  return unit.length >= 8 && /^\S*(?:\d[\p{L}]|[\p{L}]\d)\S*$/u.test(unit);
}

/** Digits with what people write between them. */
function isNumber(unit: string): boolean {
  return /^\+?[\d\s().,/'\u2019-]+$/.test(unit);
}

/** A secret backwards, in hexadecimal, and what the base64 of any text holds that contains it, for each place of its first byte. */
function encodingsOf(secret: string): string[] {
  const bytes = [...new TextEncoder().encode(secret.slice(0, pieceChars))];
  const written = String.fromCharCode(...bytes);
  const base64 = [0, 1, 2].map((before) => {
    const whole = btoa("\0".repeat(before) + written).replace(/=+$/, "");
    return whole.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
  });
  const others = [[...secret].reverse().join(""), bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")];
  return bytes.length < leastEncoded ? others : [...others, ...base64];
}
