/** A text as a reader sees it, in lower-case Latin letters, and where each of its characters stood. */
export interface Skeleton {
  readonly text: string;
  /** Index in the original of each UTF-16 unit of `text`. */
  readonly origin: readonly number[];
}

/**
 * Folds what only looks different: case, full-width and styled letters (NFKC), accents, Cyrillic and Greek look-alikes, invisible
 * and bidirectional marks. After Unicode TS 39 (confusables), reduced to the letters that instructions and our delimiters use.
 */
export function skeletonOf(original: string): Skeleton {
  let text = "";
  const origin: number[] = [];
  let index = 0;
  for (const character of original) {
    const folded = foldCharacter(character);
    text += folded;
    for (let unit = 0; unit < folded.length; unit++) origin.push(index);
    index += character.length;
  }
  return { text, origin };
}

/** The same for texts in any script: lower case, without invisible marks, other letters kept. */
export function plainOf(original: string): string {
  return original.normalize("NFKC").replace(invisible, "").toLowerCase();
}

/** Soft hyphens, zero-width, bidirectional and variation marks, tags, fillers: nothing that a reader sees. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

const lookAlikes = new Map(
  Object.entries({
    a: "аαɑ",
    b: "ЬвƄ",
    c: "сϲⅽ",
    d: "ԁⅾ",
    e: "еεҽ℮",
    g: "ɡԍ",
    h: "һнʜ",
    i: "іιı׀ǀ",
    j: "јϳ",
    k: "кκ",
    l: "ӏⅼ",
    m: "мⅿ",
    n: "пηո",
    o: "оοօ",
    p: "рρ",
    q: "ԛ",
    r: "гᴦ",
    s: "ѕꜱ",
    t: "тτ",
    u: "υսц",
    v: "ѵνⅴ",
    w: "ѡԝω",
    x: "хχⅹ",
    y: "уүγ",
    z: "ᴢζ",
    "[": "【〔〖⁅❲⦋⟦〚［﹇﹝",
    "]": "】〕〗⁆❳⦌⟧〛］﹈﹞",
    "/": "⁄∕⧸╱／",
    _: "＿ˍ‗",
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

function foldCharacter(character: string): string {
  if (character.charCodeAt(0) < 0x80) return character.toLowerCase();
  const known = lookAlikes.get(character) ?? lookAlikes.get(character.toLowerCase());
  if (known !== undefined) return known;
  const plain = character.normalize("NFKD").replace(/\p{M}/gu, "").replace(invisible, "").toLowerCase();
  return [...plain].map((part) => lookAlikes.get(part) ?? part).join("");
}
