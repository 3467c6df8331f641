import { kindOfFile } from "./files.js";
import { type Place, plainPlace } from "./place.js";

/**
 * Where a component is defined: by its name in code, or as a file that is one. The name is as the user or the page writes it, in any script,
 * maybe as a tag (`<Cart>`); none is found for one without letters.
 */
export function definitionsIn(file: string, text: string, asked: string): Place[] {
  const name = asked.normalize().replace(/[^\p{L}\p{M}\p{N}_$-]/gu, "");
  if (!/\p{L}/u.test(name)) return [];
  const [plain, dashed] = [escapeRegExp(name), escapeRegExp(name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase())];
  const isFile = new RegExp(`(^|/)(${plain}|${dashed})(/index)?\\.\\w+(\\.\\w+)?$`, "u").test(file.normalize());
  const definition = new RegExp(
    `\\b(?:function|class|const|let|var)\\s+${plain}(?![\\p{L}\\p{M}\\p{N}_$])|\\bname:\\s*["']${plain}["']|customElements\\.define\\(\\s*["']${dashed}["']`,
    "u",
  ).exec(text);
  if (definition === null && !(isFile && /\.(vue|svelte|astro|html|marko|riot)$/.test(file))) return [];
  const words = definition === null ? `the file is the component ${name}` : `defines ${name}`;
  const kind = kindOfFile(file);
  const features = { defines: 1, namedFile: isFile ? 1 : 0, ...(kind === undefined ? {} : { [kind]: 1 }) };
  const [from, evidence] = [definition?.index ?? 0, [words]];
  return [plainPlace({ file, text, is: "definition", features, evidence, component: name }, from, text.length)];
}

/** Names of the components that a file defines, each from where on it is written, in order. */
export function componentsIn(file: string, text: string): { name: string; offset: number }[] {
  const [, folder, stem = ""] = /([^/]+(?=\/index\.))?\/?([^/.]+)(?:\.[^/]*)?$/.exec(file) ?? [];
  if (!/\.[cm]?[jt]sx?$/.test(file)) {
    const names = file.endsWith(".vue") ? (vueName.exec(text)?.slice(1) ?? []) : [];
    // A file called `index` is known by its folder too.
    return [...new Set([...names, stem, folder])].filter((name) => name !== undefined).map((name) => ({ name, offset: 0 }));
  }
  // `const Tag = asChild ? Slot : "a"`, `trend === "up" ? Up : Down` and `icons[name]` choose a component, they are none.
  return [
    ...text.matchAll(
      /\b(?:function|class|const|let|var)\s+([\p{Lu}\p{Lo}][\p{L}\p{M}\p{N}_$]*)(?!\s*=\s*(?:[\w$.]+(?:\[[\w$.]+\])?(?:\s*[=!]==?\s*["'`\w$.-]+)?\s*(?:\?|\|\||&&|;|\n)|["'`[{]))(?![\p{L}\p{M}\p{N}_$])/gu,
    ),
  ].map(({ 1: name = "", index }) => ({ name, offset: index }));
}

/** What a component of Vue calls itself on the page, whatever its file is called. */
const vueName =
  /<script\b[^>]{0,200}\sname=["']([\w-]+)["']|(?:export default|defineComponent\(|defineOptions\()\s*\{\s*name:\s*["']([\w-]+)["']/;

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
