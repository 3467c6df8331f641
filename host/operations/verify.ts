import { lstat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import type { NamedCapture } from "../analysis/compare/compare.js";
import type { IdlePair } from "../analysis/proof/unstable.js";
import { isComparable, judge } from "../analysis/proof/verdict.js";
import { type Annotation, isKnownTarget } from "../contract/annotation.js";
import { checksOf, isRefuted, isUndecided, stateOf, threadOf } from "../contract/annotation-state.js";
import type { Capture } from "../contract/capture.js";
import type { Verdict } from "../contract/checks.js";
import { undefinedIfMissing } from "../contract/errors.js";
import type { CaptureEntry } from "../contract/operations.js";
import { pageOf } from "../contract/picked-element.js";
import type { CaptureRequest } from "../contract/request.js";
import { isSamePage } from "../contract/routing.js";
import { hasCode } from "../store/failures.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { isOpen } from "../store/project/requests.js";
import type { Store } from "../store/store.js";

export interface Verification {
  /** Id. */
  readonly annotation: string;
  /** Filename of the capture that is to show the annotation's request fulfilled. */
  readonly capture: string;
  /** Files that were changed for it, relative to the project; those of its last resolution by default. */
  readonly files?: readonly string[] | undefined;
  /** The page may not have been built yet: the verdict is not stored. */
  readonly isTentative?: boolean;
  /** Filename of a capture since which nobody has changed anything. */
  readonly idle?: string | undefined;
}

/** Decides an annotation's checks on a capture against the page as it was, and stores the verdict. Throws ServiceError `not-found`. */
export async function verifyAnnotation(
  store: Store,
  { annotation: id, capture, files, isTentative = false, idle }: Verification,
): Promise<PlacedAnnotation> {
  const first = await store.annotations.first(id);
  const { annotation } = first;
  const named = files ?? threadOf(annotation).findLast(({ kind }) => kind === "resolution")?.files ?? [];
  const before = await open(store, first.capture);
  const after = await open(store, capture);
  const at = new Date().toISOString();
  const written = await lastWritten(store.root, named);
  const page = pageOf(annotation, first.url);
  const shots = (await store.captures.entries({ url: page })).filter((entry) => isSamePage(page, entry.url));
  const work = { annotation, before, after, shots };
  const unfit = !(await isOwn(store, after.filename))
    ? "The capture was not made by this user's browser."
    : isOlder(after.capture, written)
      ? `The capture is older than the last change of ${written?.file}.`
      : isKnownTarget(annotation.target)
        ? undefined
        : "It is about a place that only a newer svc knows.";
  const verdict: Verdict =
    unfit !== undefined
      ? { status: "cannot-tell", reason: unfit, capture: after.filename, at, checks: [], alsoChanged: [] }
      : judge({
          ...{ annotation, before, after, at },
          checks: checksOf(annotation),
          ...(await surroundingWork(store, work)),
          written: written && { ...written, previous: await lastBefore(store, work, written.at) },
          idle: [...(idle === undefined ? [] : [[await open(store, idle), after] as const]), ...(await idlePairs(store, before, shots))],
        });
  return isTentative ? { ...first, annotation: { ...annotation, verdict } } : store.annotations.judge(id, verdict);
}

/**
 * Decides the annotations whose check was asked for and answered by a capture: nobody may be waiting for it any more. An agent that decides itself is
 * given its time, as the capture may show the page while it is being built; resolves to when that is over, unix ms.
 */
export async function verifyAnswered(store: Store, capture: string): Promise<number | undefined> {
  const answered = (await store.requests.all()).filter((request) => isAnsweredCheck(request) && request.capture === capture);
  const waiting = answered.map(decidableAt).filter((at) => at > Date.now());
  for (const request of answered) if (decidableAt(request) <= Date.now()) await verifyUnlessDecided(store, request);
  return waiting.length === 0 ? undefined : Math.min(...waiting);
}

/** Decides those that an agent was to decide and did not: it may not live any more. Resolves to whether there were any. */
export async function verifyOverdue(store: Store, placed: readonly PlacedAnnotation[]): Promise<boolean> {
  const last = new Map<string, CaptureRequest>();
  for (const request of await store.requests.all()) if (isAnsweredCheck(request)) last.set(request.annotation ?? "", request);
  const overdue = placed.flatMap(({ annotation }) => {
    const request = last.get(annotation.id);
    return request === undefined || decidableAt(request) > Date.now() || isDecided(annotation, request) ? [] : [request];
  });
  for (const request of overdue) await verifyUnlessDecided(store, request);
  return overdue.length > 0;
}

/**
 * Decides, on a capture that was just stored, the annotations in it that an agent calls fixed and nothing has decided: nobody may ask any more. And
 * the one that its user wants checked once more, which is fixed again where that passes now.
 */
export async function verifyAgain(store: Store, { annotations, metadata }: Capture, capture: string): Promise<void> {
  for (const { id } of annotations.filter((one) => one.id === metadata.requestId || stateOf(one) === "fixed")) {
    const { annotation, state } = await store.annotations.find(id);
    const isWanted = id === metadata.requestId && (state === "fixed" || isRefuted(annotation));
    if (!isWanted && !(state === "fixed" && isUndecided(annotation) && !(await isAsked(store, id)))) continue;
    const { annotation: after } = await verifyAnnotation(store, { annotation: id, capture });
    if (isRefuted(annotation) && after.verdict?.status === "pass")
      await store.annotations.resolve(id, { action: "fixed", summary: "The page shows it now.", agent: "svc" });
  }
}

/** Whether an agent has asked for an annotation's check, and is to have it. */
async function isAsked(store: Store, id: string): Promise<boolean> {
  const request = (await store.requests.all()).findLast(({ kind, annotation }) => kind === "verify" && annotation === id);
  return request !== undefined && (isOpen(request) || decidableAt(request) > Date.now());
}

function isAnsweredCheck({ kind, annotation, status, capture }: CaptureRequest): boolean {
  return kind === "verify" && annotation !== undefined && status === "completed" && capture !== undefined;
}

/** What an agent takes to judge the last capture of its time. */
const decisionMs = 3_000;

function decidableAt({ decidedUntil }: CaptureRequest): number {
  return decidedUntil === undefined ? 0 : Date.parse(decidedUntil) + decisionMs;
}

async function verifyUnlessDecided(store: Store, request: CaptureRequest): Promise<void> {
  const { annotation: id = "", capture = "" } = request;
  const placed = await store.annotations.find(id).catch(undefinedIfMissing);
  if (placed === undefined || isDecided(placed.annotation, request)) return;
  await verifyAnnotation(store, { annotation: id, capture }).catch(undefinedIfMissing);
}

/** Whether somebody has judged an annotation since it was asked about: a process, or the person. */
function isDecided({ verdict, ...annotation }: Annotation, { createdAt }: CaptureRequest): boolean {
  const judgements = threadOf(annotation).filter(({ kind }) => kind === "accept" || kind === "reopen");
  return [...(verdict === undefined ? [] : [verdict]), ...judgements].some(({ at }) => Date.parse(at) >= Date.parse(createdAt));
}

async function isOwn(store: Store, filename: string): Promise<boolean> {
  return (await store.captures.originOf(filename)).origin === "here";
}

async function open(store: Store, filename: string): Promise<NamedCapture> {
  return { filename, capture: await store.captures.read(filename) };
}

interface Written {
  readonly file: string;
  /** Unix ms. */
  readonly at: number;
}

/** That of these files, relative to the project, which was written last; undefined where none is there. */
async function lastWritten(root: string, files: readonly string[]): Promise<Written | undefined> {
  let last: Written | undefined;
  for (const file of files) {
    const path = resolve(root, file);
    if (!path.startsWith(root + sep)) continue;
    const status = await lstat(path).catch((error: unknown) => {
      if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES", "ENAMETOOLONG", "ELOOP")) return undefined;
      throw error;
    });
    if (status?.isFile() === true && status.mtimeMs > (last?.at ?? 0)) last = { file, at: status.mtimeMs };
  }
  return last;
}

function isOlder({ metadata }: Capture, written: Written | undefined): boolean {
  return written !== undefined && written.at > Date.parse(metadata.capturedAt);
}

interface Work {
  readonly annotation: Annotation;
  readonly before: NamedCapture;
  readonly after: NamedCapture;
  /** Captures of the annotation's page, the newest first. */
  readonly shots: readonly CaptureEntry[];
}

/** The newest capture of the page from before a moment (unix ms). */
async function lastBefore(store: Store, { after, shots }: Work, moment: number): Promise<NamedCapture | undefined> {
  const last = shots.find(({ capturedAt, filename }) => Date.parse(capturedAt) < moment && filename !== after.filename);
  return last && open(store, last.filename);
}

/** The captures' other annotations, and the last capture from before this work that one was judged by; of another page, its own last. */
async function surroundingWork(store: Store, work: Work): Promise<Pick<Parameters<typeof judge>[0], "others" | "base">> {
  const { annotation, before, after, shots } = work;
  const begun = await beganAt(store, annotation);
  const isEarly = ({ capturedAt, filename }: CaptureEntry) => Date.parse(capturedAt) < begun && filename !== after.filename;
  const others = new Map<string, { annotation: Annotation; carrier: Capture }>();
  for (const { capture: carrier } of [after, before])
    for (const one of carrier.annotations)
      if (one.id !== annotation.id && isCarriedOut(one)) others.set(one.id, { annotation: one, carrier });
  const judged = new Set([...others.values()].flatMap(({ annotation: { verdict } }) => verdict?.capture ?? []));
  const isOfPage = shots.some(({ filename }) => filename === before.filename);
  const madeAt = before.capture.metadata.capturedAt;
  for (const entry of shots.filter((one) => isEarly(one) && (isOfPage ? one.capturedAt > madeAt && judged.has(one.filename) : true))) {
    if (!(await isOwn(store, entry.filename))) continue;
    const base = await open(store, entry.filename);
    if (isComparable(base.capture, after.capture)) return { others: [...others.values()], base };
  }
  return { others: [...others.values()] };
}

/** When an agent began to have an annotation judged, unix ms. */
async function beganAt(store: Store, annotation: Annotation): Promise<number> {
  const resolutions = threadOf(annotation).filter(({ kind }) => kind === "resolution");
  const asked = (await store.requests.all()).filter((request) => request.annotation === annotation.id && request.kind === "verify");
  const times = [...resolutions.map(({ at }) => at), ...asked.map(({ createdAt }) => createdAt)];
  return Math.min(Date.now(), ...times.map((at) => Date.parse(at)));
}

/** An agent that declined an annotation has changed nothing for it. */
function isCarriedOut({ resolution }: Annotation): boolean {
  return resolution === undefined || resolution.action === "fixed";
}

/** Pairs more than this hardly show more of what changes by itself. */
const pairsMax = 3;
/** As many are read from before the annotation, and as many from after it. */
const idleCapturesMax = 6;
/** Outside git, two captures so close together that nobody had a task before show the same code. */
const momentMs = 90_000;

/**
 * Captures of the page, each with the one before it of the same code, between which nobody changed the project's files. No pair has the
 * annotation between its two: what was done for it need not be a file. Those from before it come first.
 */
async function idlePairs(store: Store, before: NamedCapture, entries: readonly CaptureEntry[]): Promise<IdlePair[]> {
  const madeAt = ({ capture }: NamedCapture) => Date.parse(capture.metadata.capturedAt);
  const isLater = (shot: NamedCapture) => madeAt(shot) > madeAt(before);
  const isEarly = ({ capturedAt }: { readonly capturedAt: string }) => Date.parse(capturedAt) <= madeAt(before);
  const late = entries.filter((entry) => !isEarly(entry)).slice(0, idleCapturesMax);
  const shots: NamedCapture[] = [];
  for (const { filename } of [...late, ...entries.filter(isEarly).slice(0, idleCapturesMax)])
    shots.push(filename === before.filename ? before : await open(store, filename));
  const pairs = shots.flatMap((newer, place): IdlePair[] => {
    const isIdle = (older: NamedCapture) =>
      isLater(older) === isLater(newer) &&
      (isOneCode(older.capture, newer.capture) ?? (!isLater(newer) && madeAt(newer) - madeAt(older) < momentMs));
    const older = shots.slice(place + 1).find(isIdle);
    return older === undefined ? [] : [[older, newer]];
  });
  return pairs.sort(([, one], [, other]) => Number(isLater(one)) - Number(isLater(other))).slice(0, pairsMax);
}

/** Whether the project's files held the same when two captures were made; undefined outside git. */
function isOneCode(one: Capture, other: Capture): boolean | undefined {
  if (one.sourcesHash !== undefined && other.sourcesHash !== undefined) return one.sourcesHash === other.sourcesHash;
  const [was, is] = [one.provenance, other.provenance];
  if (was === undefined || is === undefined || was.gitHead === "") return undefined;
  return was.gitHead === is.gitHead && was.dirty === false && is.dirty === false;
}
