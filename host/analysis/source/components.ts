import { fileFactor } from "./files.js";
import { type Place, positionOf } from "./search.js";

/** Where a component is defined: by its name in code, or as a file that is one. */
export function definitionsIn(file: string, text: string, name: string): Place[] {
  const isFile = new RegExp(`(^|/)(${name}|${kebab(name)})(/index)?\\.\\w+(\\.\\w+)?$`).test(file);
  const definition = new RegExp(
    `\\b(?:function|class|const|let|var)\\s+${name}\\b|\\bname:\\s*["']${name}["']|customElements\\.define\\(\\s*["']${kebab(name)}["']`,
  ).exec(text);
  if (definition === null && !(isFile && /\.(vue|svelte|astro|html|marko|riot)$/.test(file))) return [];
  const words = definition === null ? `the file is the component ${name}` : `defines ${name}`;
  const points = ((definition === null ? 7 : 6) + (isFile ? 4 : 0)) * fileFactor(file);
  return [{ file, ...positionOf(text, definition?.index ?? 0), points, evidence: [words], tag: "", component: name, isPassed: false }];
}

/** Names of the components that a file defines, each from where on it is written, in order. */
export function componentsIn(file: string, text: string): { name: string; offset: number }[] {
  const stem = /([^/.]+)(?:\.[^/]*)?$/.exec(file)?.[1] ?? "";
  if (!/\.[cm]?[jt]sx?$/.test(file)) return [{ name: stem, offset: 0 }];
  return [...text.matchAll(/\b(?:function|class|const|let|var)\s+([A-Z]\w*)/g)].map(({ 1: name = "", index }) => ({ name, offset: index }));
}

function kebab(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}
