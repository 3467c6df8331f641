/** The words of a space-separated attribute. */
export function wordsOf(value: string): string[] {
  return value.split(/[\t\n\f\r ]+/).filter((word) => word !== "");
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
