import { oncePerFile, sourceFile, type Tree } from "./tree.js";

/**
 * Words that the glossary (`WORDS.md`) has another word for, each with what to write instead. They count in identifiers, file names and
 * comments, in any case; strings are free. How often each may still occur stands in `remaining`.
 */
const discouraged: Readonly<Record<string, string>> = {
  told: "returned, reported, passed",
  tell: "return, report, distinguish",
  tells: "returns, reports, distinguishes",
  telling: "returning, reporting",
  said: "reported, stated",
  says: "states, reports, reads",
  saying: "signature, text",
  sayings: "signatures, texts",
  kept: "stored, retained, cached",
  twin: "collision, duplicate",
  twins: "collisions, duplicates",
  elsewhere: "moved, in another place",
  gives: "returns, yields",
  torn: "tie, ambiguous",
  parted: "separated",
  wish: "options",
  wished: "requested",
  wishes: "options",
  surroundings: "context",
  whereabouts: "location",
  went: "before, removed",
  came: "after, added",
  spill: "overflow",
  mute: "suppress",
  credible: "plausible match",
  undisputed: "only candidate",
  "look around": "probe",
  "look soon": "schedule",
  "look into": "probe",
  "make up": "fake",
  "made up": "fake",
  "ways of": "hashes of",
};

/** `comment` is a syntax of HTML, CSS and JSONC. What a user leaves on a page is an annotation, in the texts that agents read too. */
const annotationFiles = /^host\/(?:tools|mcp)\/[^/]+(?<!\.test)\.ts$/;
const annotationWords = /\bcomments?\b/gi;
const annotationEntry = "comment (texts of tools)";

/** How often a word may still occur, in all files. Numbers only shrink, and no word is added. */
const remaining: Readonly<Record<string, number>> = { came: 1, [annotationEntry]: 12, kept: 5, says: 2, spill: 8, tell: 1, told: 1 };

/** What exceeds the remainder, a sentence for each word. */
export function wordProblems(tree: Tree, allowed: Readonly<Record<string, number>> = remaining): string[] {
  return [...countWords(tree)].flatMap(([word, files]) => {
    const count = [...files.values()].reduce((total, uses) => total + uses, 0);
    if (count <= (allowed[word] ?? 0)) return [];
    const places = [...files].map(([path, uses]) => `${path} ${uses}`).join(", ");
    const instead = word === annotationEntry ? "annotation" : discouraged[word];
    return [`the word "${word}" ${count} times, at most ${allowed[word] ?? 0}: write ${instead} (${places})`];
  });
}

/** Uses of each discouraged word that occurs: path to count. */
function countWords(tree: Tree): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const [path, text] of tree) {
    if (!sourceFile.test(path) || exempt.test(path)) continue;
    for (const word of usesIn(text, path)) {
      const files = found.get(word) ?? new Map<string, number>();
      found.set(word, files.set(path, (files.get(path) ?? 0) + 1));
    }
  }
  return found;
}

/** The discouraged words of a file, each as often as it stands there. */
const usesIn = oncePerFile((text, path) => {
  const words = wordsOf(`${path}\n${withoutStrings(text)}`);
  const uses = words.flatMap((word, index) => [word, `${word} ${words[index + 1]}`]).filter((word) => Object.hasOwn(discouraged, word));
  return annotationFiles.test(path) ? [...uses, ...(text.match(annotationWords) ?? []).map(() => annotationEntry)] : uses;
});

/** The list of words and its tests; pages of frameworks in their own style. */
const exempt = /^installer\/dev\/check\/|^extension\/fixtures\//;

/** Identifiers are cut where their case changes: `keptThings` holds two words. */
function wordsOf(text: string): string[] {
  return (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/** Code and comments: a comment is matched first, so that a quotation mark in it opens no string. */
function withoutStrings(text: string): string {
  return text.replace(
    /(\/\*[\s\S]*?\*\/|\/\/[^\n]*)|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g,
    (_all, comment: string | undefined) => comment ?? " ",
  );
}
