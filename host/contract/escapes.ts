/** Percent codes, also of percent codes; escapes of JSON, JavaScript and CSS; references of HTML, also of references. */
const escapes =
  /(?:%(?:25)*[\da-f]{2})+|\\+(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2})|(?=\d)([\da-f]{1,6}) ?|([bfnrtv]))|&(?:amp;)*(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,31}));/iy;
const [percent, ampersand, backslash] = [0x25, 0x26, 0x5c];
const accented = /^([a-z])(?:acute|caron|cedil|circ|grave|ring|slash|tilde|uml)$/i;

const [opening, closing] = [/^l(?:brace|brack|cub|par|sqb|t)$/i, /^(?:r(?:brace|brack|cub|par|sqb)|gt)$/i];

/** What the escape at a place of a text stands for, and where it ends. Names of brackets are square ones, of other signs spaces. */
export function escapeAt(text: string, at: number): { readonly characters: string; readonly end: number } | undefined {
  const first = text.charCodeAt(at);
  if (first !== percent && first !== ampersand && first !== backslash) return undefined;
  escapes.lastIndex = at;
  if (!escapes.test(text)) return undefined;
  const end = escapes.lastIndex;
  const written = text.slice(at, end);
  return { characters: short.get(written) ?? decoded(written), end };
}

/** What short escapes stand for: pages repeat them. */
const short = new Map<string, string>();
const [shortChars, shortMax] = [12, 10_000];

function decoded(written: string): string {
  escapes.lastIndex = 0;
  const found = escapes.exec(written);
  const characters = found === null ? "" : read(found);
  if (written.length <= shortChars && short.size < shortMax) short.set(written, characters);
  return characters;
}

function read([text, ...codes]: RegExpExecArray): string {
  const [json, braced, hex, css, control, reference, decimal, name] = codes;
  if (text.startsWith("%")) {
    const plain = text.replace(/%(?:25)+(?=[\da-f]{2})/gi, "%");
    if (!/%[89a-f]/i.test(plain)) return plain.replace(/%(..)/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
    try {
      return decodeURIComponent(plain);
    } catch {
      // URIError: no UTF-8.
      return " ";
    }
  }
  // As the letter of a path, and as a line's end.
  if (control !== undefined) return ` ${control} `;
  if (name !== undefined) return accented.exec(name)?.[1] ?? (opening.test(name) ? "[" : closing.test(name) ? "]" : " ");
  const code = decimal === undefined ? Number.parseInt(json ?? braced ?? hex ?? css ?? reference ?? "", 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}
