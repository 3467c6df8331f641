import { isBuilt } from "../analysis/built.js";
import { splitAtCommas } from "../analysis/skip.js";
import { cachedParser, mostChars, onceForList } from "../analysis/source/cached-parser.js";
import { escapeRegExp } from "../analysis/source/components.js";
import { isTemplateFile, pathBeside, resolvePath } from "../analysis/source/files.js";
import { decodePath } from "../analysis/source/loaded.js";
import { lineStart, positionOf } from "../analysis/source/place.js";
import type { Wanted } from "../analysis/source/wanted.js";
import { declarationFor, setsProperty } from "../analysis/styles/declarations.js";
import {
  mayNestNames,
  needlesOf,
  placesIn,
  rankStylePlaces,
  type StylePlace,
  type WantedDeclaration,
} from "../analysis/styles/match-rule.js";
import { includeMixins, mayDefineMixins, mixinsIn } from "../analysis/styles/mixins.js";
import { indexRules, type RuleIndex, type StyleFile } from "../analysis/styles/rule-index.js";
import { originalPlace, sourceMapUrl } from "../analysis/styles/source-map.js";
import { isStyleSource, rulesOfSource, type SourceDeclaration, type SourceRule } from "../analysis/styles/style-source.js";
import { addToGroup } from "../contract/group-by.js";
import { memoized } from "../contract/memoized.js";
import type { RuleSheet } from "../contract/style-rules.js";
import type { SourceFiles } from "./context.js";
import { findCandidates } from "./source-search.js";

const rulesIn = cachedParser(rulesOfSource);
const mixinsOf = cachedParser((path, text) =>
  preprocessed.test(path) && mayDefineMixins(text) ? mixinsIn(path, text, rulesIn(path, text)) : [],
);
/** Reads files with what their rules include of these mixins. */
const fileReaderWith = onceForList((found: readonly ReturnType<typeof mixinsOf>[]) => {
  const mixins = new Map<string, SourceRule[]>();
  for (const [name, rule] of found.flat()) addToGroup(mixins, name, rule);
  return cachedParser((file, text): StyleFile => {
    if (isBuilt({ file, text })) return { file, text, rules: [] };
    const rules = rulesIn(file, text);
    return { file, text, rules: mixins.size === 0 ? rules : rules.flatMap((rule) => includeMixins(rule, mixins)) };
  });
});
const indexOf = onceForList(indexRules);
const builtIndex = cachedParser((file, text) => indexRules([{ file, text, rules: rulesIn(file, text) }]));

/** Where the project declares what a page has, best first, at most five each. `on`: the element; utility classes stand where it is made. */
export async function findDeclarations(
  sources: SourceFiles,
  wanted: readonly (WantedDeclaration & { readonly on: Wanted })[],
): Promise<readonly (readonly StylePlace[])[]> {
  if (wanted.length === 0) return [];
  const files = await sources.list();
  const known = new Set(files);
  const index = await indexFor(sources, files, wanted);
  const sourceOf = compiledFrom(files);
  const namedFor = memoized((sheet: RuleSheet) => {
    const named = [...namedFiles(sheet, known)].map((path) => sourceOf(path) ?? path);
    return withImports(sources, new Set(named), known);
  });
  const sheetOf = memoized((href: string) => openBuilt(sources, href));
  const madeBy = memoized((element: Wanted) => markupOf(sources, element));
  const found: StylePlace[][] = [];
  for (const one of wanted) {
    const named = await namedFor(one.sheet);
    const fitting = placesIn(index, { ...one, tag: one.on.tag }, named, (path) => sourceOf(path) !== undefined);
    const places = await besideMarkup(fitting, async () => madeBy(one.on));
    const token = utilityClass(one);
    const built = await sheetOf(one.sheet.href);
    const mapped = await mappedPlaces(sources, known, built, one);
    // What a source map leads to is written there, not in the sheet that was built of it. Of a sheet that the page names, plain sheets that it does
    // not import hold nothing: they are copies of a former build.
    const mayHold = ({ file }: StylePlace) =>
      mapped.length > 0 ? file !== built?.path : named.size === 0 || named.has(file) || !file.endsWith(".css");
    const ranked = rankStylePlaces([...places.filter(mayHold), ...mapped]);
    if (token === undefined || (ranked[0]?.score ?? 0) > utilityScore) found.push(ranked);
    else {
      const near = classTokens(await madeBy(one.on), token, classesOf(one.on));
      const isSure = near.some(({ score }) => score > sureScore);
      found.push(rankStylePlaces([...ranked, ...near, ...(isSure ? [] : await classLists(sources, files, one.on, token))]));
    }
  }
  return found;
}

const besideMarkupPoints = 0.05;

/** Of rules in templates that fit equally well the one in the template that makes the element is meant. */
async function besideMarkup(places: StylePlace[], markup: () => Promise<Markup>): Promise<StylePlace[]> {
  const best = Math.max(0, ...places.map(({ score }) => score));
  const rivals = places.filter(({ file, score }) => score > best - 0.01 && isTemplateFile(file));
  if (new Set(rivals.map(({ file }) => file)).size < 2) return places;
  const [made] = await markup();
  return places.map((place) => (place.file === made?.file ? { ...place, score: Math.min(0.99, place.score + besideMarkupPoints) } : place));
}

/** The likeliest place of each property that an element's `style` attribute declares: at a tag that may make the element. */
export async function findInline(
  sources: SourceFiles,
  element: Wanted,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, StylePlace>> {
  const markup = names.size === 0 ? [] : await markupOf(sources, element);
  return new Map(
    Array.from(names).flatMap((name) => {
      const [best] = rankStylePlaces(markup.flatMap((tag) => inlinePlace(tag, name)));
      return best === undefined ? [] : [[name, best] as const];
    }),
  );
}

function inlinePlace({ file, line, score, text }: Markup[number], name: string): StylePlace[] {
  const camel = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const start = lineStart(text, line);
  const tag = text.slice(start).split("\n", mostTagLines).join("\n");
  const at = new RegExp(`(?<![\\w-])(?:${escapeRegExp(name)}|${escapeRegExp(camel)})["']?\\s*:`).exec(tag);
  if (at === null) return [];
  return [{ file, ...positionOf(text, start + at.index), score: score * 0.95, evidence: "style attribute where the element is made" }];
}

/** Attributes of a tag stand on its line and those after. */
const mostTagLines = 10;

/** The rules of the project's files; in a large project of those alone that may have one of the declarations. */
async function indexFor(sources: SourceFiles, files: readonly string[], wanted: readonly WantedDeclaration[]): Promise<RuleIndex> {
  const texts: (readonly [path: string, text: string])[] = [];
  for (const path of files) {
    const text = isStyleSource(path) && !/\.min\.[cm]?js$/.test(path) ? await sources.read(path) : undefined;
    if (text !== undefined) texts.push([path, text]);
  }
  const read = fileReaderWith(texts.map(([path, text]) => mixinsOf(path, text)).filter(({ length }) => length > 0));
  const isLarge = texts.reduce((sum, [, text]) => sum + text.length, 0) > mostChars;
  const needles = isLarge ? [...new Set(wanted.flatMap(needlesOf))] : [];
  const mayDeclare = ([path, text]: (typeof texts)[number]) =>
    !isLarge ||
    needles.some((needle) => text.includes(needle)) ||
    (preprocessed.test(path) && wanted.some((one) => mayNestNames(text, one)));
  return indexOf(texts.filter(mayDeclare).map(([path, text]) => read(path, text)));
}

/** What a style sheet of a project is compiled from: the source of a preprocessor that has its name. */
function compiledFrom(files: readonly string[]): (path: string) => string | undefined {
  const byName = new Map<string, string>();
  for (const path of files) {
    const name = /([^/_][^/]*)\.(?:scss|less|sass)$/i.exec(path)?.[1];
    if (name !== undefined) byName.set(name, path);
  }
  return (path) => byName.get(/([^/]+?)(?:\.(?:rtl|min))*\.css$/i.exec(path)?.[1] ?? "");
}

const preprocessed = /\.(scss|less|vue|svelte|astro)$/i;

const importsIn = cachedParser((_, text) =>
  Array.from(
    text.matchAll(/@(?:import|use|forward|reference)\s{1,20}(?:\([^)]{0,100}\)\s{0,20})?(?:url\()?["']([^"']{1,500})["']/g),
    ([, path = ""]) => path,
  ),
);

/** Files with those that they import: build tools name the first alone. */
async function withImports(sources: SourceFiles, named: ReadonlySet<string>, known: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const all = new Set(named);
  // Files that are added meanwhile are visited too.
  for (const file of all) {
    const text = isStyleSource(file) ? ((await sources.read(file)) ?? "") : "";
    for (const path of importsIn(file, text)) {
      const imported = importedFile(file, path, known);
      if (imported !== undefined) all.add(imported);
    }
  }
  return all;
}

const importEndings = ["", ".scss", ".less", ".css", ".pcss", "/_index.scss", "/index.scss"];

function importedFile(from: string, path: string, known: ReadonlySet<string>): string | undefined {
  const whole = pathBeside(from, path);
  const partial = whole.replace(/([^/]+)$/, "_$1");
  return importEndings.flatMap((ending) => [`${whole}${ending}`, `${partial}${ending}`]).find((one) => known.has(one));
}

/** The files that the page itself names for a sheet: by a mark of the build tool, by a source map, by its address. */
function namedFiles({ marker, sources = [], href }: RuleSheet, files: ReadonlySet<string>): ReadonlySet<string> {
  const path = /^https?:\/\/[^/]*(\/[^?#]*)/.exec(href)?.[1] ?? "";
  return new Set([marker, ...sources, path].flatMap((one) => (one === "" ? [] : (resolvePath(decodePath(one), files) ?? []))));
}

const mappedScore = 0.97;
/** Nothing at the mapped place declares the property. */
const unsureScore = 0.6;

interface BuiltSheet {
  readonly path: string;
  readonly text: string;
  readonly map: string;
}

/** What build tools call the folder of a site that is ready to be served. */
const builtFolders = "dist build out public dist/client .output/public .svelte-kit/output/client www _site static wwwroot".split(" ");

/** The built style sheet of the project that a page has loaded, with its source map. */
async function openBuilt(sources: SourceFiles, href: string): Promise<BuiltSheet | undefined> {
  const pathname = decodePath(/^https?:\/\/[^/]*\/([^?#]*)/.exec(href)?.[1] ?? "");
  if (!pathname.endsWith(".css")) return undefined;
  for (const path of [pathname, ...builtFolders.map((folder) => `${folder}/${pathname}`), pathname.replace(/^_next\//, ".next/")]) {
    const text = await sources.read(path);
    const url = text === undefined ? "" : sourceMapUrl(text);
    if (text === undefined || url === "") continue;
    const inline = /^data:application\/json[^,]*;base64,(.+)$/.exec(url)?.[1];
    const map =
      inline === undefined ? await sources.read(pathBeside(path, decodePath(url))) : Buffer.from(inline, "base64").toString("utf8");
    if (map !== undefined) return { path, text, map };
  }
  return undefined;
}

async function mappedPlaces(
  sources: SourceFiles,
  known: ReadonlySet<string>,
  sheet: BuiltSheet | undefined,
  wanted: WantedDeclaration,
): Promise<StylePlace[]> {
  if (sheet === undefined) return [];
  const [best] = rankStylePlaces(placesIn(builtIndex(sheet.path, sheet.text), wanted));
  const original = best === undefined ? undefined : originalPlace(sheet.map, best.line, best.column);
  const file = original === undefined ? undefined : resolvePath(pathBeside(sheet.path, original.source), known);
  const text = file === undefined ? undefined : await sources.read(file);
  if (best === undefined || original === undefined || file === undefined || text === undefined) return [];
  const own = rulesIn(file, text);
  const declares = ({ name }: SourceDeclaration) => setsProperty(name, wanted.property) || setsProperty(wanted.name, name);
  const isDeclared = own.some(({ declarations }) =>
    declarations.some((one) => (declares(one) || one.name === "@apply") && positionOf(text, one.offset).line === original.line),
  );
  // Minifiers that write a declaration anew map it to the start of the file; the rule's own place is right.
  const at = lineStart(sheet.text, best.line) + best.column - 1;
  const rule = isDeclared
    ? undefined
    : rulesIn(sheet.path, sheet.text).find(({ declarations }) => declarations.some(({ offset }) => offset === at));
  const place = rule === undefined ? undefined : positionOf(sheet.text, rule.offset);
  const mapped = place === undefined ? undefined : originalPlace(sheet.map, place.line, place.column);
  const source = own.find(({ offset }) => positionOf(text, offset).line === mapped?.line);
  const declaration = source === undefined ? undefined : declarationFor(source.declarations, wanted, wanted.property)?.declaration;
  if (declaration !== undefined)
    return [{ file, ...positionOf(text, declaration.offset), score: mappedScore, evidence: "source map of its rule" }];
  return [{ file, line: original.line, column: original.column, score: isDeclared ? mappedScore : unsureScore, evidence: "source map" }];
}

/** A rule of the project with this selector scores more. */
const utilityScore = 0.5;

/** Near the element's own markup with most of its other classes: no list of classes in another place is better. */
const sureScore = 0.82;

/** A class, then what it depends on: other classes, attributes, states, a group around, or children. */
const oneClass =
  /^(?:\*?:where\()?\.((?:\\.|[\w-])+)\)?(?:\.(?:\\.|[\w-])+|\[[^\]]*\]|::?[\w-]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?|\s*[>~]\s*:not\((?:[^()]|\([^()]*\))*\)\)?|\s*\*)*$/;

/** The class of a rule for one class alone, as frameworks of utilities write them, of merged ones the element's; undefined for others. */
function utilityClass({ rule: { selector }, name, on }: WantedDeclaration & { readonly on: Wanted }): string | undefined {
  if (name.startsWith("--tw-")) return undefined;
  const parts = splitAtCommas(selector.replace(/^&\s*/, ""));
  const names = parts.flatMap((part) => unescapeName(oneClass.exec(part.trim())?.[1] ?? "") || []);
  const own = classesOf(on);
  return parts.length === 1 ? names[0] : names.find((one) => own.includes(one));
}

function unescapeName(name: string): string {
  return name.replace(/\\([\da-f]{1,6}) ?|\\(.)/gi, (_, code: string | undefined, character: string | undefined) =>
    code === undefined ? (character ?? "") : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff) || 0xff_fd),
  );
}

type Markup = readonly { readonly file: string; readonly line: number; readonly score: number; readonly text: string }[];

async function markupOf(sources: SourceFiles, element: Wanted): Promise<Markup> {
  const candidates = await findCandidates(sources, element);
  return Promise.all(candidates.map(async ({ file, line, score }) => ({ file, line, score, text: (await sources.read(file)) ?? "" })));
}

const nearLines = 30;

function classesOf({ attributes }: Wanted): readonly string[] {
  return (attributes["class"] ?? "").split(/\s+/).filter((name) => name !== "");
}

function sharedClasses(line: string, classes: readonly string[]): number {
  const words = new Set(line.split(/[\s"'`{}()<>,;=]+/));
  return classes.filter((name) => words.has(name)).length;
}

/** How well the classes around a place fit an element, 0 to 1: most of its classes, or all of the list's; few are little evidence. */
function listFit(text: string, index: number, classes: readonly string[]): number {
  const line = text.slice(text.lastIndexOf("\n", index - 1) + 1, `${text}\n`.indexOf("\n", index));
  const start = Math.max(...Array.from("\"'`", (quote) => text.lastIndexOf(quote, index))) + 1;
  const words = (/^[^"'`]*/.exec(text.slice(start))?.[0] ?? "").split(/\s+/).filter((word) => word !== "");
  const held = words.filter((word) => classes.includes(word)).length / Math.max(1, words.length);
  return Math.max(sharedClasses(line, classes) / Math.max(1, classes.length), held ** 2 * (1 - 0.8 / Math.max(1, words.length)));
}

/** Where a class stands at or near the places that make the element: a list with few of its other classes is about another element. */
function classTokens(markup: Markup, token: string, classes: readonly string[]): StylePlace[] {
  const pattern = classPattern(token);
  return markup.flatMap(({ file, line, score, text }) =>
    Array.from(text.matchAll(pattern), ({ index }) => {
      const place = positionOf(text, index);
      const away = distance(place.line, line);
      const near = away <= nearLines ? 0.95 - 0.005 * away : 0.6;
      return {
        file,
        ...place,
        score: near * (0.5 + score / 2) * (0.6 + 0.4 * listFit(text, index, classes)),
        evidence: `class ${token} where the element is made`,
      };
    })
      .toSorted((one, other) => other.score - one.score)
      .slice(0, mostLists),
  );
}

function classPattern(token: string): RegExp {
  return new RegExp(`(?<![\\w/:.<\\[-])${escapeRegExp(token)}(?![\\w/:\\[-])`, "g");
}

const mostLists = 3;
/** Of what stands beside the element, for a list that data brings: `{ label: "Open", icon: "icon icon-open" }`. */
const textScore = 0.12;

/** Lists of classes in other places with most of the element's other classes too, as components pass them on. */
async function classLists(sources: SourceFiles, files: readonly string[], element: Wanted, token: string): Promise<StylePlace[]> {
  const classes = classesOf(element);
  const pattern = classPattern(token);
  const beside = element.outer?.().outer?.().within.texts ?? [];
  const texts = [...element.shown, ...beside].filter((text) => text.length > 2).map((text) => text.toLowerCase());
  const found: StylePlace[] = [];
  for (const file of files.filter(isStyleSource)) {
    const text = await sources.read(file);
    if (text === undefined || !text.includes(token)) continue;
    const lines = text.split("\n");
    for (const { index } of text.matchAll(pattern)) {
      const place = positionOf(text, index);
      const shared = sharedClasses(lines[place.line - 1] ?? "", classes);
      if (shared < 2 && classes.length > 1) continue;
      const around = lines
        .slice(Math.max(0, place.line - 2), place.line + 1)
        .join("\n")
        .toLowerCase();
      const isBeside = texts.some((one) => around.includes(one));
      const evidence = `class ${token} beside ${shared - 1} others of the element${isBeside ? ", and a text that it shows" : ""}`;
      found.push({ file, ...place, score: 0.15 + 0.45 * listFit(text, index, classes) + (isBeside ? textScore : 0), evidence });
    }
  }
  return found.toSorted((one, other) => other.score - one.score).slice(0, mostLists);
}

/** A tag's classes stand on its line and those after. */
function distance(at: number, line: number): number {
  return at >= line ? at - line : (line - at) * 2;
}
