import { plainName } from "./library-names.js";
import { isComponentTag, type SourceText, textBefore } from "./tags.js";

/** Tags of HTML that a component draws outermost; undefined where that is not known. */
export type Drawn = (component: string) => ReadonlySet<string> | undefined;

/** A component with more tags could draw anything, and components that draw each other could exhaust the stack. */
const most = 20;

/** Reads from all sources what their components draw. */
export function drawnBy(sources: readonly SourceText[]): Drawn {
  const outermost = new Map<string, Set<string>>();
  for (const source of sources)
    for (const [name, tags] of source.outermost) {
      const known = outermost.get(name) ?? new Set<string>();
      outermost.set(name, known);
      for (const tag of tags) known.add(tag);
    }
  const found = new Map<string, ReadonlySet<string> | undefined>();
  const resolve = (component: string, hops = 0): ReadonlySet<string> | undefined => {
    const name = plainName(component);
    if (found.has(name)) return found.get(name);
    const made = /^(?:motion|chakra|animated|styled)\.([a-z]\w*)$/.exec(component)?.[1];
    if (made !== undefined) return new Set([made]);
    const own = outermost.get(name);
    if (own === undefined) return undefined;
    // Also for one that draws itself.
    found.set(name, undefined);
    if (own.size > most || hops > most) return undefined;
    const tags = [...own].map((tag) => (isComponentTag(tag) ? resolve(tag, hops + 1) : new Set([tag])));
    const drawn = tags.includes(undefined) ? undefined : new Set(tags.flatMap((one) => [...(one ?? [])]));
    found.set(name, drawn);
    return drawn;
  };
  return (component) => resolve(component);
}

/** The outermost tags of each component of a file, by its plain name. */
export function outermostIn({ file, text, tags, components }: Omit<SourceText, "outermost">): SourceText["outermost"] {
  const found = new Map<string, ReadonlySet<string>>();
  const written = tags.filter(({ around, tag }) => around < 0 && !notDrawn.test(tag));
  if (/\.(?:vue|svelte)$/.test(file)) {
    const roots = written.filter(({ attributes }) => !attributes.has("v-else") && !attributes.has("v-else-if"));
    if (roots.length === 1 && components[0] !== undefined) found.set(plainName(components[0].name), new Set(written.map(({ tag }) => tag)));
  } else if (/\.[cm]?[jt]sx?$/.test(file)) {
    let at = 0;
    for (const [index, { name, offset }] of components.entries()) {
      const end = components[index + 1]?.offset ?? text.length;
      const [returned, made] = [new Set<string>(), new Set<string>()];
      for (; (written[at]?.offset ?? end) < end; at++) {
        const { tag = "", offset: from = 0 } = written[at] ?? {};
        const before = textBefore(text, from, offset);
        if (/\breturn\s*\(?\s*$/.test(before)) returned.add(tag);
        else if (/=>\s*\(?\s*$/.test(before)) made.add(tag);
      }
      const drawn = returned.size > 0 ? returned : made;
      if (drawn.size > 0) found.set(plainName(name), drawn);
    }
    for (const [, name = "", tag, base] of text.matchAll(styled)) found.set(plainName(name), new Set([tag ?? base ?? ""]));
  }
  return found;
}

const notDrawn = /^(?:template|script|style|docs|i18n|svelte:\w+)$/;

const styled =
  /\b(?:const|let|var)\s{1,20}([A-Z][\w$]{0,80})\s{0,20}=\s{0,20}(?:styled|chakra|motion)(?:\.([a-z][a-z0-9]{0,20})|\(\s{0,20}["'`]?([A-Za-z][\w.]{0,80}))/g;
