import { copiesIn, isExample, isRouted, pageParts, partsOf } from "./files.js";
import type { ModuleGraph } from "./modules.js";
import { argumentsIn } from "./skip.js";

/** A source, as routers are written in. */
interface RouterText {
  readonly file: string;
  readonly text: string;
}

/** What routers say of a page. */
export interface Routed {
  /** Files that they show on the page. */
  readonly shown: ReadonlySet<string>;
  /** Files that only stand on other pages, or on none. */
  readonly onOtherPages: ReadonlySet<string>;
  /** Files in folders of examples that others import, however far: parts of the application. */
  readonly usedExamples: ReadonlySet<string>;
}

/** Where the sources are not all known. */
export const unrouted: Routed = { shown: new Set(), onOtherPages: new Set(), usedExamples: new Set() };

interface Route {
  /** The router's file; empty where folders are the router. */
  readonly router: string;
  /** Segments of its own path, without those of routes around it. */
  readonly path: readonly string[];
  readonly targets: readonly string[];
}

/** Returns what routers in code and routers of folders say of the page with this path. */
export function routedFiles(sources: readonly RouterText[], page: string, graph: ModuleGraph): Routed {
  const asked = pageParts(page);
  const routes = [
    ...sources.flatMap((source) => [...routesIn(source, graph), ...resourcesIn(source, graph)]),
    ...pagesOfFolders(graph.roots, asked),
  ];
  const shown = new Set(routes.filter(({ path }) => isPathOf(path, asked)).flatMap(({ targets }) => targets));
  const unused = new Set([...unusedFiles(sources, graph), ...copiesIn(sources)]);
  const usedExamples = usedExamplesOf(sources, graph);
  if (shown.size === 0) return { shown, onOtherPages: unused, usedExamples };
  const possible = new Set(routes.filter(({ path }) => isPartOf(path, asked)).flatMap(({ targets }) => targets));
  const others = routes.flatMap(({ targets }) => targets).filter((file) => !possible.has(file));
  const away = new Set(others);
  const routers = new Set(routes.map(({ router }) => router));
  const folders = pageFolders(routes, routers);
  const roots = graph.roots.filter((file) => !away.has(file) && !foldersOf(file).some((folder) => folders.has(folder)));
  const here = graph.closure([...possible, ...roots], (file, imported) => routers.has(file) && away.has(imported));
  const onOtherPages = graph.closure(others);
  for (const file of here) onOtherPages.delete(file);
  for (const file of unused) onOtherPages.add(file);
  // Each nested router can have a route without a path: with many of them none is the start page's for sure.
  return { shown: asked.length === 0 && shown.size > mostOfStart ? new Set() : shown, onOtherPages, usedExamples };
}

function usedExamplesOf(sources: readonly RouterText[], graph: ModuleGraph): Set<string> {
  const own = sources.flatMap(({ file }) => (isExample(file) ? [] : [file]));
  return new Set([...graph.closure(own)].filter(isExample));
}

const mostOfStart = 3;

/** Folders in which the pages of routers in code lie: what nothing imports there is a page without a route. */
function pageFolders(routes: readonly Route[], routers: ReadonlySet<string>): Set<string> {
  const targets = routes.flatMap((route) => (route.router === "" ? [] : route.targets));
  const folders = new Set(targets.map((file) => foldersOf(file.replace(/\/index\.\w+$/, ""))[0] ?? ""));
  for (const router of routers) for (const folder of ["", ...foldersOf(router)]) folders.delete(folder);
  return folders;
}

/** The nearest first. */
function foldersOf(file: string): string[] {
  const parts = file.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, -1 - index).join("/"));
}

const mostUnused = 0.5;
const component = /(?:^|\/)components?\/.*\.(?:[cm]?[jt]sx?|vue|svelte)$/;

/** Files in folders of components that nothing else imports, however far: a template's leftovers. None where few can be followed. */
function unusedFiles(sources: readonly RouterText[], graph: ModuleGraph): Set<string> {
  const components = sources.flatMap(({ file }) => (component.test(file) ? [file] : []));
  if (sources.some(({ text }) => /\bimport\.meta\.glob|\brequire\.context\(/.test(text))) return new Set();
  const alive = graph.closure(sources.flatMap(({ file }) => (component.test(file) ? [] : [file])));
  const unused = components.filter((file) => !alive.has(file));
  return new Set(unused.length > components.length * mostUnused ? [] : unused);
}

/** How far after its path a route names what it shows, in characters. */
const longestRoute = 400;
const mostRoutes = 500;
/** Components that one route names; each one that is not imported is searched for in the whole text. */
const mostShown = 10;
const start = /\b(?:path\s*(?::|=\{?)|route\s*:)\s*["'`]([^"'`\n]{0,200})["'`]|\bindex(?:\s*:\s*true|(?=\s+element\s*=))/g;

/**
 * Routes in code: in `{ path: "users", component: () => import("./Users.vue") }` and its like the modules that are imported, in place or under the
 * name of a component that the file imports.
 */
function routesIn({ file, text }: RouterText, graph: ModuleGraph): Route[] {
  if (!/\.[cm]?[jt]sx?$/.test(file) || !/\b(?:path|route)\b/.test(text)) return [];
  const starts = [...text.matchAll(start)].slice(0, mostRoutes);
  return starts.flatMap(({ 0: head, 1: path = "", index }, at): Route[] => {
    const from = index + head.length;
    const route = text.slice(from, Math.min(from + longestRoute, starts[at + 1]?.index ?? text.length));
    const shows = valueIn(route);
    const lazy = [...shows.matchAll(/\bimport\s*\(\s*["'`]([^"'`\n]+)["'`]/g)].map((match) => graph.resolve(file, match[1] ?? ""));
    const names = [...shows.matchAll(/(?<=^\s*|[<{(]\s*)[A-Z][\w$]*/g)]
      .slice(0, mostShown)
      .map(([name]) => graph.fileOf(file, name) ?? lazyOf(text, name, file, graph));
    const targets = [...lazy, ...names].filter((one) => one !== undefined);
    return targets.length === 0 ? [] : [{ router: file, path: partsOf(path), targets }];
  });
}

/** `<Resource name="users" list={Users} />` or `{...users}` of react-admin, for the list and for an entry. */
function resourcesIn({ file, text }: RouterText, graph: ModuleGraph): Route[] {
  const resources = [...text.matchAll(/<Resource\s(?:[^<>]{0,400}?\s)?name=["']([\w-]{1,80})["']/g)].slice(0, mostRoutes);
  return resources.flatMap(({ 0: head, 1: name = "", index }, at): Route[] => {
    const shows = text.slice(index, Math.min(index + head.length + longestRoute, resources[at + 1]?.index ?? text.length));
    const names = [...shows.matchAll(/\{\.\.\.(\w+)\}|\b(?:list|edit|create|show)=\{(\w+)\}/g)].map(
      ([, spread, view]) => spread ?? view ?? "",
    );
    const targets = names.slice(0, mostShown).flatMap((one) => graph.fileOf(file, one) ?? []);
    return targets.length === 0 ? [] : [[name], [name, ":id"]].map((path) => ({ router: file, path, targets }));
  });
}

/** What a route shows, up to the comma or bracket that ends it. */
function valueIn(route: string): string {
  const match = /\b(?:lazy|[cC]omponent|element|loadComponent|loadChildren)\s*[:=]/.exec(route);
  if (match === null) return /^[^{}]*\bimport\s*\([^)]*\)/.exec(route)?.[0] ?? "";
  // A value of JSX stands in braces of its own.
  return argumentsIn(route.slice(match.index + match[0].length).replace(/^\s*\{/, "")).parts[0] ?? "";
}

/** `const Users = lazy(() => import("./Users"))`. */
function lazyOf(text: string, name: string, file: string, graph: ModuleGraph): string | undefined {
  const from = new RegExp(`\\b${name}\\s*=[^;]{0,60}?\\bimport\\s*\\(\\s*["'\`]([^"'\`\\n]+)`).exec(text)?.[1];
  return from === undefined ? undefined : graph.resolve(file, from);
}

/** Files that nobody imports, in folders from which frameworks make pages. In `users.vue` the pages of a folder `users` beside it are shown. */
function pagesOfFolders(roots: readonly string[], asked: readonly string[]): Route[] {
  const pages = roots.filter((file) => pageFile.test(file) && !/(^|\/)[_+]?(layout|error|loading|404|500|_\w+)\.\w+$/i.test(file));
  const folders = new Set(pages.map((file) => file.slice(0, file.lastIndexOf("/"))));
  return pages.map((file) => {
    const isAround = folders.has(file.replace(/\.vue$/, ""));
    const isShown = isRouted(file, asked) || (isAround && asked.some((_, at) => isRouted(file, asked.slice(0, at + 1))));
    return { router: "", path: isShown ? asked : never, targets: [file] };
  });
}

const pageFile = /(?:^|\/)(?:app\/(?:.*\/)?page\.[jt]sx?|pages\/.*\.(?:[jt]sx|vue|astro)|routes\/(?:.*\/)?\+page\.svelte)$/;
/** The path of no page. */
const never: readonly string[] = ["\u0000"];

function isSame(part: string | undefined, asked: string | undefined): boolean {
  return part !== undefined && asked !== undefined && (part === asked || isOpen(part));
}

function isOpen(part: string): boolean {
  return /^[:*$[{]/.test(part);
}

/** Whether a route's path is that of the page or, where routes are nested, ends it. */
function isPathOf(path: readonly string[], asked: readonly string[]): boolean {
  if (path.length === 0 || asked.length === 0) return path.length === asked.length;
  if (path.length > asked.length || path.every(isOpen)) return false;
  return path.every((part, index) => isSame(part, asked[asked.length - path.length + index]));
}

/** Whether a route may have a part in showing the page: its path stands anywhere in that of the page. */
function isPartOf(path: readonly string[], asked: readonly string[]): boolean {
  if (path.length === 0) return true;
  return asked.some((_, from) => path.every((part, index) => isSame(part, asked[from + index])));
}
