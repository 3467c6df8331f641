/** Tells of a path below the folder of its rules whether they ignore it; undefined where none of them speaks of it. */
export type IgnoreRules = (path: string, isFolder: boolean) => boolean | undefined;

/** Reads a `.gitignore` as gitignore(5) describes it: the last pattern that fits decides. */
export function readIgnoreRules(text: string): IgnoreRules {
  const rules = text.split(/\r?\n/).flatMap((line) => ruleOf(line) ?? []);
  return (path, isFolder) => rules.findLast((rule) => (isFolder || !rule.isForFolders) && rule.pattern.test(path))?.ignores;
}

interface Rule {
  readonly pattern: RegExp;
  readonly ignores: boolean;
  readonly isForFolders: boolean;
}

function ruleOf(line: string): Rule | undefined {
  const written = line.replace(/(?<!\\)\s+$/, "");
  if (written === "" || written.startsWith("#")) return undefined;
  const ignores = !written.startsWith("!");
  const isForFolders = written.endsWith("/");
  const glob = written.slice(ignores ? 0 : 1, isForFolders ? -1 : undefined);
  if (glob === "") return undefined;
  // Without a slash in it a pattern holds at every depth.
  const isAnchored = glob.includes("/");
  try {
    return { pattern: new RegExp(`^${isAnchored ? "" : "(?:.*/)?"}${expressionOf(glob.replace(/^\//, ""))}$`), ignores, isForFolders };
  } catch {
    // A class that is none, such as `[z-a]`, fits nothing.
    return undefined;
  }
}

function expressionOf(glob: string): string {
  return glob.replace(/\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]]*\]|\\.|[.+^${}()|[\]\\]/g, (part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "/**") return "/.*";
    if (part.startsWith("*")) return "[^/]*";
    if (part === "?") return "[^/]";
    if (part.startsWith("[") && part.length > 1) return part.replace("[!", "[^");
    return part.startsWith("\\") && part.length === 2 ? part.replace(/\\(\w)/, "$1") : `\\${part}`;
  });
}
