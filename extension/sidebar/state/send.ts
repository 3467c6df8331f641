import { type Accessor, createEffect, createSignal, on } from "solid-js";
import { isUnresolved } from "../../../host/contract/annotation-state.js";
import type { Capture } from "../../../host/contract/capture.js";
import type { OperationOutput } from "../../../host/contract/operations.js";
import { isOnePage } from "../../../host/contract/page.js";
import type { Attachment } from "../../messages.js";
import type { ReadOptions } from "../../page-api.js";
import type { Lines } from "../connect.js";
import { texts, timeOf } from "../texts.js";
import { type Annotations, type Note, type PersonEntryKind, shownState, unsentOf } from "./annotations.js";
import type { Parts } from "./parts.js";
import { base64, notePictures, windowPicture } from "./pictures.js";
import { isAskedFor, type Project } from "./project.js";
import type { PageReadings } from "./reading.js";
import type { Recording } from "./recording.js";
import type { Notice } from "./tasks.js";

/** `button`, `shortcut`: a press on Send; `check`: on an agent's request; `automatic`: such a request alone; else a conversation. */
export type SendReason = "button" | "shortcut" | "check" | "automatic" | PersonEntryKind;

/** Sent where the page can be sent at once; else it waits in the list of notes. */
const modest: ReadonlySet<SendReason> = new Set(["shortcut", "accept", "reopen", "answer", "reply"]);

export interface SendDetails {
  /** An untrusted page goes, this once, when the person agrees in a window of the extension. */
  readonly sendAnyway?: boolean;
  /** Of the agent's request that is answered, or of the annotation that is to be checked. */
  readonly requestId?: string;
}

/** The one way in which a page leaves the sidebar with its notes. */
export interface Door {
  /**
   * Sends a page when its turn among the tasks comes. `page`: the address that is meant; where another page stands by then nothing is sent.
   * Only a press on Send to Agent takes the draft along and ends pointing. Resolves with whether it was sent; never rejects.
   */
  send(reason: SendReason, page: string, details?: SendDetails): Promise<boolean>;
  /** The person begins to press Send: the page is read for what the press will send. */
  begin(): void;
  /** The same after a moment, once for all that ask for the page until then. */
  sendSoon(reason: SendReason, page: string): void;
}

/** What the user writes to an agent that does not notice by itself what was sent. */
const askAgent = "Read my notes on the page with the svc tools (get_unresolved), fix what they ask for, and resolve each one.";
/** Longest time that Send waits for the accessibility rules, in milliseconds: what they found until then goes along. */
const auditMs = 3_000;
/** What the person adds to conversations within so many milliseconds is sent together. */
const togetherMs = 800;
/** What a person presses for before the agent has asked for it is the answer to what it asks within so many milliseconds. */
const pressMs = 5_000;

export function createDoor(parts: Parts, readings: PageReadings, stopPointing: () => void, recording: () => Recording): Door {
  const { lines, project, tasks, draft, annotations } = parts;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  async function send(reason: SendReason, page: string, details: SendDetails = {}): Promise<boolean> {
    const isHere = () => isOnePage(lines.url(), page);
    // All that waits for its moment goes along.
    clearTimeout(timers.get(page));
    // What is written is about what was picked last, which may be recorded still.
    if (reason === "button" && recording().isRecording()) await recording().whenRecorded();
    if (reason === "button" && draft.written()?.comment.trim()) draft.save();
    if (modest.has(reason) && isHere()) await project.answered();
    if (modest.has(reason) && isHere() && project.sending() !== "enabled") return false;
    let isSent = false;
    await tasks.run(details.sendAnyway === true ? texts.confirming : "Sending…", async (say) => {
      const notice = await sendNow(parts, readings, page, say, details);
      isSent = notice !== undefined;
      return notice ?? { kind: "error", text: texts.notSent };
    });
    // What the page showed under the pointer has gone along.
    if (reason === "button") stopPointing();
    return isSent;
  }

  return {
    send,
    begin: () => {
      const settings = project.config();
      // What is written is saved by the press alone; rules run longer than a press.
      if (settings === undefined || settings.auditOnCapture || draft.written()?.comment.trim()) return;
      readings.readAhead(optionsOf(settings), annotations.outgoing(lines.url())).catch(console.debug);
    },
    sendSoon: (reason, page) => {
      clearTimeout(timers.get(page));
      timers.set(
        page,
        setTimeout(() => void send(reason, page), togetherMs),
      );
    },
  };
}

/** Undefined when the person did not agree. Rejects when another page stands there, or the way to the project is closed. */
async function sendNow(
  { lines, project, annotations }: Parts,
  readings: PageReadings,
  page: string,
  say: (words: string) => void,
  { sendAnyway = false, requestId }: SendDetails,
): Promise<Notice | undefined> {
  readings.refuseTurned(page);
  const asked = project.requests().find(({ id }) => id === requestId);
  const request = asked === undefined ? "" : `${asked.purpose} ${asked.guidance}`;
  // Who asked has the page by then, and waits no more.
  const isNews = asked === undefined || unsentOf(annotations.list()) > 0;
  const [{ json, capture, snapshot }, picture] = await asConfigured(project, async (settings) => {
    const { includeScreenshot } = settings;
    const picture = await attachmentsOf(async () => (includeScreenshot ? [{ kind: "png", data: await windowPicture(lines) }] : []));
    return [await readings.read(optionsOf(settings, request), annotations.outgoing(page), page), picture] as const;
  });
  readings.refuseTurned(page);
  const places = await attachmentsOf(async () => {
    const pictures = await notePictures(lines, annotations.pictured(page), say);
    readings.refuseTurned(page);
    return pictures.map(({ noteId, png }) => ({ kind: "png", data: base64(png), annotation: noteId }));
  });
  const html: readonly Attachment[] = snapshot === undefined ? [] : [{ kind: "html", data: snapshot }];
  const attachments = [...places.taken, ...html, ...picture.taken];
  const sent = await lines.ask(
    "capture:send",
    { capture: json, sendAnyway, attachments, ...(requestId === undefined ? {} : { requestId }) },
    page,
  );
  if (sent === null) return undefined;
  annotations.markSent(capture.annotations, new Set(places.taken.map(({ annotation = "" }) => annotation)));
  const problem = picture.problem || places.problem || sent.problem;
  if (problem !== "") return { kind: "error", text: `Sent, but not everything beside it: ${problem}`, detail: sent.filename };
  const done = { kind: "done", detail: sent.filename, isOver: movesOn(annotations, capture, sent.listening === "now") } as const;
  const sentIds = new Set(capture.annotations.map(({ id }) => id));
  const isForAgent =
    isNews && (sentIds.size === 0 || annotations.list().some((note) => sentIds.has(note.id) && isUnresolved(shownState(note))));
  if (!isForAgent) return { ...done, text: texts.sent(timeOf(Date.now())) };
  const text = texts.listening[sent.listening](timeOf(Date.now()), sent.agent || "Your agent");
  return { ...done, text, ...(sent.listening === "no" || sent.listening === "unknown" ? { copy: askAgent } : {}) };
}

type Settings = OperationOutput<"config:get">;

function optionsOf({ auditOnCapture, includeSnapshot }: Settings, request = ""): ReadOptions {
  return { snapshot: includeSnapshot, ...(auditOnCapture ? { auditMs } : {}), request };
}

/** Longest time from the pointer's way to Send until the press for which the settings that were asked for then count, in milliseconds. */
const aheadMs = 1_000;

/** Reads by the settings that are known while the project is asked for those of now, and once more where these are others. */
async function asConfigured<Read>({ config, refreshConfig }: Project, read: (settings: Settings) => Promise<Read>): Promise<Read> {
  const known = config();
  const asked = refreshConfig(aheadMs);
  const first = known ?? (await asked);
  const [taken] = await Promise.all([read(first), asked]);
  // A change that was pushed since counts too.
  const now = config() ?? first;
  return JSON.stringify(first) === JSON.stringify(now) ? taken : read(now);
}

/** Whether a sent note stands otherwise by now, or with another project; `isBeingRead`: that the agent reads it is what the notice states, so that ends nothing. */
function movesOn({ list }: Annotations, capture: Capture, isBeingRead: boolean): () => boolean {
  const ids = new Set(capture.annotations.map(({ id }) => id));
  const stepOf = (note: Note) => (isBeingRead && shownState(note) === "seen" ? "sent" : shownState(note));
  const stateNow = () => new Map(list().flatMap((note) => (ids.has(note.id) ? [[note.id, stepOf(note)] as const] : [])));
  const before = stateNow();
  let isOver = false;
  return () => {
    const now = stateNow();
    // A state that comes back does not make it true again: an agent that worked on a note may have ended.
    isOver ||= [...before].some(([id, state]) => now.get(id) !== state);
    return isOver;
  };
}

/** The capture goes without pictures that cannot be taken. */
async function attachmentsOf(
  take: () => Promise<readonly Attachment[]>,
): Promise<{ readonly taken: readonly Attachment[]; readonly problem: string }> {
  try {
    return { taken: await take(), problem: "" };
  } catch (error) {
    return { taken: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Answers what the agent asks for without a click, where the person turned that on: on this machine's own pages, one after the other. */
export function createAutomaticAnswers({ url }: Pick<Lines, "url">, project: Project, { send }: Pick<Door, "send">): void {
  const answered = new Set<string>();
  createEffect(() => {
    if (project.config()?.autoAnswerRequests !== true || project.trust() !== "trusted") return;
    for (const request of project.requests()) {
      const { id, kind } = request;
      if (kind === "question" || answered.has(id) || !isAskedFor(request, url())) continue;
      answered.add(id);
      void send("automatic", url(), { requestId: id }).then((isSent) => isSent || answered.delete(id));
    }
  });
}

/** The check of a note whose element the page does not show: what a press on the sidebar closes cannot be shown and pressed for at once. */
export interface LateCheck {
  /** The annotation that is checked as soon as its element shows. */
  readonly awaited: Accessor<string | undefined>;
  /** Sends the page as it is, and once more where that showed too little and the element comes later. */
  check(id: string): void;
}

export function createLateCheck(
  { url }: Pick<Lines, "url">,
  gone: Accessor<readonly string[]>,
  { list }: Pick<Annotations, "list">,
  { requests }: Pick<Project, "requests">,
  { send }: Pick<Door, "send">,
): LateCheck {
  /** `until`: the page is looked at a moment later than it changes, so the element may be found gone after the press, by then at the latest. */
  const [awaited, setAwaited] = createSignal<{ id: string; before: string | undefined; until: number; wasGone: boolean }>();
  const verdictOf = (id: string | undefined) => list().find((one) => one.id === id)?.verdict;
  const isUndecided = () => verdictOf(awaited()?.id)?.status === "cannot-tell";
  const isGone = (id: string) => gone().includes(id);
  const requestFor = (id: string | undefined) => requests().find(({ annotation }) => annotation === id)?.id;
  // A note can be checked a moment before the agent asks for that.
  let early: { readonly id: string; readonly until: number } | undefined;
  createEffect(() => {
    const requestId = requestFor(early?.id);
    if (requestId === undefined || early === undefined || Date.now() > early.until) return;
    early = undefined;
    void send("check", url(), { requestId });
  });
  createEffect(
    on(
      url,
      () => {
        early = undefined;
        setAwaited(undefined);
      },
      { defer: true },
    ),
  );
  createEffect(() => {
    const wait = awaited();
    const now = verdictOf(wait?.id);
    if (wait === undefined || now === undefined) return;
    // What has been decided since the press is over: a later doubt of the agent's is no press of the person's.
    if (now.status !== "cannot-tell") return void (now.at === wait.before || setAwaited(undefined));
    if (isGone(wait.id)) return void (wait.wasGone || setAwaited(Date.now() < wait.until ? { ...wait, wasGone: true } : undefined));
    if (!wait.wasGone) return;
    setAwaited(undefined);
    void send("check", url());
  });
  return {
    awaited: () => (isUndecided() && awaited()?.wasGone === true ? awaited()?.id : undefined),
    check: (id) => {
      setAwaited({ id, before: verdictOf(id)?.at, until: Date.now() + pressMs, wasGone: isGone(id) });
      const requestId = requestFor(id);
      early = requestId === undefined ? { id, until: Date.now() + pressMs } : undefined;
      void send("check", url(), { requestId: requestId ?? id });
    },
  };
}
