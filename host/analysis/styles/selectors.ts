import { splitAtCommas } from "../skip.js";

/** One spelling for selectors that are the same, without what compilers of components write around them. */
export function canonicalSelector(selector: string): string {
  return /^[\w.#-]*$/.test(selector) ? selector : canonicalInParts(selector);
}

function canonicalInParts(selector: string): string {
  return selector
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, " ")
    .replace(/::?v-deep\b(?!\()|>>>|\/deep\//g, " ")
    .replace(/::?(?:global|local|deep|v-deep|slotted-global)\(((?:[^()]|\([^()]*\))*)\)/g, "$1")
    .replace(/::(before|after|first-line|first-letter)\b/g, ":$1")
    .replace(/\[([^[\]]*)\]/g, (_, inside: string) => `[${canonicalAttribute(inside)}]`)
    .replace(/\*(?=[.#:[])/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([>+~,]) ?/g, "$1")
    .trim();
}

/** `type=text` for `type = "text"`. */
function canonicalAttribute(inside: string): string {
  const [, name, operator, written = ""] = /^\s*([\w-]+)\s*([~|^$*]?=)([\s\S]*)$/.exec(inside) ?? [];
  const value = /^["']?([^"']*)["']?$/.exec(written.trim())?.[1];
  return name === undefined || operator === undefined || value === undefined ? inside : `${name}${operator}${value}`;
}

/** Marks that compilers of components add to selectors: Vue, Svelte, Angular, Astro, styled-jsx. */
export function withoutScopes(selector: string): string {
  return selector
    .replace(/\[_nghost-[\w-]+\]/g, ":host")
    .replace(/:where\(\.(?:svelte|astro)-[\w-]+\)|:where\(\[data-astro-cid-[\w-]+\]\)/g, "")
    .replace(/(^|[\s>+~,(])\[(?:data-v-|_ngcontent-|data-astro-cid-)[\w-]+\](?=$|[\s>+~,)])/g, "$1*")
    .replace(/\[(?:data-v-|_ngcontent-|data-astro-cid-)[\w-]+\]/g, "")
    .replace(/\.(?:(?:svelte|astro|jsx)-[\w-]+|s-(?=[\w-]*[A-Z\d])[\w-]{12}(?![\w-]))/g, "");
}

/** CSS modules write shorter ones; the names that a class may have are cubic in its parts. */
const longestModuleClass = 200;

/** Names in the source that a class may come from: CSS modules write file, name and hash into one. */
export function localNamesOf(className: string): ReadonlySet<string> {
  const names = new Set([className]);
  if (className.length > longestModuleClass) return names;
  const vite = /^_(.+)_[\w+-]{4,8}_\d+$/.exec(className)?.[1];
  if (vite !== undefined) names.add(vite);
  const parts = className.split(/_{1,3}|--/).filter((part) => part !== "");
  for (let from = 0; from < parts.length && parts.length > 1; from++)
    for (let to = from + 1; to <= parts.length; to++) for (const by of ["_", "__", "--"]) names.add(parts.slice(from, to).join(by));
  // BEM within a module: `card__title` keeps its underscores.
  const module = /^[\w-]*?_(.+?)_{2,3}[\w+-]{4,8}$/.exec(className)?.[1];
  if (module !== undefined) names.add(module);
  return names;
}

const classToken = /\.((?:\\.|[\w\u0080-\uffff-])+)/g;

/** Classes of a selector, with their escapes. */
export function classesOf(selector: string): string[] {
  return Array.from(selector.matchAll(classToken), ([, name = ""]) => name);
}

/** A selector with a dot alone for each class. */
export function withoutClassNames(selector: string): string {
  return selector.replace(classToken, ".");
}

export type SelectorFit = "exact" | "scoped" | "hashed" | "part" | "";

export function fitSelector(captured: string, source: string): SelectorFit {
  const [one, other] = [canonicalSelector(captured), canonicalSelector(source)];
  if (one === other) return "exact";
  const [parts, sources] = [splitAtCommas(one), splitAtCommas(other)];
  if (parts.length === sources.length && parts.every((part) => sources.includes(part))) return "exact";
  const plain = parts.map((part) => canonicalSelector(withoutScopes(part)));
  if (plain.length === sources.length && plain.every((part) => sources.includes(part))) return "scoped";
  if (plain.every((part) => sources.some((written) => fitsHashed(part, written)))) return "hashed";
  return plain.some((part) => sources.includes(part) || sources.some((written) => fitsHashed(part, written))) ? "part" : "";
}

/** Whether each selector of the page has one of the source with something before or after it, as mixins write around the block that they take. */
export function fitsWithin(captured: string, source: string): boolean {
  const sources = splitAtCommas(canonicalSelector(source));
  return splitAtCommas(canonicalSelector(withoutScopes(captured))).every((one) =>
    sources.some((written) => one.endsWith(` ${written}`) || (one.startsWith(written) && /^[:[ .]/.test(one.slice(written.length)))),
  );
}

/** The same but for the names of classes, each of which may come from the source's. */
function fitsHashed(captured: string, source: string): boolean {
  if (withoutClassNames(captured) !== withoutClassNames(source)) return false;
  const written = classesOf(source);
  return written.length > 0 && classesOf(captured).every((name, index) => localNamesOf(name).has(written[index] ?? ""));
}

/** What stands in each selector of a list after the class that a library made for one template or object; undefined when one has none. */
export function afterMadeClass(list: string): string | undefined {
  const rests = splitAtCommas(list).map((selector) => {
    const made = madeClass.exec(selector.trim())?.[0];
    return made === undefined ? undefined : canonicalSelector(selector.trim().slice(made.length)).replace(/^ /, "");
  });
  return rests.includes(undefined) ? undefined : rests.join();
}

const madeClass = /^(?:\.(?:css|sc|emotion|jsx|go|mui|tss)-?[\w-]+|\.[a-zA-Z0-9_-]{5,})(?=$|[\s:.[>+~])(?:\.(?:sc-)?[\w-]{5,})?/;
