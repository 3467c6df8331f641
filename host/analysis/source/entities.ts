/** The common ones by their names, each with its character behind it. */
const named: ReadonlyMap<string, string> = new Map(
  `amp& lt< gt> quot" apos' copy© reg® trade™ hellip… mdash— ndash– laquo« raquo» lsaquo‹ rsaquo› larr← rarr→ uarr↑ darr↓ times× middot· bull• ldquo“ rdquo” lsquo‘ rsquo’ euro€ pound£ check✓ hearts♥`
    .split(" ")
    .map((one): [string, string] => [one.slice(0, -1), one.slice(-1)])
    .concat([
      ["nbsp", " "],
      ["shy", ""],
    ]),
);

/** A text with its character references resolved; `unknown` stands for those that are not in the common ones. */
export function withoutEntities(text: string, unknown: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]\w{1,30}));/gi, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named.get(name) ?? unknown;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : unknown;
  });
}
