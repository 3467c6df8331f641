import fc from "fast-check";

/** Any code point but surrogates, for `fc.string`: as its unit `binary`, without the table of all 1.1 million that this makes in each process. */
export const codePoint = fc.nat({ max: 0x10f7ff }).map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800));

/** Part of a path, query or fragment. `fc.webPath`, `fc.webUrl` and their like make that table, too: 0.75 s of processor time in each process. */
export const urlPart = fc
  .array(fc.oneof(fc.constantFrom(..."abcXYZ019-._~!$&'()*+,;=:@"), codePoint.map(encodeURIComponent)), { maxLength: 8 })
  .map((letters) => letters.join(""));

export const urlPath = fc.array(urlPart, { maxLength: 4 }).map((parts) => parts.map((part) => `/${part}`).join(""));

const after = (sign: string) => fc.option(urlPart, { nil: undefined }).map((part) => (part === undefined ? "" : sign + part));

/** An address of the web, with query and fragment or without. */
export const webUrl = fc
  .tuple(fc.constantFrom("http://", "https://"), fc.webAuthority({ withPort: true }), urlPath, after("?"), after("#"))
  .map((parts) => parts.join(""));
