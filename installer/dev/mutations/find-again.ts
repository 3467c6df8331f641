import { Interner, indexCapture } from "../../../host/analysis/compare/indexed-capture.js";
import { wordsWithin } from "../../../host/analysis/element-facts.js";
import type { ElementTarget } from "../../../host/contract/annotation.js";
import { type FoundAgain, findAgain } from "../../../host/contract/find-again.js";
import type { CapturedElement } from "../../../host/contract/reader.js";
import { elementTargetOf } from "../../../host/contract/targets.js";
import { aligned } from "../table.js";
import { Dice } from "./dice.js";
import { type ElementEdit, elementEdits } from "./in-page-edits.js";
import type { MutablePage } from "./page.js";
import type { Known } from "./plan.js";
import { measurePages, type Options, seedsOf } from "./run.js";

/** A picked element and what was done to it. */
interface Picked {
  readonly edit: ElementEdit | "untouched";
  /** In the capture before. */
  readonly index: number;
}

interface EditedPage {
  readonly page: string;
  readonly before: Known;
  readonly after: Known;
  readonly picks: readonly Picked[];
}

/** `lost`: taken for gone; `two`: one of several equal ones; `wrong`: another element. */
type Outcome = "right" | "lost" | "two" | "wrong";

interface FindCase {
  readonly page: string;
  readonly edit: Picked["edit"];
  readonly outcome: Outcome;
  readonly detail: string;
  /** Nothing is left by which a person would recognise it: then gone is right. */
  readonly isUnrecognisable: boolean;
}

/** Picks of one page opening: few, so that what stands around each is mostly as it was. */
const picksMax = 24;
/** For each pick so many elements. */
const elementsForEach = 12;

/** On every page of a folder picks elements as a person would, edits them, and judges where they are found again. */
export async function measureFindAgain(folder: string, options: Options): Promise<FindCase[]> {
  const cases: FindCase[] = [];
  await measurePages(folder, options, seedsOf(options), async (page, name, seed) => {
    cases.push(...judgeEdits(await editPage(page, name, seed)));
  });
  return cases;
}

async function editPage(page: MutablePage, name: string, seed: number): Promise<EditedPage> {
  const before = await page.capture();
  const dice = new Dice(seed);
  const pickable = pickableOf(before);
  const picks: Picked[] = [];
  const most = Math.min(picksMax, Math.ceil(pickable.length / elementsForEach));
  for (let attempt = 0; attempt < most * 4 && picks.length < most; attempt++) {
    const one = dice.of(pickable);
    if (one === undefined || isTouched(before, picks, one.index)) continue;
    const edit = attempt % 8 === 7 ? "untouched" : (elementEdits[dice.below(elementEdits.length)] ?? "text");
    if (edit === "untouched" || (await page.edit(edit, before.ids[one.index] ?? -1, dice.words()))) picks.push({ edit, index: one.index });
  }
  return { page: name, before, after: await page.capture(), picks };
}

/** One of them stands in the other, or both in one row or card. */
function isTouched({ reader }: Known, picks: readonly Picked[], index: number): boolean {
  const scope = (one: number) => [one, ...reader.ancestors(one)][3] ?? one;
  return picks.some((pick) => {
    const [from, other] = [scope(pick.index), scope(index)];
    return (from <= index && index < reader.end(from)) || (other <= pick.index && pick.index < reader.end(other));
  });
}

/** What a person sees and points at: no duplicate of a sibling, which nobody can distinguish from it, and nothing within a drawing or a formula. */
function pickableOf({ reader, ids }: Known): readonly CapturedElement[] {
  const { subtree } = indexCapture(reader, new Interner());
  const isDuplicate = ({ index, parent }: CapturedElement) =>
    parent < 0 || reader.children(parent).some((other) => other !== index && subtree[other] === subtree[index]);
  return [...reader.elements()].filter((one) => (ids[one.index] ?? -1) >= 0 && isSeen(reader, one) && !isDuplicate(one));
}

function isSeen(reader: Known["reader"], { index, visible, text, name, interactive, tag }: CapturedElement): boolean {
  const size = reader.end(index) - index;
  const isPart = size > 1 && size <= 40 && size < reader.count / 10 && wordsWithin(reader, index).trim() !== "";
  const isDrawn = reader.ancestors(index).some((above) => within.includes(reader.element(above).tag));
  return visible && !["html", "body", "slot", "option"].includes(tag) && !isDrawn && (text !== "" || name !== "" || interactive || isPart);
}

const within = ["svg", "math", "mjx-container", "select", "iframe"];

function judgeEdits({ page, before, after, picks }: EditedPage): FindCase[] {
  return picks.map(({ edit, index }) => {
    const facts = elementTargetOf(before.reader, index);
    const expected = after.ids.indexOf(before.ids[index] ?? -2);
    const found = findAgain(after.reader, facts);
    const isUnrecognisable = expected >= 0 && !hasTrace(facts, elementTargetOf(after.reader, expected));
    const detail = `${facts.selector} ${facts.label ?? ""} → ${foundText(after, found)}, expected ${expected < 0 ? "gone" : after.reader.element(expected).selector}`;
    return { page, edit, outcome: outcomeOf(found, expected, edit, isUnrecognisable), detail, isUnrecognisable };
  });
}

/**
 * Whether a careful person would still recognise an element: it has something that it alone had, or all that others had as well, or it stands
 * beside what it stood beside. What has none of these (another text in another place) is rightly taken for gone.
 */
function hasTrace(was: ElementTarget, is: ElementTarget): boolean {
  const { common = [], attributes = {} } = was;
  const own = Object.keys(attributes).filter((name) => name !== "class" && !common.includes(`@${name}`));
  const words = ({ text = "", name = "", inner = "" }: ElementTarget) => `${text === "" ? name : text} ${inner}`;
  const beside = ({ neighbours = [] }: ElementTarget, at: number) => neighbours.find((one) => one.at === at)?.text;
  const isBeside = (at: number) => beside(was, at) !== undefined && beside(was, at) === beside(is, at);
  return words(was) === words(is) || own.some((name) => attributes[name] === is.attributes?.[name]) || isBeside(-1) || isBeside(1);
}

function outcomeOf(found: FoundAgain, expected: number, edit: Picked["edit"], isUnrecognisable: boolean): Outcome {
  if (found.status === "gone") return expected < 0 || isUnrecognisable ? "right" : "lost";
  if (found.status === "found") return found.index === expected ? "right" : "wrong";
  return edit.endsWith("duplicated") && found.indices.includes(expected) ? "right" : "two";
}

function foundText({ reader }: Known, found: FoundAgain): string {
  if (found.status === "gone") return "gone";
  if (found.status === "found") return `${reader.element(found.index).selector} ${found.score.toFixed(2)}`;
  return `one of ${found.indices.map((index) => reader.element(index).selector).join(" | ")}`;
}

/** A row for each kind of edit: cases, and how many of each outcome. */
export function findTable(cases: readonly FindCase[]): string {
  const outcomes = ["right", "wrong", "two", "lost"] as const;
  const row = (name: string, of: readonly FindCase[]) => {
    const counts = outcomes.map((outcome) => of.filter((one) => one.outcome === outcome).length);
    return [name, of.length, ...counts, `${((100 * (counts[0] ?? 0)) / Math.max(1, of.length)).toFixed(1)} %`];
  };
  const rows = ["untouched", ...elementEdits].map((edit) =>
    row(
      edit,
      cases.filter((one) => one.edit === edit),
    ),
  );
  const unrecognisable = cases.filter((one) => one.isUnrecognisable).length;
  const table = aligned([["edit", "cases", ...outcomes, "right"], ...rows, row("all", cases)]);
  return `${table}\n${unrecognisable} of them have nothing left by which a person would recognise them: there, gone is right.`;
}

export function findMisses(cases: readonly FindCase[]): string {
  return cases
    .filter(({ outcome }) => outcome !== "right")
    .map(({ page, edit, outcome, detail }) => `${page} ${edit}: ${outcome}\n  ${detail}`)
    .join("\n");
}
