/** How the text inside a tag fits an element's. */
export type TextFit = "literal" | "template" | "key" | "open" | "none" | "conflict";

/** A source's text as it will be shown: tags out, white space joined, expressions as holes. */
const hole = "\u0000";

/** Compares what stands inside a tag with what the element shows. `keys` are message keys whose text the element shows. */
export function fitOfText(inner: string, shown: readonly string[], keys: ReadonlySet<string>): TextFit {
  if (keys.size > 0 && quotedIn(inner).some((text) => keys.has(text))) return "key";
  const pattern = patternOf(inner);
  if (pattern === "") return "none";
  if (!pattern.includes(hole))
    return shown.some((text) => text !== "" && sameText(text, pattern))
      ? "literal"
      : shown.some((text) => text !== "" && startsAlike(text, pattern))
        ? "literal"
        : "conflict";
  const pieces = pattern
    .split(hole)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  if (pieces.join("").length < 2) return "open";
  return shown.some((text) => holdsInOrder(text.toLowerCase(), pieces)) ? "template" : "conflict";
}

/** Quoted texts of a piece of source: keys and labels stand in them. */
export function quotedIn(source: string): string[] {
  return [...source.matchAll(/(["'`])((?:(?!\1)[^\\\n]|\\.){1,200})\1/g)].map((match) => match[2] ?? "");
}

/** A message with holes, for instance `Add {name} to cart`, as a test of a shown text. */
export function messageFits(message: string, shown: string): boolean {
  const pieces = message
    .toLowerCase()
    .split(/\{\{?[^}]*\}?\}|%\{[^}]*\}|%[sd@]|\$\w+|<\/?[^>]+>/)
    .map((piece) => joinSpace(piece))
    .filter((piece) => piece !== "");
  const text = shown.toLowerCase();
  if (pieces.length === 0 || pieces.join("").length < 2) return false;
  if (!/[{%$<]/.test(message)) return joinSpace(message).toLowerCase() === text;
  return holdsInOrder(text, pieces) && text.startsWith(message.startsWith(pieces[0]?.[0] ?? " ") ? (pieces[0] ?? "") : "");
}

export function joinSpace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function patternOf(inner: string): string {
  const withoutExpressions = inner
    .replace(/<!--[\s\S]*?-->/g, " ")
    .replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|<%[\s\S]*?%>|<\?[\s\S]*?\?>|\$\{[^}]*\}/g, hole)
    .replace(/\{["'`]([^"'`{}]*)["'`]\}/g, "$1");
  return joinSpace(
    dropBraces(withoutExpressions)
      .replace(/<[^>]*>?/g, " ")
      .replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? " "),
  );
}

const entities: Readonly<Record<string, string>> = { nbsp: " ", amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** `{…}` with braces inside of it, as one hole. */
function dropBraces(text: string): string {
  let kept = "";
  let depth = 0;
  for (const character of text) {
    if (character === "{") {
      if (depth === 0) kept += hole;
      depth++;
    } else if (character === "}" && depth > 0) depth--;
    else if (depth === 0) kept += character;
  }
  return kept;
}

function sameText(shown: string, written: string): boolean {
  return shown.toLowerCase() === written.toLowerCase();
}

/** What was read of a long element is its beginning; an icon's text may stand before or after. */
function startsAlike(shown: string, written: string): boolean {
  const [long, short] = [shown.toLowerCase(), written.toLowerCase()];
  return (short.length >= 4 && long.includes(short)) || (long.length >= 4 && short.includes(long));
}

function holdsInOrder(text: string, pieces: readonly string[]): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece.toLowerCase(), from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}
