import { weaklyMemoized } from "../../contract/memoized.js";
import { onceForList } from "./cached-parser.js";
import { bareName, type LibraryNames, plainName } from "./library-names.js";
import type { SourceTag, SourceText } from "./tags.js";
import { quotedIn } from "./texts.js";
import { mostLevels, type Wanted } from "./wanted.js";

/** Nuxt UI writes for each of its components which classes its parts have, into the project's build folder. */
export const themeFile = /(?:^|\/)\.nuxt\/ui\/(?:[a-z]+\/)?([\w-]+)\.ts$/;

export interface Themed {
  /** Components that drew the element or one around it, by their plain names, each with a grade as `LibraryNames` has. */
  readonly names: LibraryNames;
  /** Whether a tag is that of another component with a theme. */
  readonly isOther: (tag: SourceTag) => boolean;
}

/** Of components whose part an element is, those with the most classes; the others, and those of the elements around. */
const [most, some] = [4, 2];

/** Reads the themes once; returns what finds the components that the project uses and that have an element as a part. */
export const themesOf = onceForList((sources: readonly SourceText[]): ((wanted: Wanted) => Themed) => {
  const parts = sources.flatMap(partsIn);
  if (parts.length === 0) return () => ({ names: new Map(), isOther: () => false });
  const all = new Set(parts.map(({ component }) => component));
  const used = new Set(sources.flatMap(({ tags }) => tags.map(bareName)));
  const own = parts.filter(({ component }) => used.has(component));
  const drawersOf = weaklyMemoized((one: Wanted) => drawers(own, one));
  return weaklyMemoized((wanted) => {
    const names = new Map(drawersOf(wanted));
    for (let at = wanted.outer?.(), up = 0; at !== undefined && up < mostLevels; at = at.outer?.(), up++) {
      // Where parts are named, what has no name is none.
      if (!("data-slot" in wanted.attributes) && "data-slot" in at.attributes) break;
      for (const [name, grade] of drawersOf(at)) if (grade === most && !names.has(name)) names.set(name, some);
    }
    return { names, isOther: (tag) => all.has(bareName(tag)) && !names.has(bareName(tag)) };
  });
});

/** The parts in a theme, those under `slots` or the only one, each with its classes. */
function partsIn({ file, text }: SourceText) {
  const component = plainName(themeFile.exec(file)?.[1] ?? "");
  const slots = component === "" ? undefined : /^ {2}"(?:slots": \{|base": )[\s\S]*?(?=\n {2}["}]|\n\})/m.exec(text)?.[0];
  return [...(slots ?? "").matchAll(/^ +"(\w+)": (".*"|\[[^\]]{0,2000}\])/gm)].map(([, name = "", value = ""]) => {
    return { component, name, classes: quotedIn(value).flatMap((one) => one.split(/\s+/).filter((token) => token !== "")) };
  });
}

/** The components that have a part of an element's name, where it has one, and all of its classes. */
function drawers(parts: ReturnType<typeof partsIn>, { attributes }: Wanted): [component: string, grade: number][] {
  const slot = attributes["data-slot"];
  const had = new Set((attributes["class"] ?? "").split(/\s+/));
  const found = parts.filter(
    ({ name, classes }) => classes.every((one) => had.has(one)) && (slot === undefined ? classes.length > 1 : slot === name),
  );
  const best = Math.max(...found.map(({ classes }) => classes.length));
  const byClasses = found.sort((a, b) => a.classes.length - b.classes.length);
  return byClasses.map(({ component, classes }) => [component, classes.length === best ? most : some]);
}
