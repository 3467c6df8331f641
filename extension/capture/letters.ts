import { escapeAt } from "../../host/contract/escapes.js";

/** Characters that are not shown: zero-width ones, soft hyphens, variation selectors (Unicode, Default_Ignorable_Code_Point). */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const ignorables = /\p{Default_Ignorable_Code_Point}+/gu;

export function hasIgnorable(text: string): boolean {
  return ignorable.test(text);
}

export function ignorablesIn(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(new RegExp(ignorable, "gu"))];
}

export function withoutIgnorables(text: string): string {
  return text.replace(ignorables, "");
}

/**
 * The letters and digits of a text as they are compared: in Unicode's compatibility decomposition, without marks and what is not shown, case
 * folded, escapes read, all digits as ASCII's. Holds one text at a time, so that reading thousands allocates nothing.
 */
export class Letters {
  /** UTF-16 units. Of a script without spaces each is worth more than a letter and stands `weightOf` times. */
  readonly codes: number[] = [];
  /** Where each stands in the text. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** How many signs and spaces stand before each. */
  readonly gaps: number[] = [];
  /** What is behind these is of texts before. */
  count = 0;
  private gap = 0;

  get key(): string {
    return String.fromCharCode(...this.codes.slice(0, this.count));
  }

  read(text: string): this {
    this.count = this.gap = 0;
    for (let at = 0; at < text.length; at++) {
      const code = letterOf(text.charCodeAt(at));
      if (code !== other) this.push(code, at, at + 1);
      else {
        const { codes, end } = othersAt(text, at);
        for (const one of codes) this.push(one, at, end);
        at = end - 1;
      }
    }
    return this;
  }

  private push(code: number, start: number, end: number): void {
    if (code === sign) this.gap++;
    else if (code !== mark) {
      for (let times = weightOf(code); times > 0; times--) {
        const at = this.count++;
        this.codes[at] = code;
        this.starts[at] = start;
        this.ends[at] = end;
        this.gaps[at] = this.gap;
        this.gap = 0;
      }
    } else if (this.count > 0 && this.gap === 0) this.ends[this.count - 1] = end;
  }
}

/** Codes of no letter: what may begin an escape or is more than one letter, a sign, a mark on the letter before. */
export const other = 3;
export const sign = 4;
export const mark = 5;
/** The first code of a script without spaces. */
export const firstHeavy = 0x2e80;
export const letters = new Uint16Array(0x10000);
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  letters[unit] = /[a-z\d]/i.test(character) ? character.toLowerCase().charCodeAt(0) : /[%&\\]/.test(character) ? other : sign;
}

/** What a UTF-16 unit is compared as, where it alone decides that. */
export function letterOf(unit: number): number {
  return letters[unit] || foundLetter(unit);
}

function foundLetter(unit: number): number {
  const [first = mark, ...others] = unit >= 0xd800 && unit < 0xe000 ? [other] : foldedOf(String.fromCharCode(unit));
  const letter = others.every((code) => code === mark || (code === sign && first === sign)) ? first : other;
  letters[unit] = letter;
  return letter;
}

/** How many letters one is worth: none, those of scripts without spaces three. */
export function weightOf(code: number): number {
  return code < firstHeavy ? (code > mark ? 1 : 0) : 3;
}

/** What an escape or a character that is no single letter is compared as, and its end. */
export function othersAt(text: string, at: number): { readonly codes: readonly number[]; readonly end: number } {
  const found = escapeAt(text, at);
  if (found !== undefined) return { codes: foldedOf(found.characters), end: found.end };
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { codes: foldedOf(character), end: at + character.length };
}

const folds = new Map<string, readonly number[]>();
const foldsMax = 20_000;

/** The codes of a text's characters, each for itself: none for what is not shown. */
function foldedOf(text: string): readonly number[] {
  const known = folds.get(text);
  if (known !== undefined) return known;
  const characters = Array.from(text);
  const codes = characters.length === 1 ? codesOf(text) : characters.flatMap(foldedOf);
  if (folds.size < foldsMax) folds.set(text, codes);
  return codes;
}

function codesOf(character: string): readonly number[] {
  const plain = withoutIgnorables(character).normalize("NFKD").toUpperCase().toLowerCase().normalize("NFKD");
  return Array.from(plain).flatMap((part) => {
    if (/\p{M}/u.test(part)) return mark;
    if (!/[\p{L}\p{N}]/u.test(part)) return sign;
    const written = /\p{Nd}/u.test(part) ? digitOf(part) : part;
    return Array.from({ length: written.length }, (_, at) => written.charCodeAt(at));
  });
}

/** The ten digits of a script stand together. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}
