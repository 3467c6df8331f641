// Each repetition is bounded: a hostile source must not cost more than its length.
const statement =
  /\bimport(?=[\s{*])\s{0,20}(?:type\s{1,20})?(?:([\w$]{1,100})\s{0,20}(?:,\s{0,20})?)?(?:\{([^{}]{0,100000})\}|\*\s{1,20}as\s{1,20}([\w$]{1,100}))?\s{0,20}from\s{0,20}["']([^"'\n]{1,200})["']/g;

/** Names that a script imports, with the modules. */
export function importedNames(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, single = "", listed = "", namespace = "", from = ""] of text.matchAll(statement))
    for (const part of [single, ...listed.split(","), namespace]) {
      // `a as b` and `type b` are known as `b`.
      const name = /([\w$]+)\s*$/.exec(part)?.[1];
      if (name !== undefined) found.set(name, from);
    }
  return found;
}
