import { oncePerFile, sourceFile, type Tree } from "./tree.js";

/** Words that the glossary (`WORDS.md`) has better ones for. They count in identifiers, file names and comments, in any case; strings are free. */
const discouraged = new Set([
  ...`told tell tells telling said says saying sayings kept twin twins elsewhere gives torn parted wish wished wishes surroundings
    whereabouts went came mute credible undisputed`.split(/\s+/),
  ...["look around", "look soon", "look into", "make up", "made up", "ways of"],
]);

/** What a user leaves on a page is an annotation, in the texts that agents read too; `comment` is a syntax of HTML, CSS and JSONC. */
const annotationFiles = /^host\/(?:tools|mcp)\/[^/]+(?<!\.test)\.ts$/;

/** In regular expressions, fields and texts of the screen. Numbers only shrink, and no word is added. */
const remaining: Readonly<Record<string, number>> = { came: 1, comment: 12, kept: 4, says: 2, tell: 1 };

/** What exceeds the remainder, a sentence for each word. */
export function wordProblems(tree: Tree, allowed: Readonly<Record<string, number>> = remaining): string[] {
  const found = new Map<string, string[]>();
  for (const [path, text] of tree) {
    if (!sourceFile.test(path) || exempt.test(path)) continue;
    for (const word of usesIn(text, path)) found.set(word, [...(found.get(word) ?? []), path]);
  }
  return [...found].flatMap(([word, paths]) => {
    const most = allowed[word] ?? 0;
    return paths.length <= most ? [] : [`the word "${word}" ${paths.length} times, at most ${most}: see WORDS.md (${paths.join(", ")})`];
  });
}

/** The discouraged words of a file, each as often as it stands there. Identifiers are cut where their case changes: `keptThings` holds two words. */
const usesIn = oncePerFile((text, path) => {
  const words = (`${path}\n${withoutStrings(text)}`.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
  const uses = words.flatMap((word, index) => [word, `${word} ${words[index + 1]}`]).filter((word) => discouraged.has(word));
  return annotationFiles.test(path) ? [...uses, ...(text.match(/\bcomments?\b/gi) ?? []).map(() => "comment")] : uses;
});

/** The list of words and its tests; pages of frameworks in their own style. */
const exempt = /^installer\/dev\/check\/|^extension\/fixtures\//;

/** Code and comments: a comment is matched first, so that a quotation mark in it opens no string. */
function withoutStrings(text: string): string {
  return text.replace(
    /(\/\*[\s\S]*?\*\/|\/\/[^\n]*)|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g,
    (_all, comment: string | undefined) => comment ?? " ",
  );
}
