import { isRecord, parseJson } from "../../contract/json.js";
import { joinPath, partsOf } from "./files.js";

/** The scripts of a page that Next has built, by their paths below `.next`, and what stands before `_next` in their addresses; undefined where it has none. */
export function nextScripts(resources: readonly string[]): { readonly base: string; readonly scripts: readonly string[] } | undefined {
  const found = resources.flatMap((path) => {
    const at = path.indexOf(folder);
    return at >= 0 && path.endsWith(".js") ? [{ base: path.slice(0, at), script: path.slice(at + "_next/".length) }] : [];
  });
  const [first] = found;
  return first && { base: first.base, scripts: [...new Set(found.map(({ script }) => script))].slice(0, mostScripts) };
}

const folder = "_next/static/";
const mostScripts = 250;

/** A page's path without the folder below which the app is served. */
export function belowBase(page: string, base: string): string {
  return page.startsWith(`/${base}`) ? page.slice(base.length) : page;
}

/**
 * The folder, below `.next/server/app`, and the name of what was built for a page. `manifest`: text of `app-path-routes-manifest.json`. Undefined
 * where none is, and where routes are shown beside others: these stand on the page of another address.
 */
export function routeOf(manifest: string, page: string): string | undefined {
  const listed = parseJson(manifest);
  const routes = Object.entries(isRecord(listed) ? listed : {}).flatMap(([built, route]) =>
    typeof route === "string" && built.endsWith("/page") ? [{ built, parts: partsOf(route) }] : [],
  );
  if (routes.some(({ built }) => /\/@|\(\./.test(built))) return undefined;
  const wanted = partsOf(page);
  const [best] = routes.filter(({ parts }) => fits(parts, wanted)).sort((a, b) => (ranksOf(a.parts) < ranksOf(b.parts) ? -1 : 1));
  return best?.built.slice(1);
}

function fits(route: readonly string[], page: readonly string[]): boolean {
  const last = route.at(-1) ?? "";
  const isOpen = last.startsWith("[...") || last.startsWith("[[...");
  const least = last.startsWith("[[...") ? route.length - 1 : route.length;
  if (isOpen ? page.length < least : page.length !== least) return false;
  return route.slice(0, isOpen ? -1 : undefined).every((part, at) => part === page[at] || part.startsWith("["));
}

/** What is written out goes before what stands for any part, that before what stands for all the rest. */
function ranksOf(route: readonly string[]): string {
  return route.map((part) => (part.startsWith("[[") ? 3 : part.startsWith("[...") ? 2 : part.startsWith("[") ? 1 : 0)).join("");
}

/** The source maps, below `.next`, of all that a route runs on the server. `trace`: text of its `.nft.json`. Chunks of packages have none of the project's files. */
export function serverMaps(trace: string, route: string): string[] {
  const value = parseJson(trace);
  const files = isRecord(value) && Array.isArray(value["files"]) ? value["files"] : [];
  const folder = `server/app/${route}`.replace(/[^/]*$/, "");
  const paths = files.flatMap((file: unknown) => {
    if (typeof file !== "string" || !file.endsWith(".js") || /(^|\/)node_modules[/_]|-manifest\.js$/.test(file)) return [];
    const path = joinPath(folder, file);
    return path.startsWith("server/") ? [`${path}.map`] : [];
  });
  return [...new Set([`server/app/${route}.js.map`, ...paths])].slice(0, mostScripts);
}
