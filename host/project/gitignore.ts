/**
 * The rules of one `.gitignore` as gitignore(5) has them; `path` is relative to its folder, with `/`. Returns true for ignored, false for taken
 * back with `!`, undefined where no rule is about it. Folders above are not looked at: who walks does not enter one that is ignored.
 */
export type IgnoreRules = (path: string, isFolder: boolean) => boolean | undefined;

/** What is to be done with the paths that a rule is about; of several the one that stands last counts. */
interface Rule {
  readonly order: number;
  readonly ignored: boolean;
}

interface Pattern extends Rule {
  readonly foldersOnly: boolean;
  /** Of the whole path, or of its last part alone. */
  readonly segments: readonly Glob[];
  readonly isAnchored: boolean;
}

/** Tests of one character each, or any number of characters. */
type Glob = readonly (((character: string) => boolean) | "*")[] | "**";

/**
 * Reads a `.gitignore`. Names, paths and endings are looked up, whatever their number. Patterns with other wildcards are compared one by one, each
 * in at most the product of both lengths: of these only the last `globsMax` count.
 */
export function parseIgnoreRules(text: string, globsMax: number): { readonly isIgnored: IgnoreRules; readonly globs: number } {
  const plain = new Map<string, Rule>();
  const all: Pattern[] = [];
  for (const [order, line] of text.split(/\r?\n/).entries()) {
    const written = line.replace(/(?<!\\) +$/, "");
    if (written === "" || written.startsWith("#")) continue;
    const ignored = !written.startsWith("!");
    const whole = ignored ? written : written.slice(1);
    const foldersOnly = whole.endsWith("/");
    const path = foldersOnly ? whole.slice(0, -1) : whole;
    const isAnchored = path.includes("/");
    const own = path.replace(/^\//, "");
    const key = plainKey(own, isAnchored);
    if (key === undefined) all.push({ order, ignored, foldersOnly, isAnchored, segments: own.split("/").map(globOf) });
    else plain.set(`${key}${foldersOnly ? "/" : ""}`, { order, ignored });
  }
  const globs = all.slice(-globsMax).reverse();
  const isIgnored: IgnoreRules = (path, isFolder) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const keys = keysOf(path, name).flatMap((key) => (isFolder ? [key, `${key}/`] : [key]));
    const found = keys.reduce<Rule | undefined>((last, key) => later(last, plain.get(key)), undefined);
    const glob = globs.find(
      ({ order, foldersOnly, isAnchored, segments }) =>
        order > (found?.order ?? -1) &&
        (isFolder || !foldersOnly) &&
        fits<Glob, string>(segments, isAnchored ? path.split("/") : [name], "**", fitsSegment),
    );
    return (glob ?? found)?.ignored;
  };
  return { isIgnored, globs: globs.length };
}

function later(one: Rule | undefined, other: Rule | undefined): Rule | undefined {
  return one === undefined || (other !== undefined && other.order > one.order) ? other : one;
}

/** Of an ending such as `.test.ts`. */
const mostDots = 4;
const ending = new RegExp(`^\\*(?:\\.[^*?[\\\\/.]+){1,${mostDots}}$`);

/** Under which a rule without wildcards, or with one before an ending, is looked up; undefined for any other. */
function plainKey(pattern: string, isAnchored: boolean): string | undefined {
  if (!isAnchored && ending.test(pattern)) return `ending ${pattern.slice(1)}`;
  if (/[*?[]/.test(pattern.replace(/\\./g, ""))) return undefined;
  return `${isAnchored ? "path" : "name"} ${pattern.replace(/\\(.)/g, "$1")}`;
}

function keysOf(path: string, name: string): readonly string[] {
  const parts = name.split(".");
  const endings = Array.from({ length: Math.min(mostDots, parts.length - 1) }, (_, dots) => `ending .${parts.slice(-1 - dots).join(".")}`);
  return [`name ${name}`, `path ${path}`, ...endings];
}

function globOf(segment: string): Glob {
  if (segment === "**") return "**";
  const parts = segment.matchAll(/\\(.)|\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]|./gsu);
  return Array.from(parts, ([all, escaped, negation, set]) => {
    if (set !== undefined) return inSet(set, negation !== "");
    if (all === "*") return "*";
    return all === "?" ? () => true : (character: string) => character === (escaped ?? all);
  });
}

function inSet(set: string, isNegated: boolean): (character: string) => boolean {
  const ranges = Array.from(set.matchAll(/\\?(.)(?:-\\?(.))?/gsu), ([, from = "", to = from]) => [from, to] as const);
  return (character) => ranges.some(([from, to]) => character >= from && character <= to) !== isNegated;
}

function fitsSegment(glob: Glob, text: string): boolean {
  return (
    glob !== "**" && fits<Exclude<Glob, "**">[number], string>(glob, [...text], "*", (test, character) => test !== "*" && test(character))
  );
}

/** Matches a list against a pattern in which `any` stands for any number of items. When it fails it goes back to the last `any`: no other can help. */
function fits<Part, Item>(
  pattern: readonly Part[],
  items: readonly Item[],
  any: Part,
  fitsOne: (part: Part, item: Item) => boolean,
): boolean {
  let [at, last, resumed] = [0, -1, 0];
  for (let place = 0; place < items.length; ) {
    const [part, item] = [pattern[at], items[place]];
    if (part === any && part !== undefined) {
      last = at++;
      resumed = place;
    } else if (part !== undefined && item !== undefined && fitsOne(part, item)) {
      at++;
      place++;
    } else if (last < 0) return false;
    else {
      at = last + 1;
      place = ++resumed;
    }
  }
  // `*` may stand for nothing at the end; `a/**` is about what is in `a` alone.
  return pattern.slice(at).every((part) => part === any && any !== "**");
}
