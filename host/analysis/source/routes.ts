import { resolveImport } from "./loaded.js";

/** A file of code, as routers are written in. */
interface RouterText {
  readonly file: string;
  readonly text: string;
}

/** How far after its path a route names what it shows, in characters. */
const longestRoute = 400;
const mostRoutes = 20;

/**
 * Files that routers in code name for a page: in `{ path: "users", component: () => import("./Users.vue") }` and its like the module that is
 * imported for the page's path, or for its last part where routes are nested.
 */
export function routedFiles(
  sources: readonly RouterText[],
  page: string,
  files: ReadonlySet<string>,
  stems: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const parts = page.split("/").filter((part) => part !== "");
  const last = parts.at(-1);
  if (last === undefined) return found;
  const paths = [...new Set([`/${parts.join("/")}`, parts.join("/"), `/${last}`, last])].map(escapeRegExp).join("|");
  const route = new RegExp(`\\bpath\\s*(?::|=\\{?)\\s*["'\`](?:${paths})["'\`]`, "g");
  for (const { file, text } of sources) {
    if (!/\.[cm]?[jt]sx?$/.test(file) || !text.includes("path")) continue;
    for (const { index } of [...text.matchAll(route)].slice(0, mostRoutes)) {
      const shown = shownBy(text, text.slice(index + 4, index + longestRoute));
      const target = shown === undefined ? undefined : resolveImport(shown, file, files, stems);
      if (target !== undefined) found.add(target);
    }
  }
  return found;
}

/** The module that a route shows: imported in place, or under the name of a component that the file imports. */
function shownBy(text: string, rest: string): string | undefined {
  // Up to the next route.
  const route = /^[\s\S]*?(?=\bpath\s*[:=])/.exec(rest)?.[0] ?? rest;
  const [, lazy, name] =
    /\b(?:import|lazy)\s*\(\s*["'`]([^"'`\n]+)["'`]|\b(?:component|Component|element)\s*(?::|=\{)\s*<?\s*([A-Z][\w$]*)/.exec(route) ?? [];
  if (lazy !== undefined || name === undefined) return lazy;
  const imported = new RegExp(
    `\\bimport\\s[^;"'\`]*\\b${name}\\b[^;"'\`]*from\\s*["']([^"'\\n]+)["']|\\b${name}\\s*=[^;]{0,60}?\\bimport\\s*\\(\\s*["'\`]([^"'\`\\n]+)`,
  ).exec(text);
  return imported?.[1] ?? imported?.[2];
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
