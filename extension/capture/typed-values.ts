import { attributeOf, valueOfField } from "./dom.js";
import { collapse } from "./text.js";

/** Types of inputs whose value is no text that a person writes. */
const untyped = /^(?:hidden|submit|reset|button|image|checkbox|radio|color)$/;
const mostFields = 1_000;
/** Shorter ones are words that stand on a page for other reasons. */
const leastChars = 4;
/** So long, and with a digit or an at sign: looked for within texts too. */
const leastPersonalChars = 8;
const mostPersonal = 50;

/**
 * What stands in the fields of a page, so that it can be left out where the page repeats it: a preview, a heading, a counter, an attribute.
 * Equal texts count, whatever their case; digits of eight and more whatever stands between them; and texts that hold an address or a number.
 */
export class TypedValues {
  /** Of the fields, short ones too. */
  private readonly whole = new Set<string>();
  private readonly digits = new Set<string>();
  private readonly personal = new Set<string>();

  /** Reads the live value of a field; other elements have none. */
  add(element: Element, tag: string): void {
    if (this.whole.size >= mostFields || untyped.test((attributeOf(element, "type") ?? "").trim().toLowerCase())) return;
    const value = plain(valueOfField(element, tag).replace(/^C:\\fakepath\\/, ""));
    if (value === "") return;
    this.whole.add(value);
    const digits = digitsOf(value);
    if (digits !== "") this.digits.add(digits);
    if (value.length >= leastPersonalChars && /[\d@]/.test(value) && this.personal.size < mostPersonal) this.personal.add(value);
  }

  get isEmpty(): boolean {
    return this.whole.size === 0;
  }

  /** Tells whether a text repeats what stands in a field. `short`: one of few characters counts too. */
  repeats(text: string, short = false): boolean {
    if (this.isEmpty) return false;
    const said = plain(text);
    if (said === "" || (!short && said.length < leastChars)) return false;
    if (this.whole.has(said) || this.digits.has(digitsOf(said))) return true;
    for (const value of this.personal) if (said.includes(value)) return true;
    return false;
  }

  /** A URL without the values of its query that repeat what stands in a field. */
  withoutRepeated(url: string): string {
    if (this.isEmpty || !/[?#]/.test(url)) return url;
    return url.replace(/([?&#;][^=&#;]*=)([^&#;]+)/g, (pair, name: string, value: string) =>
      this.repeats(decoded(value)) ? `${name}redacted` : pair,
    );
  }
}

function plain(text: string): string {
  return collapse(text).trim().toLowerCase();
}

/** The digits of a card or a telephone number; "" for any other text. */
function digitsOf(text: string): string {
  return /^\+?[\d\s().-]+$/.test(text) && text.replace(/\D/g, "").length >= leastPersonalChars ? text.replace(/\D/g, "") : "";
}

function decoded(value: string): string {
  const spaced = value.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Not every page encodes in UTF-8.
    return spaced;
  }
}
