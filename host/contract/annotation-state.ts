import type { Annotation, AnnotationState, Progress, Resolution, ThreadEntry, ThreadKind } from "./annotation.js";
import type { StoredCheck, Verdict } from "./checks.js";
import { limits } from "./limits.js";

/** Whether an annotation in this state is an agent's work. A draft is not sent yet and nobody's. */
export function isUnresolved(state: AnnotationState): boolean {
  return unresolvedStates.has(state);
}

/** Whether an agent has answered an annotation in this state, and its user has not judged that. */
export function isAnswer(state: AnnotationState): boolean {
  return answers.has(state);
}

const answers: ReadonlySet<AnnotationState> = new Set(["fixed", "wontfix", "duplicate", "invalid"]);

/** Whether an annotation in this state waits for its user: a question or an answer. */
export function waitsForUser(state: AnnotationState): boolean {
  return state === "question" || isAnswer(state);
}

const unresolvedStates: ReadonlySet<AnnotationState> = new Set(["sent", "seen", "working", "question", "reopened"]);

/** The state of a sent annotation: by its thread in the order of time, the latest resolution, then an open question; else by the progress. */
export function stateOf(annotation: Annotation, progress: Progress = {}): AnnotationState {
  const { state, since } = threadState(annotation);
  if (state !== "sent" && state !== "reopened") return state;
  const isLater = (mark: { readonly at: string } | undefined) => mark !== undefined && Date.parse(mark.at) >= since;
  if (isLater(progress.working)) return "working";
  return isLater(progress.seen) ? "seen" : state;
}

/** The name of the agent that resolved an annotation, or asks about it or works on it; undefined when nobody knows. */
export function agentOf(annotation: Annotation, progress: Progress = {}): string | undefined {
  const state = stateOf(annotation, progress);
  if (state === "seen") return progress.seen?.agent || undefined;
  const isAsked = state === "working" || state === "question";
  if (isUnresolved(state) && !isAsked) return undefined;
  const marked = state === "working" ? progress.working?.agent : undefined;
  const kind = isAsked ? "question" : "resolution";
  const name = marked ?? threadOf(annotation).findLast((entry) => entry.kind === kind && entry.by === "agent")?.agent;
  return name || undefined;
}

/** What the page showed since an agent called an annotation done last, or its user reopened it: an older verdict is about an attempt before. */
export function verdictNow({ verdict, ...annotation }: Annotation): Verdict | undefined {
  const begun = threadOf(annotation).findLast((entry) => entry.agent !== "svc" && /^(resolution|reopen)$/.test(entry.kind));
  return verdict !== undefined && Date.parse(verdict.at) < Date.parse(begun?.at ?? "") ? undefined : verdict;
}

/** The checks that an annotation itself states: those it carries, and the values that the person tried out. */
export function checksOf({ checks = [], wanted = [] }: Annotation): StoredCheck[] {
  return [...checks, ...wanted.map(({ property, to }) => ({ kind: "property", property, expected: to }))];
}

/** Whether there is something to check, and no page has decided it since an agent called the annotation done. */
export function isUndecided(annotation: Annotation): boolean {
  const verdict = verdictNow(annotation);
  return verdict === undefined ? checksOf(annotation).length > 0 : verdict.status === "cannot-tell";
}

/** Whether a check that failed has reopened it, and nothing has come since. */
export function isRefuted(annotation: Annotation): boolean {
  const { kind, agent } = threadOf(annotation).at(-1) ?? {};
  return kind === "reopen" && agent === "svc";
}

/** The words of an acceptance by which the person wants the annotation to become a test. */
export const keepWords = "Keep as test.";

/** Whether the person has accepted an annotation and wants it to become a test. */
export function wantsTest(annotation: Annotation): boolean {
  return threadOf(annotation).some(
    ({ by, kind, text, origin }) => by === "user" && kind === "accept" && text === keepWords && origin === undefined,
  );
}

/** The thread by time; the resolution of an annotation of the first format, which has no thread, is an entry of it. */
export function threadOf(annotation: Annotation): readonly ThreadEntry[] {
  const { thread = [], resolution, status } = annotation;
  const isImplied = status === "resolved" && resolution !== undefined && !thread.some(({ kind }) => kind === "resolution");
  return sorted(isImplied ? [...thread, entryOf(resolution)] : thread);
}

/** Id of the entry that the answer to a question is in the annotation's thread. */
export const answerId = (question: string) => `${question}-answer`;

/** Returns the annotation with more entries in its thread; one whose id the thread has changes nothing. Brings status and resolution in line. */
export function withEntries(annotation: Annotation, added: readonly ThreadEntry[]): Annotation {
  const before = threadOf(annotation);
  const known = new Set(before.map(({ id }) => id));
  const fresh = added.filter(({ id }, index) => !known.has(id) && added.findIndex((one) => one.id === id) === index);
  const thread = sorted([...before, ...fresh]).slice(-limits.threadMax);
  const { status: _status, resolution: _resolution, thread: _thread, ...rest } = annotation;
  if (thread.length === 0) return annotation;
  const isOpen = isUnresolved(thread.reduce<AnnotationState>((state, entry) => nextState(state, entry) ?? state, "sent"));
  const last = isOpen ? undefined : thread.findLast(({ kind }) => kind === "resolution");
  return {
    ...rest,
    status: isOpen ? "unresolved" : "resolved",
    ...(last === undefined ? {} : { resolution: resolutionOf(last) }),
    thread,
  };
}

/** Merges what was sent into what is stored: both threads, the words of the newer edit (`isNewer` where undated), target and picture as sent. */
export function mergeAnnotation(stored: Annotation, sent: Annotation, isNewer: boolean): Annotation {
  const editedMs = ({ editedAt }: Annotation) => (editedAt === undefined ? 0 : Date.parse(editedAt));
  const isEdited = editedMs(sent) > editedMs(stored);
  const takesSent = isEdited || (editedMs(sent) === editedMs(stored) && isNewer && stored.status === "unresolved");
  const { url = stored.url, comment, kind, severity, wanted, checks, editedAt } = takesSent ? sent : stored;
  // The sender does not know what an agent has added since: only a newer edit takes a check away.
  const allChecks = isEdited ? checks && personsChecks(sent) : (stored.checks ?? checks);
  const { picture = isPickedAnew(stored, sent) ? undefined : stored.picture, target } = sent;
  const { picture: _picture, agentChecks, ...base } = withEntries(stored, threadOf(sent));
  return {
    ...base,
    target,
    ...{ comment, kind, severity },
    ...withoutUndefined({ url, wanted: wanted ?? stored.wanted, checks: allChecks ?? stored.checks, editedAt, picture }),
    ...withoutUndefined({ agentChecks: allChecks === stored.checks ? agentChecks : undefined }),
  };
}

/** An annotation's checks without those that an agent gave, which stand last. */
export function personsChecks({ checks = [], agentChecks = 0 }: Annotation): StoredCheck[] {
  return checks.slice(0, Math.max(0, checks.length - agentChecks));
}

/** Whether the person has pointed an annotation at other elements: its picture is of the old ones. */
function isPickedAnew({ target: one }: Annotation, { target: other }: Annotation): boolean {
  if ([one, other].some(({ type }) => type === "page" || type === "region")) return false;
  const [before, now] = [one, other].map((target) =>
    target.type === "page" ? [] : target.elements.flatMap(({ pickedAt = [] }) => pickedAt),
  );
  return before?.[0] !== undefined && now?.[0] !== undefined && !now.some((at) => before.includes(at));
}

/** What the copies of an annotation in several captures have in common, as text that is equal when they are. */
export function sharedText(annotation: Annotation): string {
  const { target: _target, picture: _picture, revision: _revision, ...shared } = annotation;
  return JSON.stringify(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** `since`: Unix ms of the entry that led to the state; progress before it does not count. */
function threadState(annotation: Annotation): StateSince {
  const thread = threadOf(annotation);
  const isSettled = thread.length === 0 && annotation.status === "resolved";
  const start: StateSince = { state: isSettled ? "accepted" : "sent", since: Number.NEGATIVE_INFINITY };
  const { state, since } = thread.reduce((before, entry) => {
    const next = nextState(before.state, entry);
    return next === undefined ? before : { state: next, since: Date.parse(entry.at) };
  }, start);
  // A hand that opened a stored annotation again left the thread as it was.
  return annotation.status === "unresolved" && !isUnresolved(state) ? { state: "reopened", since } : { state, since };
}

interface StateSince {
  readonly state: AnnotationState;
  readonly since: number;
}

/** Undefined when an entry changes nothing: also one in the user's name that no program of the user wrote. */
function nextState(state: AnnotationState, { kind, by, action, origin }: ThreadEntry): AnnotationState | undefined {
  if (by === "user" && origin !== undefined) return undefined;
  // An action of a newer version is an answer that the thread has in words; the page need not show it.
  if (kind === "resolution") return action === undefined ? "fixed" : ([...answers].find((one) => one === action) ?? "wontfix");
  if (kind === "accept") return "accepted";
  if (kind === "reopen") return "reopened";
  if (kind === "question" && isUnresolved(state)) return "question";
  return by === "user" && state === "question" ? "working" : undefined;
}

/** At one instant the entry that makes the annotation somebody's work again counts last. */
const rank: readonly string[] = ["resolution", "accept", "question", "answer", "reply", "reopen"] satisfies ThreadKind[];

function sorted(entries: readonly ThreadEntry[]): ThreadEntry[] {
  const weigh = ({ at, kind }: ThreadEntry) => Date.parse(at) + rank.indexOf(kind) / 10;
  return [...entries].sort((a, b) => weigh(a) - weigh(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** The id follows from the resolution, so that its copies become one entry. */
function entryOf({ action, summary, files, resolvedAt, by }: Resolution): ThreadEntry {
  return {
    id: `resolution-${Date.parse(resolvedAt)}`,
    ...{ by: "agent", kind: "resolution", text: summary, at: resolvedAt, action },
    ...(by === undefined ? {} : { agent: by }),
    ...(files.length === 0 ? {} : { files }),
  };
}

function resolutionOf({ action = "fixed", text, files = [], at, agent }: ThreadEntry): Resolution {
  return { action, summary: text, files, resolvedAt: at, ...(agent === undefined ? {} : { by: agent }) };
}
