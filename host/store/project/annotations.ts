import type { Annotation, AnnotationState, Provenance, Resolution, ThreadEntry } from "../../contract/annotation.js";
import {
  agentOf,
  isAnswer,
  isUndecided,
  isUnresolved,
  mergeAnnotation,
  personsChecks,
  sharedText,
  stateOf,
  threadOf,
  withEntries,
  withoutUndefined,
} from "../../contract/annotation-state.js";
import type { Capture } from "../../contract/capture.js";
import { checkWords } from "../../contract/check-kinds.js";
import type { Check, StoredCheck, Verdict } from "../../contract/checks.js";
import { ServiceError } from "../../contract/errors.js";
import { limits } from "../../contract/limits.js";
import { memoized } from "../../contract/memoized.js";
import type { AnnotationStateRow, CaptureEntry, PlacedStateRow } from "../../contract/operations.js";
import { isOnePage } from "../../contract/page.js";
import { isOfSameElements, isShown } from "../../contract/picked-element.js";
import { pagesUnder } from "../../contract/routing.js";
import type { AnnotationReceipt } from "../../contract/user-state.js";
import type { Archive } from "./archive.js";
import { type CaptureFiles, missingCapture } from "./capture-files.js";
import { type CaptureIndex, type Copy, idsOf, noteCopies } from "./capture-index.js";
import { copiesFor, copyFor, openCopies } from "./copies.js";
import type { Judged, Origins } from "./origin.js";
import type { ProgressStore } from "./progress.js";

/** An annotation with the newest capture that carries it. Dates are ISO 8601 UTC. */
export interface PlacedAnnotation extends Judged {
  readonly state: AnnotationState;
  readonly by?: string;
  readonly capture: string;
  readonly url: string;
  readonly capturedAt: string;
}

/** `url`: as in captures.list. */
interface AnnotationQuery {
  readonly url?: string | undefined;
}

interface Chosen {
  /** Those that are open, or are not; all by default. */
  readonly isOpen?: boolean;
  /** Of those that the index knows only these are read. */
  readonly isNews?: ((id: string, revision: number) => boolean) | undefined;
  /** How old the list of captures may be, in milliseconds. */
  readonly maxAgeMs?: number | undefined;
}

type NewResolution = Pick<Resolution, "action" | "summary"> &
  Readonly<Partial<{ files: readonly string[]; agent: string; checks: readonly Check[] }>>;

export interface AnnotationStore {
  latestCopies(entries: readonly CaptureEntry[]): ReadonlyMap<string, Copy>;
  merge(
    entries: readonly CaptureEntry[],
    sent: Capture,
    report?: string,
  ): Promise<{ annotations: Annotation[]; changed: Annotation[]; receipts: AnnotationReceipt[] }>;
  spread(entries: readonly CaptureEntry[], changed: readonly Annotation[], except: string): Promise<void>;
  /** Over all captures, newest capture first, one per annotation id. */
  unresolved(query?: AnnotationQuery & Pick<Chosen, "isNews" | "maxAgeMs">): Promise<PlacedAnnotation[]>;
  resolved(query?: AnnotationQuery): Promise<PlacedAnnotation[]>;
  all(query?: AnnotationQuery): Promise<PlacedAnnotation[]>;
  /** Those that one capture carries, as they stand now. Throws ServiceError `not-found`. */
  inCapture(filename: string): Promise<PlacedAnnotation[]>;
  /** Throws ServiceError `not-found`, as all below do. `entries`: the index as it was just read. */
  find(id: string, entries?: readonly CaptureEntry[]): Promise<PlacedAnnotation>;
  /** The annotation as the oldest capture of its page has it that carries it and is not archived: what the page was when it was made. */
  first(id: string): Promise<PlacedAnnotation>;
  /** The annotation as the newest capture has it that shows the elements which it is about; undefined where none of the newest does. */
  lastShown(id: string): Promise<PlacedAnnotation | undefined>;
  /** Marks an annotation resolved, unless it is not `isRead`. Repeating it with the same text changes nothing; another text throws `conflict`. */
  resolve(id: string, newResolution: NewResolution, isRead?: (annotation: Annotation) => boolean): Promise<PlacedAnnotation>;
  /** Adds to the thread; an entry whose id is there changes nothing. */
  append(id: string, entry: ThreadEntry): Promise<PlacedAnnotation>;
  addChecks(id: string, added: readonly Check[]): Promise<PlacedAnnotation>;
  /** Stores a verdict. A failed one reopens; one that passes all tried values, with nothing else changed, makes it accepted. */
  judge(id: string, verdict: Verdict): Promise<PlacedAnnotation>;
  /** Names the picture of an annotation, a file of the snapshots, in the capture that the picture is of. */
  setPicture(id: string, picture: string): Promise<PlacedAnnotation>;
  /** Notes that an agent has read these, or works on them. Writes nothing where that is known, or where the store cannot be written. */
  markRead(read: readonly PlacedAnnotation[], step: "seen" | "working", agent: string): Promise<void>;
  /** This process is about to end: nobody works here any more. */
  endWork(): Promise<void>;
}

interface AnnotationParts {
  readonly index: CaptureIndex;
  readonly files: CaptureFiles;
  readonly archive: Archive;
  readonly progress: ProgressStore;
  readonly origins: Origins;
}

/** Finds annotations by the index. Every change starts from the copy of the highest revision and writes a higher one: a crash loses nothing. */
export function openAnnotations({ index, files, archive, progress, origins }: AnnotationParts): AnnotationStore {
  const copies = openCopies({ files, archive, origins });
  let last: { entries: readonly CaptureEntry[]; version: number; latest: ReadonlyMap<string, Copy> } | undefined;

  function latestCopies(entries: readonly CaptureEntry[]): ReadonlyMap<string, Copy> {
    const version = origins.version();
    if (last?.entries === entries && last.version === version) return last.latest;
    const latest = new Map<string, Copy>();
    const standingOf = origins.standings();
    for (const entry of entries) noteCopies(latest, entry, (id) => standingOf(id, entry));
    last = { entries, version, latest };
    return latest;
  }

  /** The captures that carry an annotation, newest first: the user's own, where there are any. */
  function carriersOf(entries: readonly CaptureEntry[], id: string): readonly CaptureEntry[] {
    const carriers = entries.filter((entry) => idsOf(entry).includes(id));
    const own = origins.ownFirst(carriers).filter(({ origin }) => origin === "here");
    return own.length === 0 ? carriers : own;
  }

  async function copiesIn(filename: string) {
    const { annotations = [], sha256 = "" } = (await files.annotated(filename)) ?? (await archive.examine(filename)) ?? {};
    return { annotations, sha256 };
  }

  async function copyIn({ filename }: Pick<CaptureEntry, "filename">, id: string, read = copiesIn): Promise<Judged | undefined> {
    const { annotations, sha256 } = await read(filename);
    const annotation = annotations.find((one) => one.id === id);
    return annotation === undefined ? undefined : origins.judge(annotation, filename, sha256);
  }

  /** `chosen` in their order, with their states. */
  async function placed(chosen: readonly { id: string; entry: CaptureEntry }[]): Promise<PlacedAnnotation[]> {
    if (chosen.length === 0) return [];
    const marks = progress.read();
    const readOnce = memoized(copiesIn);
    const found: PlacedAnnotation[] = [];
    for (const { id, entry } of chosen) {
      const copy = await copyIn(entry, id, readOnce);
      if (copy === undefined) continue;
      const { annotation } = copy;
      const { filename: capture, url: captured, capturedAt } = entry;
      const { url = captured } = annotation;
      const by = agentOf(annotation, marks.get(id));
      const state = stateOf(annotation, marks.get(id));
      found.push({ ...copy, state, ...(by === undefined ? {} : { by }), capture, url, capturedAt });
    }
    return found;
  }

  async function collect({ url }: AnnotationQuery, { isOpen, isNews = () => true, maxAgeMs }: Chosen): Promise<PlacedAnnotation[]> {
    const entries = await index.entries(maxAgeMs);
    const latest = latestCopies(entries);
    const matches = url === undefined ? () => true : pagesUnder(url);
    const carried = new Set(entries.filter((entry) => matches(entry.url)).flatMap(idsOf));
    const apart = entries.filter(({ pages = [] }) => pages.some(matches)).flatMap(idsOf);
    const chosen = [...new Set([...carried, ...apart])].flatMap((id) => {
      const copy = latest.get(id);
      // Of what is not the user's as a whole the index does not know the state.
      const mayBe = copy !== undefined && (isOpen === undefined || copy.standing !== "plain" || copy.isOpen === isOpen);
      return mayBe && isNews(id, copy.entry.revisions?.[id] ?? 0) ? [{ id, entry: copy.entry }] : [];
    });
    const found = (await placed(chosen)).filter(({ annotation, url: own }) => carried.has(annotation.id) || matches(own));
    return isOpen === undefined ? found : found.filter(({ state }) => isUnresolved(state) === isOpen);
  }

  async function locate(id: string, entries: readonly CaptureEntry[]): Promise<PlacedAnnotation> {
    const copy = latestCopies(entries).get(id) ?? archive.copyOf(id);
    const [found] = copy === undefined ? [] : await placed([{ id, entry: copy.entry }]);
    if (found !== undefined) return found;
    throw new ServiceError("not-found", "There is no annotation of this id. get_unresolved and get_annotations give the ids there are.");
  }

  /** `edit` returns an annotation of the same shared content when nothing is to be written. */
  async function change(id: string, edit: (before: PlacedAnnotation) => Annotation): Promise<PlacedAnnotation> {
    return index.change(async (entries) => {
      const before = await locate(id, entries);
      const edited = edit(before);
      if (sharedText(edited) === sharedText(before.annotation)) return before;
      const after = { ...edited, revision: (before.annotation.revision ?? 0) + 1 };
      await origins.record([origins.receiptOf(after, before)], async (recorded) => {
        await recorded;
        await copies.rewrite([{ filename: before.capture }], copiesFor([after]));
        await copies.spread(entries, [after], before.capture);
      });
      return locate(id, await index.entries());
    });
  }

  /** A sent capture's annotations, merged under the captures' lock. `changed`: whose other copies lag behind; `report`: that they are from. */
  async function merge(entries: readonly CaptureEntry[], sent: Capture, report?: string) {
    const annotations: Annotation[] = [];
    const changed: Annotation[] = [];
    const receipts: AnnotationReceipt[] = [];
    const latest = latestCopies(entries);
    for (const one of sent.annotations) {
      const copy = latest.get(one.id) ?? archive.copyOf(one.id);
      const stored = copy === undefined ? undefined : await copyIn(copy.entry, one.id);
      const isNewer = copy !== undefined && Date.parse(sent.metadata.capturedAt) >= Date.parse(copy.entry.capturedAt);
      const merged = stored === undefined ? fresh(one, report) : joined(one, stored, isNewer, report);
      annotations.push(merged.annotation);
      if (stored !== undefined && merged.isChanged) changed.push(merged.annotation);
      receipts.push(origins.receiptOf(merged.annotation, merged));
    }
    return { annotations, changed, receipts };
  }

  /** What was sent, merged with what is stored: the user's where they edited it or it is as they wrote it. A report adds to a thread alone. */
  function joined(one: Annotation, stored: Judged, isNewer: boolean, report: string | undefined): Merged {
    const known = stored.annotation;
    const isForeign = stored.origin !== "here";
    const sent = withoutFuture(report === undefined ? one : imported(isForeign ? one : settlingNothing(one)), threadOf(known));
    const isOwnAgain = isForeign && report === undefined && stored.isChanged && origins.hasWords(sent);
    const isEdited = isForeign && report === undefined && sent.editedAt !== undefined && sent.editedAt !== known.editedAt;
    const merged = mergeAnnotation(isOwnAgain ? withoutForeign(known) : known, sent, isNewer);
    const words = isOwnAgain || isEdited ? sent : isForeign || report !== undefined ? known : merged;
    const isServedAnew = stored.origin === "imported" && report !== undefined && sent.url !== undefined;
    const worded = withWordsOf(words, isServedAnew ? { ...merged, url: sent.url } : merged);
    // The answer was to other words.
    const isOvertaken = report === undefined && worded.comment !== known.comment && isAnswer(stateOf(worded));
    const next = isOvertaken ? withEntries(worded, [{ ...nextEntry(worded, { kind: "reopen", text: "" }), by: "user" }]) : worded;
    const isChanged = sharedText(next) !== sharedText(known);
    const revision = (known.revision ?? 0) + (isChanged ? 1 : 0);
    const annotation = revision === 0 ? next : { ...next, revision };
    const { origin, from } = isOwnAgain || isEdited ? ({ origin: "here" } as const) : { from: undefined, ...stored };
    return { annotation, isChanged, origin, from };
  }

  return {
    latestCopies,
    merge,
    spread: copies.spread,
    unresolved: ({ isNews, maxAgeMs, ...query } = {}) => collect(query, { isOpen: true, isNews, maxAgeMs }),
    resolved: (query = {}) => collect(query, { isOpen: false }),
    all: (query = {}) => collect(query, {}),
    inCapture: async (filename: string): Promise<PlacedAnnotation[]> => {
      const entries = await index.entries();
      const entry = entries.find((one) => one.filename === filename) ?? archive.entry(filename);
      if (entry === undefined) throw missingCapture();
      const latest = latestCopies(entries);
      const current = await placed(idsOf(entry).map((id) => ({ id, entry: latest.get(id)?.entry ?? entry })));
      const { annotations: own } = await copiesIn(filename);
      return current.map((one) => ({
        ...one,
        annotation: copyFor(own.find(({ id }) => id === one.annotation.id) ?? one.annotation, one.annotation),
        capture: filename,
      }));
    },
    find: async (id, entries) => locate(id, entries ?? (await index.entries())),
    first: async (id: string): Promise<PlacedAnnotation> => {
      const entries = await index.entries();
      const now = await locate(id, entries);
      const carriers = carriersOf(entries, id);
      const oldest = carriers.findLast((entry) => isOnePage(entry.url, now.url)) ?? carriers.at(-1);
      const own = oldest === undefined ? undefined : (await copyIn(oldest, id))?.annotation;
      if (oldest === undefined || own === undefined) return now;
      return inCarrier(now, own, oldest);
    },
    lastShown: async (id: string): Promise<PlacedAnnotation | undefined> => {
      const entries = await index.entries();
      const now = await locate(id, entries);
      for (const entry of carriersOf(entries, id).slice(0, carriersMax)) {
        const own = (await copyIn(entry, id))?.annotation;
        if (own === undefined || !isShown(own.target) || !isOfSameElements(own.target, now.annotation.target)) continue;
        return inCarrier(now, own, entry);
      }
      return undefined;
    },
    resolve: async (id, { action, summary, files: changedFiles = [], agent = "", checks = [] }, isRead = () => true) => {
      let stands: string | undefined;
      const placed = await change(id, ({ annotation: known, state }) => {
        if (isUnresolved(state) && !isRead(known)) return known;
        const annotation = checks.length === 0 ? known : withAgentChecks(known, checks);
        const { status: _status, resolution, ...open } = annotation;
        if (isUnresolved(state)) {
          const named = { ...(agent === "" ? {} : { agent }), ...(changedFiles.length === 0 ? {} : { files: [...changedFiles] }) };
          const entry = nextEntry(annotation, { kind: "resolution", text: summary, action, ...named });
          return withEntries({ ...open, status: "unresolved" }, [entry]);
        }
        if (resolution?.action === action && resolution.summary === summary) return annotation;
        stands = resolution?.action ?? state;
        const isOther = isAnswer(state) && (threadOf(known).at(-1)?.agent ?? "") !== agent;
        // The person judges one answer, and hears of another agent's.
        const text = `Would resolve it as ${action}: ${summary}`.slice(0, limits.commentMaxChars);
        return isOther ? withEntries(known, [nextEntry(known, { kind: "reply", agent, text })]) : known;
      });
      if (stands === undefined) return placed;
      throw new ServiceError(
        "conflict",
        `This annotation is already resolved (${stands}). A resolution stands until the user reopens the annotation.`,
      );
    },
    append: (id: string, entry: ThreadEntry) => change(id, ({ annotation }) => withEntries(annotation, [entry])),
    addChecks: (id: string, added: readonly Check[]) => change(id, ({ annotation }) => withAgentChecks(annotation, added)),
    judge: (id: string, verdict: Verdict) =>
      change(id, ({ annotation, state }) => {
        // Two processes may judge the same capture.
        const known = annotation.verdict;
        if (known?.capture === verdict.capture && JSON.stringify(known.checks) === JSON.stringify(verdict.checks)) return annotation;
        const judged = { ...annotation, verdict };
        if (isWholeRequest(judged, state)) {
          const text = "The page shows the values that were tried.";
          return withEntries(judged, [nextEntry(annotation, { agent: "svc", kind: "accept", text })]);
        }
        if (verdict.status !== "fail" || isUnresolved(state) || state === "accepted") return judged;
        return withEntries(judged, [nextEntry(annotation, { agent: "svc", kind: "reopen", text: refutation(verdict) })]);
      }),
    setPicture: (id: string, picture: string) =>
      index.change(async (entries) => {
        const placed = await locate(id, entries);
        const carrier = entries.find((entry) => picture.startsWith(entry.filename.replace(/\.json$/, "."))) ?? { filename: placed.capture };
        await copies.rewrite([carrier], (one) => (one.id === id ? { ...one, picture } : one));
        return locate(id, await index.entries());
      }),
    markRead: async (read: readonly PlacedAnnotation[], step: "seen" | "working", agent: string): Promise<void> => {
      const earlier: readonly AnnotationState[] = step === "seen" ? ["sent", "reopened"] : ["sent", "reopened", "seen"];
      const ids = read.filter(({ state }) => earlier.includes(state)).map(({ annotation }) => annotation.id);
      await progress.mark([...new Set(ids)], step, agent);
    },
    endWork: progress.end,
  };
}

/** Captures beyond these are not searched for an element that newer ones do not show. */
const carriersMax = 20;

export function placedStateRow(placed: PlacedAnnotation): PlacedStateRow {
  const { thread: _thread, verdict: _verdict, agentChecks: _agents, checks, ...annotation } = placed.annotation;
  const { origin, from } = placed;
  const own = { checks: checks && personsChecks(placed.annotation), origin, from };
  return { ...stateRow(placed), annotation: { ...annotation, ...withoutUndefined(own) }, url: placed.url };
}

export function stateRow({ annotation, state, by, origin, from, isChanged }: PlacedAnnotation): AnnotationStateRow {
  const { id, verdict } = annotation;
  const row = { id, state, thread: [...threadOf(annotation)] };
  const flags = { isChanged: isChanged || undefined, isUndecided: (state === "fixed" && isUndecided(annotation)) || undefined };
  return { ...row, ...withoutUndefined({ verdict, by, origin, from, ...flags }) };
}

interface Merged extends Provenance {
  readonly annotation: Annotation;
  /** Its other copies lag behind. */
  readonly isChanged: boolean;
}

function fresh(sent: Annotation, report: string | undefined): Merged {
  const { revision: _claimed, ...rest } = withoutFuture(report === undefined ? sent : imported(sent), []);
  return { annotation: withEntries(rest, []), isChanged: false, origin: report === undefined ? "here" : "imported", from: report };
}

/** A report's annotation: no entry of its thread is the user's, whoever it names, and its pictures come beside it. */
function imported({ picture: _claimed, thread, ...rest }: Annotation): Annotation {
  return thread === undefined ? rest : { ...rest, thread: thread.map((entry) => ({ ...entry, origin: "imported" })) };
}

/** What a report holds about a note of the user's own is there to read, whoever is named: as replies. */
function settlingNothing(annotation: Annotation): Annotation {
  const { resolution: _resolution, ...sent } = annotation;
  const thread = threadOf(annotation).map((entry): ThreadEntry => ({ ...entry, kind: "reply" }));
  return { ...sent, status: "unresolved", ...(thread.length === 0 ? {} : { thread }) };
}

/** As far as this user's programs wrote it: without entries and verdict of another source. */
function withoutForeign({ thread = [], status: _status, resolution: _resolution, verdict: _verdict, ...rest }: Annotation): Annotation {
  const own = thread.filter(({ origin }) => origin === undefined);
  return withEntries({ ...rest, status: "unresolved" }, own);
}

/** An annotation with what a person writes in another one. */
function withWordsOf({ comment, kind, severity, wanted, checks, editedAt }: Annotation, annotation: Annotation): Annotation {
  const { wanted: _wanted, checks: _checks, editedAt: _editedAt, ...rest } = annotation;
  return { ...rest, comment, kind, severity, ...withoutUndefined({ wanted, checks, editedAt }) };
}

/** An annotation as it stands now, in one of the captures that carry it, whose copy is `own`. */
function inCarrier(now: PlacedAnnotation, own: Annotation, { filename, url, capturedAt }: CaptureEntry): PlacedAnnotation {
  return { ...now, annotation: copyFor(own, now.annotation), capture: filename, url: now.annotation.url ?? url, capturedAt };
}

/** An entry of an agent's, made now, or just after the thread's last one where that is later: two within a millisecond keep their order. */
function nextEntry(annotation: Annotation, entry: Pick<ThreadEntry, "kind" | "text" | "agent" | "action" | "files">): ThreadEntry {
  const last = threadOf(annotation).at(-1);
  const ms = Math.max(Date.now(), last === undefined ? 0 : Date.parse(last.at) + 1);
  const cause = entry.kind === "resolution" ? "resolution" : "verdict";
  return { id: `${cause}-${ms}`, by: "agent", at: new Date(ms).toISOString(), ...entry };
}

/** Clocks differ: a person's entry that the store does not have yet stands after all that its sender knew of, and not in the future. */
function withoutFuture(sent: Annotation, stored: readonly ThreadEntry[]): Annotation {
  if (sent.thread === undefined) return sent;
  const known = new Map(stored.map((entry) => [entry.id, Date.parse(entry.at)]));
  const knownMs = Math.max(0, ...sent.thread.map(({ id }) => (known.get(id) ?? -1) + 1));
  const nowMs = Date.now();
  const thread = sent.thread.map((entry) => {
    const claimedMs = Date.parse(entry.at);
    const ms = entry.by === "user" ? Math.max(Math.min(claimedMs, nowMs), knownMs) : Math.min(claimedMs, nowMs);
    return known.has(entry.id) || ms === claimedMs ? entry : { ...entry, at: new Date(ms).toISOString() };
  });
  return { ...sent, thread };
}

/** With an agent's checks beside the person's, in place of those that an agent gave before, which may have been wrong. The person's all stay. */
function withAgentChecks(annotation: Annotation, added: readonly Check[]): Annotation {
  const distinct = (checks: readonly StoredCheck[]) => [...new Map(checks.map((check) => [JSON.stringify(check), check])).values()];
  const own = distinct(personsChecks(annotation));
  const checks = distinct([...own, ...added]);
  const room = limits.checksMax - own.length;
  if (checks.length > limits.checksMax)
    throw new ServiceError("invalid-input", `checks: at most ${room} here, beside ${own.length} of the user's. Nothing was stored.`);
  return { ...annotation, checks, agentChecks: checks.length - own.length };
}

/** Values that the person tried out are a request without words: a page that shows just them, and nothing else changed, is what they would accept. */
function isWholeRequest({ wanted = [], verdict }: Annotation, state: AnnotationState): boolean {
  return state === "fixed" && wanted.length > 0 && verdict?.status === "pass" && verdict.alsoChangedTotal === 0;
}

/** What a failed verdict found, in a line or two for the thread. */
function refutation({ checks }: Verdict): string {
  const failed = checks.filter(({ status }) => status === "fail").map(checkWords);
  const shown = [...failed.slice(0, 3), ...(failed.length > 3 ? [`${failed.length - 3} more`] : [])];
  return `The page does not show it yet: ${shown.join("; ")}`.slice(0, limits.commentMaxChars);
}
