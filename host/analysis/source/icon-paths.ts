import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { importStatementsIn } from "./imports.js";

/** The beginnings of the paths that one `<svg>` of a page draws. */
export type Drawing = readonly string[];

/** What the icons draw that a source imports from packages, by their names in it: the beginnings of their paths. */
export type Icons = ReadonlyMap<string, ReadonlySet<string>>;

/** Those of a source; of most sources there are none. */
export type IconsOf = (file: string) => Icons;

export const noIcons: Icons = new Map();

/** Packages of icons, as far as their names show it: their icons leave no name on the page, but a path that no other icon has. */
export function isIconPackage(from: string): boolean {
  return /icon|\bmdi\b|lucide|feather|phosphor/i.test(from) && /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*(?:\/[\w.-]+)*$/.test(from);
}

/** Of a path that is compared: long enough to distinguish icons, shorter than what captures keep of it. */
const beginning = 60;
const mostPaths = 12;
const mostBelow = 200;
const mostDrawings = 8;

const cache = new WeakMap<CaptureReader, Map<number, Drawing>>();

/** What an `<svg>` draws; empty where it draws no path. */
export function drawingOf(reader: CaptureReader, { index }: Pick<CapturedElement, "index">): Drawing {
  const known = cache.get(reader) ?? new Map<number, Drawing>();
  cache.set(reader, known);
  const cached = known.get(index);
  if (cached !== undefined) return cached;
  const paths: string[] = [];
  for (let at = index + 1; at < reader.end(index) && paths.length < mostPaths; at++) {
    const { attributes } = reader.element(at);
    const path = attributes["d"] ?? attributes["points"];
    if (path !== undefined) paths.push(path.slice(0, beginning));
  }
  known.set(index, paths);
  return paths;
}

/** The drawings in an element, or the one that it is a part of. */
export function drawingsIn(reader: CaptureReader, element: CapturedElement): Drawing[] {
  const around = reader.ancestors(element.index).find((index) => reader.element(index).tag === "svg");
  const from = around ?? element.index;
  const found: Drawing[] = [];
  for (let at = from; at < Math.min(reader.end(from), from + mostBelow) && found.length < mostDrawings; at++)
    if (reader.element(at).tag === "svg") found.push(drawingOf(reader, { index: at }));
  return found.filter((paths) => paths.length > 0);
}

/** Whether an icon of this name draws one of the drawings; undefined where it is not known what it draws. */
export function drawsOneOf(icons: Icons, name: string, drawings: readonly Drawing[]): boolean | undefined {
  const own = icons.get(name);
  return own && drawings.some((paths) => paths.length > 0 && paths.every((path) => own.has(path)));
}

/** The known icons whose names an expression holds: `mdiEye`, `<FaEye />`, `isOpen ? ChevronUp : ChevronDown`. */
export function iconsNamedIn(expression: string, icons: Icons): string[] {
  if (icons.size === 0 || expression.length > longestExpression) return [];
  return (expression.replace(/(["'`])(?:(?!\1)[^\\\n])*\1/g, " ").match(/(?<![\w$.])[A-Za-z_$][\w$]*/g) ?? []).filter((name) =>
    icons.has(name),
  );
}

const longestExpression = 400;

/** A path in quotes, as compilers of every framework leave it. */
const quotedPath = /["'`]([Mm]\s?-?[\d.][^"'`\\<>{}]{3,}|(?:-?[\d.]+[ ,]+){5,}-?[\d.]+)["'`]/g;
/** Between the definition of an icon and its first path. */
const mostBefore = 4_000;
/** Between two paths of one icon. */
const mostBetween = 800;

/** The paths that a whole module draws. */
export function pathsIn(text: string): Set<string> {
  return new Set([...text.matchAll(quotedPath)].map(([, path = ""]) => path.slice(0, beginning)));
}

/**
 * The paths that a module with many icons draws for one of them: those after its definition, up to what defines something else. Empty where it
 * is not defined there.
 */
export function pathsOfIcon(text: string, name: string): Set<string> {
  const paths = new Set<string>();
  const from = definitionOf(text, name);
  if (from < 0) return paths;
  const piece = text.slice(from, from + mostBefore);
  let end = -1;
  for (const match of piece.matchAll(quotedPath)) {
    const between = end < 0 ? "" : piece.slice(end, match.index);
    if (between.length > mostBetween || /\bfunction\b|[\w$\s]=(?!=)/.test(between)) break;
    paths.add((match[1] ?? "").slice(0, beginning));
    end = match.index + match[0].length;
  }
  return paths;
}

const mostOccurrences = 40;

/** Offset after a name where it is defined: `const name = …`, `function name(`, `exports.name = …`; -1 where it is not. */
function definitionOf(text: string, name: string): number {
  let at = text.indexOf(name);
  for (let times = 0; at >= 0 && times < mostOccurrences; times++, at = text.indexOf(name, at + name.length)) {
    const after = text.slice(at + name.length, at + name.length + 40);
    if (/^\s*\(/.test(after) ? !/\bfunction\s+$/.test(text.slice(Math.max(0, at - 12), at)) : !/^\s*=(?!=|\s*exports\.)/.test(after))
      continue;
    if (!/[\w$]/.test(text[at - 1] ?? "")) return at + name.length;
  }
  return -1;
}

/** What a module exports that is written in other modules, or under other names in it. */
export interface IconExports {
  /** Its own names by those that it exports: minifiers write `export{qo as RiHomeLine}`. */
  readonly aliases: ReadonlyMap<string, string>;
  /** By its own names: the module of the same package that they are taken from, relative to it, and their names there. */
  readonly taken: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
  /** Modules of which it exports everything. */
  readonly whole: readonly string[];
}

/** What a module of icons exports from other modules of its package. */
export function iconExportsIn(text: string): IconExports {
  const statements = importStatementsIn(text).filter(({ from }) => from === "" || from.startsWith("."));
  const [own, relative] = [statements.filter(({ from }) => from === ""), statements.filter(({ from }) => from !== "")];
  return {
    aliases: new Map(own.flatMap(({ names }) => [...(names ?? [])])),
    taken: new Map(relative.flatMap(({ from, names }) => [...(names ?? [])].map(([ours, name]) => [ours, { from, name }]))),
    whole: relative.flatMap(({ from, names, isExport }) => (isExport && names === undefined ? [from] : [])).slice(0, mostHandedOn),
  };
}

const mostHandedOn = 6;
