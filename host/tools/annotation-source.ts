import {
  isAboutCase,
  isAboutFaintness,
  isAboutLook,
  isAboutPlace,
  isAboutWriting,
  isRewording,
  kindFor,
} from "../analysis/annotation-words.js";
import { firstWithin } from "../analysis/element-facts.js";
import { isTemplateFile, kindOfFile } from "../analysis/source/files.js";
import { resolveImport, stemsOf } from "../analysis/source/loaded.js";
import { positionOf } from "../analysis/source/place.js";
import type { SourceCandidate } from "../analysis/source/rank.js";
import { readSource } from "../analysis/source/source-text.js";
import { isComponentTag } from "../analysis/source/tags.js";
import { joinSpace } from "../analysis/source/texts.js";
import { type Wanted, wantedOf } from "../analysis/source/wanted.js";
import { roomsMeant } from "../analysis/spacing.js";
import { isAbout, isAboutSpace, sideWords } from "../analysis/styles/explained.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import type { Annotated } from "./annotated.js";
import { wordsOf } from "./annotation-rows.js";
import type { SourceFiles } from "./context.js";
import { loadedClosure } from "./loaded-closure.js";
import { findCandidates, findComponent } from "./source-search.js";
import { type PlacedStyle, placedStyles } from "./style-rows.js";
import { findWritten, isDataFile, isOfTools } from "./written-text.js";

const most = 5;
/** Candidates that fit much worse than the best one say nothing of the annotation. */
const leastShare = 0.4;

/** Where an annotation is carried out, the place to edit first at the head, at most five: a text's, a kind's component, else the candidates. */
export async function findForAnnotation(sources: SourceFiles, annotated: Annotated): Promise<SourceCandidate[]> {
  const { opened, element, picked, placed } = annotated;
  const { reader } = opened;
  const wanted = wantedOf(reader, element);
  const all = await findCandidates(sources, wanted);
  const best = all[0]?.score ?? 0;
  const fitting = all.filter(({ score }) => score >= best * leastShare);
  const kind = isRewritten(annotated) ? "data" : kindFor(placed.annotation);
  const { language } = reader.capture.metadata;
  const shown = [picked.text, picked.name, ...wanted.shown].map(joinSpace);
  const beside = textsBeside(reader, element);
  const written = kind === "data" ? await writtenAt(sources, fitting, { wanted, language, beside, shown }) : undefined;
  // Messages by keys have no order that shows.
  const isKeyed = written !== undefined && isAboutPlace(wordsOf(placed.annotation)) && isOfMessages(written.file, language);
  const defined = kind === "definition" ? await definitionOf(sources, fitting) : undefined;
  return first((isKeyed ? undefined : written) ?? defined, fitting);
}

/** The same with the declaration that the annotation's words name at the head, where its place is sure. */
export async function findRuleFirst(sources: SourceFiles, annotated: Annotated): Promise<SourceCandidate[]> {
  const found = await findForAnnotation(sources, annotated);
  return isRewritten(annotated) || isAboutPlace(wordsOf(annotated.placed.annotation))
    ? found
    : first(await declarationMeant(sources, annotated), found);
}

/** Whether an annotation states what is to be written. */
export function isRewritten({ opened, element, placed }: Pick<Annotated, "opened" | "element" | "placed">): boolean {
  const words = wordsOf(placed.annotation);
  // Letters that no sheet turns are written so.
  const isWritten = isAboutCase(words) && opened.reader.style(element.index, "text-transform") === "none";
  return isWritten || isAboutWriting(words) || isRewording(words, wantedOf(opened.reader, element).shown.join("\n"));
}

/** With less the rule may be another's of the same name. */
const leastOfRule = 0.6;

/** Where the declaration stands that the words name, else who makes a room, for a look the element's own rule; undefined where none has a sure place. */
async function declarationMeant(
  sources: SourceFiles,
  { opened: { reader }, element, placed }: Annotated,
): Promise<SourceCandidate | undefined> {
  const words = wordsOf(placed.annotation);
  const placedOf = async (of: CapturedElement, asked: Parameters<typeof placedStyles>[3]) =>
    (await placedStyles(sources, reader, of, asked))?.[0];
  const named = propertyNamed(reader, element, words);
  const meant = named === undefined ? await placedOf(element, { meantBy: words }) : await placedOf(named.of, named);
  const isSure =
    meant?.row.winner !== undefined && (meant.place?.score ?? 1) >= leastOfRule && !/^(none|unset|initial)$/.test(meant.value ?? "");
  const isOwn = isSure && (named !== undefined || meant.row.from === "");
  const room = isOwn || !isAboutSpace(words) ? undefined : outerRoom(reader, element, words);
  const outer = room && (await placedOf(room.of, room));
  const own = isOwn || outer?.place !== undefined || !isAboutLook(words) ? undefined : await ownRule(sources, reader, element);
  const style = outer?.place === undefined ? (own ?? meant) : outer;
  if (style?.place === undefined || style.place.score < leastOfRule) return undefined;
  const { file, line, column, score } = style.place;
  return { file, line, column, score, is: "definition", evidence: `declares ${style.row.property}: ${style.value ?? ""}` };
}

/** The element and its property that words name by an effect: what is faint, letters that are turned, how a list is laid out. */
function propertyNamed(reader: CaptureReader, element: CapturedElement, words: string) {
  const faint = isAboutFaintness(words) ? reader.ancestors(element.index).find((at) => Number(reader.style(at, "opacity")) < 1) : undefined;
  if (faint !== undefined) return { of: reader.element(faint), property: "opacity" };
  if (isAboutCase(words) && reader.style(element.index, "text-transform") !== "none") return { of: element, property: "text-transform" };
  const list = isAbout(words, "grid-template-columns") ? listAround(reader, element) : undefined;
  // In a row that wraps the widths of its items make the number.
  const isGrid = list !== undefined && /grid/.test(reader.style(list.index, "display") ?? "");
  return isGrid ? { of: list, property: "grid-template-columns" } : undefined;
}

/** What makes the most of the room beside an element, other than itself. */
function outerRoom(reader: CaptureReader, element: CapturedElement, words: string) {
  const [room] = roomsMeant(reader, element, (side) => sideWords[side].test(words));
  return room?.parts.filter(({ of }) => of.index !== element.index).toSorted((one, other) => other.px - one.px)[0];
}

/** The nearest of an element and those around it whose children are all of one kind. */
function listAround(reader: CaptureReader, { index }: CapturedElement): CapturedElement | undefined {
  const kindOf = (at: number) => `${reader.element(at).tag} ${reader.element(at).attributes["class"] ?? ""}`;
  const isList = (at: number) => reader.children(at).length > 1 && new Set(reader.children(at).map(kindOf)).size === 1;
  const at = [index, ...reader.ancestors(index).slice(0, mostAround)].find(isList);
  return at === undefined ? undefined : reader.element(at);
}

/** A declaration of the rule that the fewest elements match, of those that declare something of the element. */
async function ownRule(sources: SourceFiles, reader: CaptureReader, element: CapturedElement): Promise<PlacedStyle | undefined> {
  const styles = (await placedStyles(sources, reader, element, { property: undefined })) ?? [];
  return styles
    .filter(({ row, place }) => row.from === "" && row.when === "" && place !== undefined && place.score >= leastOfRule)
    .toSorted((one, other) => (one.matches ?? Number.POSITIVE_INFINITY) - (other.matches ?? Number.POSITIVE_INFINITY))[0];
}

function first(candidate: SourceCandidate | undefined, others: readonly SourceCandidate[]): SourceCandidate[] {
  if (candidate === undefined) return [...others];
  return [candidate, ...others.filter(({ file, line }) => file !== candidate.file || line !== candidate.line)].slice(0, most);
}

/** Where the component is defined that the best place uses; undefined where a definition is at the head, or where the project has none. */
async function definitionOf(sources: SourceFiles, [best]: readonly SourceCandidate[]): Promise<SourceCandidate | undefined> {
  if (best === undefined || best.is !== "use") return undefined;
  const text = (await sources.read(best.file)) ?? "";
  const tag = readSource(best.file, text).tags.find(({ offset }) => positionOf(text, offset).line === best.line)?.tag ?? "";
  if (!isComponentTag(tag)) return undefined;
  const module = importedNames(text).get(tag.split(".")[0] ?? "");
  const files = new Set(await sources.list());
  // A package's: what the project defines by that name is something else.
  if (module !== undefined && resolveImport(module, best.file, files, stemsOf(files)) === undefined) return undefined;
  const [defined] = await findComponent(sources, tag);
  return defined === undefined ? undefined : { ...defined, score: Math.min(defined.score, best.score) };
}

// Each repetition is bounded: a hostile source must not cost more than its length.
const importStatement =
  /\bimport(?=[\s{*])\s{0,20}(?:type\s{1,20})?(?:([\w$]{1,100})\s{0,20}(?:,\s{0,20})?)?(?:\{([^{}]{0,100000})\}|\*\s{1,20}as\s{1,20}([\w$]{1,100}))?\s{0,20}from\s{0,20}["']([^"'\n]{1,200})["']/g;

/** Names that a script imports, with the modules. */
export function importedNames(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, single = "", listed = "", namespace = "", from = ""] of text.matchAll(importStatement))
    for (const part of [single, ...listed.split(","), namespace]) {
      // `a as b` and `type b` are known as `b`.
      const name = /([\w$]+)\s*$/.exec(part)?.[1];
      if (name !== undefined) found.set(name, from);
    }
  return found;
}

/** Elements around one that are asked for a text where it shows none. */
const mostAround = 3;
const longestAsked = 300;

/** Values of attributes that say which one of a list it is where no text does. */
function namesThings(attributes: CapturedElement["attributes"]): string[] {
  const values = ["href", "src", "data-icon", "alt"].flatMap((name) => attributes[name] ?? []);
  return [...new Set(values)].filter((value) => value.length > 2 && !value.startsWith("data:"));
}

/** The first text in each of the elements beside one, or beside what is around it. */
function textsBeside(reader: CaptureReader, { index }: CapturedElement): string[] {
  const around = [index, ...reader.ancestors(index)].slice(0, mostAround + 1);
  const others = around.slice(1).flatMap((at) =>
    reader
      .children(at)
      .filter((child) => !around.includes(child))
      .slice(0, mostBeside),
  );
  const texts = others.map((at) => firstWithin(reader, at, ({ text }) => text.trim() !== "")?.text ?? "");
  return [...new Set(texts.map(joinSpace))].filter((text) => text !== "");
}

const mostBeside = 20;

/** Where the text of an element, or the nearest around, is written; undefined where no file has it, or where `code` does. */
export async function findShownText(
  sources: SourceFiles,
  { opened: { reader }, element, picked }: Pick<Annotated, "opened" | "element" | "picked">,
  best: SourceCandidate | undefined,
  code: string,
): Promise<SourceCandidate | undefined> {
  const around = reader.ancestors(element.index).slice(0, mostAround);
  const all = [picked, element, ...around.map((index) => reader.element(index))].map((one) => wantedOf(reader, one));
  const isSilent = wantedOf(reader, element).shown.length === 0;
  const named = isSilent ? [picked, element].flatMap(({ attributes }) => namesThings(attributes)) : [];
  const wanted = all.find(({ shown }) => shown.length > 0) ?? wantedOf(reader, element);
  const within = isSilent ? [] : [firstWithin(reader, element.index, ({ text }) => text.trim() !== "")?.text ?? ""].map(joinSpace);
  const texts = [...named, ...wanted.shown, ...within].filter((text) => text.length >= 2 && text.length <= longestAsked);
  if (texts.some((text) => joinSpace(code).includes(text))) return undefined;
  const sought = { wanted, language: reader.capture.metadata.language, beside: textsBeside(reader, element) };
  for (const text of texts.slice(0, named.length + 3)) {
    const found = await placesOfText(sources, text, best, sought);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Sought {
  readonly wanted: Wanted;
  readonly beside: readonly string[];
  readonly language: string;
}

/** The lines below a tag in which its text may stand. */
const linesOfTag = 11;
/** The place where a shown text is written: a candidate's, else one in another file that holds it in quotes or as a value. */
async function writtenAt(
  sources: SourceFiles,
  candidates: readonly SourceCandidate[],
  { shown, ...sought }: Sought & { /** The texts that may be meant, likeliest first. */ readonly shown: readonly string[] },
): Promise<SourceCandidate | undefined> {
  const texts = [...new Set(shown)].filter((text) => (text.length >= 2 || /[^\w\s]/.test(text)) && text.length <= 200);
  for (const text of texts.slice(0, 2)) {
    for (const candidate of candidates) {
      const lines = ((await sources.read(candidate.file)) ?? "").split("\n").slice(candidate.line - 1, candidate.line - 1 + linesOfTag);
      // Not as a part of a message's key, `t("nav.help")`, nor as the name of a tag.
      const words = ` ${joinSpace(lines.join(" "))} `;
      const at = words.indexOf(text);
      if (at >= 0 && !/[\w.</]/.test(words[at - 1] ?? " ") && !/\w/.test(words[at + text.length] ?? " ")) return candidate;
    }
    const found = await placesOfText(sources, text, candidates[0], sought);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function placesOfText(
  sources: SourceFiles,
  shown: string,
  best: SourceCandidate | undefined,
  { wanted, language, beside }: Sought,
): Promise<SourceCandidate | undefined> {
  const files = await sources.list();
  const known = new Set(files);
  const loaded = await loadedClosure(sources, wanted, known);
  const searched = files.filter(
    (path) =>
      !isOfTools(path) && kindOfFile(path) !== "ofTests" && (isDataFile(path) || (isTemplateFile(path) && loaded?.has(path) !== false)),
  );
  const found = await findWritten(sources, searched, shown, beside);
  const pointsOf = ({ file, text }: (typeof found)[number]) =>
    (file === best?.file ? 1 : 0) + (isInLanguage(file, language) ? 1 : 0) + beside.filter((one) => text.includes(one)).length;
  const [chosen] = found.toSorted((a, b) => pointsOf(b) - pointsOf(a) || a.file.localeCompare(b.file));
  if (chosen === undefined) return undefined;
  return {
    file: chosen.file,
    ...positionOf(chosen.text, chosen.offset),
    is: "data",
    score: Math.round(90 / found.length) / 100,
    evidence: `“${shown.slice(0, 60)}” is written here`,
  };
}

/** Whether a file holds messages by their keys, by its name. */
function isOfMessages(file: string, language: string): boolean {
  return isInLanguage(file, language) || /(^|\/)(locales?|i18n|lang|languages|messages|translations?)\//i.test(file);
}

function isInLanguage(file: string, language: string): boolean {
  const [code = ""] = language.toLowerCase().split("-");
  const parts = file.toLowerCase().split(/[/._-]/);
  return code !== "" && parts.includes(code);
}
