/** A page with the part between the marker of `source` and the next end marker replaced by what `npm run gen` makes of it. Throws without markers. */
export function withMade(text: string, source: string, made: string): string {
  const [startMarker, endMarker] = [`<!-- made by \`npm run gen\` from ${source} -->`, "<!-- end -->"];
  const start = text.indexOf(startMarker);
  const end = text.indexOf(endMarker, start);
  if (start < 0 || end < start) throw new Error(`lacks ${startMarker} … ${endMarker}`);
  return `${text.slice(0, start + startMarker.length)}\n${made}\n${text.slice(end)}`;
}
