import fc from "fast-check";

/** Any code point but surrogates, for `fc.string`: as its unit `binary`, without the table of all 1.1 million that this makes in each process. */
export const codePoint = fc.nat({ max: 0x10f7ff }).map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800));
