import { attributeOf, valueOfField } from "./dom.js";
import { collapse } from "./text.js";

/** Input types whose value is not typed. */
const notTyped = /^(?:hidden|submit|reset|button|image|checkbox|radio|color)$/;
const maxFields = 1_000;
/** Shorter values are common words, which a page contains for other reasons. */
const minChars = 4;
/** Values of this length with a digit or an at sign are searched for within texts too. */
const minPersonalChars = 8;
const maxPersonal = 50;

/**
 * The values of a page's form fields, so that they can be redacted where the page repeats them: in a preview, a heading, an attribute.
 * A text matches when it is equal but for case, has the same eight or more digits but for separators, or contains an address or number.
 */
export class FieldValues {
  /** Normalised values, short ones too. */
  private readonly whole = new Set<string>();
  private readonly digits = new Set<string>();
  private readonly personal = new Set<string>();

  /** Adds the live value of an input or text area. */
  add(element: Element, tag: string): void {
    if (this.whole.size >= maxFields || notTyped.test((attributeOf(element, "type") ?? "").trim().toLowerCase())) return;
    const value = normalized(valueOfField(element, tag).replace(/^C:\\fakepath\\/, ""));
    if (value === "") return;
    this.whole.add(value);
    const digits = digitsOf(value);
    if (digits !== "") this.digits.add(digits);
    if (value.length >= minPersonalChars && /[\d@]/.test(value) && this.personal.size < maxPersonal) this.personal.add(value);
  }

  get isEmpty(): boolean {
    return this.whole.size === 0;
  }

  /** Returns whether a text repeats a field's value. `short`: a value of few characters counts too. */
  repeats(text: string, short = false): boolean {
    if (this.isEmpty) return false;
    const value = normalized(text);
    if (value === "" || (!short && value.length < minChars)) return false;
    if (this.whole.has(value) || this.digits.has(digitsOf(value))) return true;
    for (const personal of this.personal) if (value.includes(personal)) return true;
    return false;
  }

  /** Redacts the parameters of a URL that repeat a field's value. */
  redactUrl(url: string): string {
    if (this.isEmpty || !/[?#]/.test(url)) return url;
    return url.replace(/([?&#;][^=&#;?]*=)([^&#;]+)/g, (pair, name: string, value: string) =>
      this.repeats(decoded(value)) ? `${name}redacted` : pair,
    );
  }
}

function normalized(text: string): string {
  return collapse(text).trim().toLowerCase();
}

/** Returns the digits of a card or telephone number; "" for other texts. */
function digitsOf(text: string): string {
  return /^\+?[\d\s().-]+$/.test(text) && text.replace(/\D/g, "").length >= minPersonalChars ? text.replace(/\D/g, "") : "";
}

function decoded(value: string): string {
  const spaced = value.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    // URIError: the page does not encode in UTF-8.
    return spaced;
  }
}
