import { onceForList } from "./cached-parser.js";
import { byUse } from "./imports.js";
import { plainName } from "./library-names.js";
import { isComponentTag, type SourceText, textBefore } from "./tags.js";

/** Tags of HTML that a component, used in a source, draws outermost; undefined where that is not known. */
export type Drawn = (component: string, source: SourceText) => ReadonlySet<string> | undefined;

/** The outermost tags of a component, where it is defined. */
interface Definition {
  readonly source: SourceText;
  readonly tags: ReadonlySet<string>;
}

/** A component with more tags could draw anything, and components that draw each other could exhaust the stack. */
const most = 20;

/** Reads from all sources what their components draw: the one that the use's file defines or imports, else all of the name. */
export const drawnBy = onceForList((sources: readonly SourceText[]): Drawn => {
  const definitions = byUse<Definition>(
    sources,
    (source) => new Map([...source.outermost].map(([name, tags]) => [name, { source, tags }])),
  );
  const found = new Map<readonly Definition[], ReadonlySet<string> | undefined>();
  const resolve = (component: string, source: SourceText, hops = 0): ReadonlySet<string> | undefined => {
    const made = /^(?:motion|chakra|animated|styled)\.([a-z]\w*)$/.exec(component)?.[1];
    if (made !== undefined) return new Set([made]);
    const own = definitions(component, source);
    if (own === undefined || found.has(own)) return own && found.get(own);
    // Also for one that draws itself.
    found.set(own, undefined);
    const all = own.flatMap((one) => [...one.tags].map((tag) => ({ tag, source: one.source })));
    if (all.length > most || hops > most) return undefined;
    const tags = all.map((one) => (isComponentTag(one.tag) ? resolve(one.tag, one.source, hops + 1) : new Set([one.tag])));
    const drawn = tags.includes(undefined) ? undefined : new Set(tags.flatMap((one) => [...(one ?? [])]));
    found.set(own, drawn);
    return drawn;
  };
  return (component, source) => resolve(component, source);
});

/** The outermost tags of each component of a file, by its plain name. */
export function outermostIn({ file, text, tags, components }: Omit<SourceText, "outermost">): SourceText["outermost"] {
  const found = new Map<string, ReadonlySet<string>>();
  const written = tags.filter(({ around, tag }) => around < 0 && !notDrawn.test(tag));
  if (/\.(?:vue|svelte)$/.test(file)) {
    const roots = written.filter(({ attributes }) => !attributes.has("v-else") && !attributes.has("v-else-if"));
    if (roots.length === 1) for (const { name } of components) found.set(plainName(name), new Set(written.map(({ tag }) => tag)));
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
