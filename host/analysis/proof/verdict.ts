import type { Annotation, ElementTarget } from "../../contract/annotation.js";
import { checksOf } from "../../contract/annotation-state.js";
import type { Capture } from "../../contract/capture.js";
import { type Check, type CheckResult, knownChecks, type StoredCheck, type Verdict } from "../../contract/checks.js";
import { memoized } from "../../contract/memoized.js";
import { isOnePage } from "../../contract/page.js";
import { hasLetter, pageContext } from "../../contract/page-context.js";
import { isShown, pageOf, shownElement } from "../../contract/picked-element.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../contract/reader.js";
import { isSamePage } from "../../contract/routing.js";
import { elementTargetOf, targetElements } from "../../contract/targets.js";
import { buildErrorOf } from "../build-error.js";
import { compareCaptures, type NamedCapture } from "../compare/compare.js";
import { controlAround } from "../element-facts.js";
import { modalOf } from "../modal.js";
import { type Claim, differences, isMeans, isUnseen } from "./also-changed.js";
import { decide } from "./checks.js";
import { type Counterpart, counterparts } from "./counterparts.js";
import { type IdlePair, learnUnstable, type Unstable } from "./unstable.js";

interface Judged {
  readonly annotation: Annotation;
  /** The capture that carries the annotation. */
  readonly before: NamedCapture;
  /** The last capture of the annotation's page from before it was worked on; `before` where it is absent and of that page. */
  readonly base?: NamedCapture | undefined;
  readonly after: NamedCapture;
  readonly checks: readonly StoredCheck[];
  /** Other annotations of the page that are or were to be carried out, each with a capture that carries it. */
  readonly others?: readonly { readonly annotation: Annotation; readonly carrier: Capture }[];
  /** The last change of a file that belongs to the annotation, unix ms, and the last capture of the page before it. */
  readonly written?: { readonly file: string; readonly at: number; readonly previous: NamedCapture | undefined } | undefined;
  /** What changes on the page by itself is learnt from these. */
  readonly idle: readonly IdlePair[];
  readonly at: string;
}

/**
 * Decides whether a later capture shows an annotation's checks fulfilled, and what else is different: from what the page was before the
 * annotation was worked on, without what other annotations account for. Undecided where the captures cannot be compared: another page, viewport or
 * colour scheme, a build error. Where a layer is open in one of them alone, what it leaves as it is decides.
 */
export function judge(judged: Judged): Verdict {
  const { annotation, before, after, checks, idle, at } = judged;
  const [older, newer] = [readCapture(before.capture), readCapture(after.capture)];
  const start = { capture: after.filename, at } as const;
  const again = counterparts(older, newer);
  const targets = targetElements(annotation.target);
  const isOpened = !isShown(annotation.target) && targets.some((target) => again(target).element !== undefined);
  const found = targets.map(again);
  const layer = isOpened ? undefined : layerObstacle(older, newer);
  const isRead = found.length > 0 && found.every(({ element }) => element?.rendered === true);
  const obstacle = obstacleOf(pageOf(annotation, before.capture.metadata.url), older, newer) ?? (isRead ? undefined : layer);
  if (obstacle !== undefined) return { status: "cannot-tell", reason: obstacle, ...start, checks: [], alsoChanged: [] };
  const around = controlsOf(found, newer, annotation);
  const byRef = refsIn(older, again);
  const step = targets.every((target, place) => hasWordsOf(shownElement(older, target) ?? target, found[place]?.element))
    ? undefined
    : otherStep(older, newer);
  const language = otherLanguage(older, newer) ?? otherWords(targets, older, newer);
  const results = checks.map((stored) => {
    const [check] = knownChecks([stored]);
    if (check === undefined)
      return { kind: stored.kind, expected: "", found: "a check that only a newer svc knows", status: "cannot-tell" as const };
    const own = decideForAll(check, newer, found, byRef);
    const result = own.status === "pass" || around === undefined ? own : decideForAll(check, newer, around, byRef);
    if (step !== undefined && !(result.status === "pass" && /^(text|name)$/.test(check.kind)))
      return { ...result, found: step, status: "cannot-tell" as const };
    if (language !== undefined && result.status === "fail" && (/^(text|name)$/.test(check.kind) || result.subject === "text"))
      return { ...result, found: language, status: "cannot-tell" as const };
    return layer === undefined || holdsBesideLayer(result)
      ? result
      : { ...result, found: "a dialog or menu was opened or closed", status: "cannot-tell" as const };
  });
  const status = statusOf(results);
  const base = judged.base ?? (isComparable(before.capture, after.capture) ? before : undefined);
  const comparable = idle.filter(([one, other]) => isComparable(one.capture, other.capture));
  const unstable = learnUnstable(comparable, before);
  const reason =
    status === "fail"
      ? failureReason(judged, results, { base, again, unstable })
      : status === "cannot-tell"
        ? undecidedReason(results)
        : base === undefined
          ? nothingOlder
          : undefined;
  const alsoChanged = base === undefined ? undefined : othersThan(judged, base, unstable);
  return {
    status,
    ...(reason === undefined ? {} : { reason }),
    ...start,
    checks: results,
    alsoChanged: alsoChanged?.slice(0, shownMax) ?? [],
    ...(alsoChanged === undefined ? {} : { alsoChangedTotal: alsoChanged.length }),
  };
}

function othersThan({ annotation, before, after, checks, others = [] }: Judged, base: NamedCapture, unstable: Unstable) {
  const [older, newer] = [readCapture(base.capture), readCapture(after.capture)];
  const findersOf = memoized((carrier: Capture): { readonly was: Means["again"]; readonly is: Means["again"] } => {
    const reader = readCapture(carrier);
    return { was: counterparts(reader, older), is: counterparts(reader, newer) };
  });
  const claimOf = (one: Annotation, carrier: Capture, asked: readonly Check[]): Claim => {
    const { was, is } = findersOf(carrier);
    const targets = targetElements(one.target);
    const found = targets.map(is);
    const shown = [...found, ...(controlsOf(found, newer, one) ?? [])];
    const refsWhere = (isFound: boolean) =>
      new Set(targets.flatMap((target) => ((is(target).element !== undefined) === isFound ? (was(target).element?.ref ?? []) : [])));
    return {
      checks: asked,
      targets: new Set(shown.flatMap(({ element }) => element?.ref ?? [])),
      gone: refsWhere(false),
      again: refsWhere(true),
    };
  };
  // What was shown to be carried out and is not any more was taken back: that nobody asks for.
  const isTakenBack = ({ annotation: one, carrier }: NonNullable<Judged["others"]>[number]) => {
    const found = targetElements(one.target).map(findersOf(carrier).is);
    const byRef = refsIn(readCapture(carrier), findersOf(carrier).is);
    return (
      one.verdict?.status === "pass" &&
      knownChecks(checksOf(one)).some((check) => decideForAll(check, newer, found, byRef).status === "fail")
    );
  };
  const claims = [
    claimOf(annotation, before.capture, knownChecks(checks)),
    ...others
      .filter((other) => !isTakenBack(other))
      .map(({ annotation: one, carrier }) => claimOf(one, carrier, knownChecks(checksOf(one)))),
  ];
  return differences(compareCaptures(base, after), { claims, unstable, older, newer });
}

const nothingOlder = "Nothing older shows this page as it is now: what else changed is not known.";
const nothingChanged = "The page looks as it was before: was the change built, and the page loaded again?";

interface Means {
  readonly base: NamedCapture | undefined;
  readonly again: (target: ElementTarget) => Counterpart;
  readonly unstable: Unstable;
}

/** Why a page does not show what was asked for, as far as it is known: the change has not reached it, or the element has gone. */
function failureReason({ annotation, before, after, written }: Judged, results: readonly CheckResult[], { base, again, unstable }: Means) {
  const last = written?.previous !== undefined && isComparable(written.previous.capture, after.capture) ? written.previous : base;
  if (last !== undefined) {
    const [older, newer] = [readCapture(last.capture), readCapture(after.capture)];
    const comparison = compareCaptures(last, after);
    const changed = comparison.changed.filter(({ property }) => !isUnseen(property) && !isMeans(property));
    const was = counterparts(readCapture(before.capture), older);
    const isResized = targetElements(annotation.target).some((target) => differInSize(was(target).element, again(target).element));
    const isSame = !isResized && unstable.coversAll({ ...comparison, changed }, older, newer);
    const loadedAt = after.capture.metadata.timings["loadedAt"];
    const isOld = loadedAt !== undefined && written !== undefined && loadedAt < written.at;
    const touched = new Set([...changed, ...comparison.added].map(({ ref }) => ref));
    const isUntouched =
      !isResized && targetElements(annotation.target).every((target) => isNoneWithin(newer, again(target).element?.index, touched));
    if (isOld && isSame) return `The page was not loaded again since ${written.file} changed, and shows what it showed before.`;
    // What else differs may have reached the open page without loading it.
    if (isOld && isUntouched) return `The page was loaded before ${written.file} changed, and the element is as it was.`;
    if (isSame) return nothingChanged;
  }
  const isLost = isShown(annotation.target) && targetElements(annotation.target).some((target) => again(target).element === undefined);
  if (isLost && results.some(({ found }) => found === "not found")) return "The element is not on the page any more.";
  return last === undefined && !isOnePage(before.capture.metadata.url, after.capture.metadata.url) ? nothingOlder : undefined;
}

/** A class alone may have made an element larger: then no change of its box is reported. */
function differInSize(was: CapturedElement | undefined, is: CapturedElement | undefined): boolean {
  return was !== undefined && is !== undefined && [2, 3].some((place) => Math.abs((was.box[place] ?? 0) - (is.box[place] ?? 0)) >= 1);
}

function isNoneWithin(reader: CaptureReader, index: number | undefined, refs: ReadonlySet<string>): boolean {
  if (index === undefined) return false;
  for (let at = index; at < reader.end(index); at++) if (refs.has(`e${at}`)) return false;
  return true;
}

/** The control around a picked part that a check may be meant of as well; undefined where none was. */
function controlsOf([only, ...others]: readonly Counterpart[], reader: CaptureReader, { comment }: Annotation): Counterpart[] | undefined {
  if (only?.element === undefined || others.length > 0) return undefined;
  const control = controlAround(reader, only.element, comment);
  return control === undefined ? undefined : [{ element: control }];
}

export function statusOf(results: readonly CheckResult[]): Verdict["status"] {
  if (results.some(({ status }) => status === "fail")) return "fail";
  return results.length > 0 && results.every(({ status }) => status === "pass") ? "pass" : "cannot-tell";
}

function hasWordsOf({ text = "", name = "" }: Pick<ElementTarget, "text" | "name">, element: CapturedElement | undefined): boolean {
  return element?.text.startsWith(text) === true && element.name.startsWith(name);
}

/** Which of its steps, pages or tabs the page marks as current, where that is another than before; undefined where it marks none, or neither was there before. */
function otherStep(older: CaptureReader, newer: CaptureReader): string | undefined {
  const [was, is] = [stepsOf(older), stepsOf(newer)];
  const left = was.current.find((words) => is.others.has(words));
  const entered = is.current.find((words) => was.others.has(words));
  return left === undefined || entered === undefined ? undefined : `the page is at “${entered}” now, and was at “${left}”`;
}

/** Which language the page states, where that is another than before: translated by the browser or by itself, its words are others. */
function otherLanguage(older: CaptureReader, newer: CaptureReader): string | undefined {
  const [was, is] = [older.capture.metadata.language, newer.capture.metadata.language];
  const [left, entered] = [was, is].map((tag) => tag.toLowerCase().split("-")[0]);
  return was === "" || is === "" || left === entered ? undefined : `the page is in “${is}” now, and was in “${was}”`;
}

/** The same where the page states none: of at least five texts with letters around what was picked at most a fifth is on the page. */
function otherWords(targets: readonly ElementTarget[], older: CaptureReader, newer: CaptureReader): string | undefined {
  const factsOf = (shown: CapturedElement | undefined) => shown && elementTargetOf(older, shown.index);
  const beside = targets.flatMap((target) => (factsOf(shownElement(older, target)) ?? target).neighbours ?? []);
  const around = beside.map(({ text }) => text).filter(hasLetter);
  const left = around.filter((text) => pageContext(newer).withWords(text).length > 0);
  return around.length < 5 || left.length * 5 > around.length ? undefined : "nearly all words around it are others now";
}

/** The words of what a page marks as current, and of what else has the same tag. */
function stepsOf(reader: CaptureReader): { readonly current: readonly string[]; readonly others: ReadonlySet<string> } {
  const elements = [...reader.elements()];
  const isCurrent = ({ role, attributes }: CapturedElement) =>
    (attributes["aria-current"] ?? "false") !== "false" || (role === "tab" && attributes["aria-selected"] === "true");
  const current = elements.filter(isCurrent);
  const tags = new Set(current.map(({ tag }) => tag));
  const { within } = pageContext(reader);
  const wordsOf = (some: readonly CapturedElement[]) => some.map(({ index }) => within(index)).filter((words) => words !== "");
  return { current: wordsOf(current), others: new Set(wordsOf(elements.filter((one) => tags.has(one.tag) && !isCurrent(one)))) };
}

/** Whether a result holds where a layer is open in one of two captures alone: layers dim, move and hide what lies behind them, and leave its words. */
function holdsBesideLayer({ kind, status }: CheckResult): boolean {
  return kind === "text" || (status === "pass" && (kind === "attribute" || kind === "property"));
}

function undecidedReason(results: readonly CheckResult[]): string {
  const open = results.find(({ status }) => status === "cannot-tell");
  return open === undefined ? "Nothing says what to check." : `${open.kind}: ${open.found}.`;
}

/** As many as a person or an agent reads; the rest is counted. */
const shownMax = 20;

/** Whether two captures show one page, in one window of one browser, in one state. */
export function isComparable(one: Capture, other: Capture): boolean {
  const [was, is] = [one, other].map(({ metadata }) => metadata.browser.split(" ")[0]);
  if (was !== is) return false;
  const [older, newer] = [readCapture(one), readCapture(other)];
  return obstacleOf(one.metadata.url, older, newer) === undefined && layerObstacle(older, newer) === undefined;
}

/** Why a capture cannot show what became of an annotation of a page, made on another; undefined when it can. */
function obstacleOf(page: string, older: CaptureReader, newer: CaptureReader): string | undefined {
  const [was, is] = [older.capture.metadata, newer.capture.metadata];
  if (!isOnePage(page, is.url)) return "The capture is of another page.";
  if (!isSamePage(page, is.url)) return "The page is at another query than the annotation.";
  if (Date.parse(is.capturedAt) < Date.parse(was.capturedAt)) return "The capture is older than the annotation's.";
  if (Math.abs(was.viewport.width - is.viewport.width) > viewportSlackPx)
    return `The viewport is another: ${is.viewport.width} px wide now, ${was.viewport.width} px when the annotation was made.`;
  if (was.colorScheme !== is.colorScheme) return `The colour scheme is another: ${is.colorScheme} now, ${was.colorScheme} before.`;
  const broken = buildErrorOf(newer);
  return broken && `The page shows a build error of ${broken.tool}.`;
}

function layerObstacle(older: CaptureReader, newer: CaptureReader): string | undefined {
  const [had, has] = [older, newer].map((reader) => modalOf(reader) !== undefined);
  if (had === has) return undefined;
  return has ? "A dialog or menu is open that was not when the annotation was made." : "The dialog or menu that was open is closed.";
}

/** A scrollbar that comes or goes. */
const viewportSlackPx = 20;

type ByRef = Parameters<typeof decide>[1]["again"];

/** Returns a function that finds in the newer capture what a ref names in the older one. */
function refsIn(older: CaptureReader, again: Means["again"]): ByRef {
  return (ref) => {
    const element = older.byRef(ref);
    return element && again({ ref, key: element.key, selector: element.selector, box: element.box }).element;
  };
}

/** About several elements a check holds when it holds for each; about none it is asked of the whole page. */
export function decideForAll(check: Check, reader: CaptureReader, found: readonly Counterpart[], byRef: ByRef): CheckResult {
  const all = found.length === 0 ? [{ element: reader.element(0) }] : found;
  const results = all.map((one) => decide(check, { reader, again: byRef, ...one }));
  return results.reduce((worst, one) => (badness.indexOf(one.status) > badness.indexOf(worst.status) ? one : worst));
}

const badness = ["pass", "cannot-tell", "fail"];
