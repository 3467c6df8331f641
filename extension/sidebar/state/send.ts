import { createEffect } from "solid-js";
import type { Capture, CaptureMetadata } from "../../../host/contract/capture.js";
import type { Attachment } from "../../messages.js";
import type { ReadOptions } from "../../page-api.js";
import type { Lines } from "../connect.js";
import { texts } from "../texts.js";
import type { Annotations } from "./annotations.js";
import { base64, notePictures, windowPicture } from "./pictures.js";
import { isAskedFor, type Project } from "./project.js";
import type { Reading } from "./reading.js";
import type { Notice, Tasks } from "./tasks.js";

export interface SendOptions {
  /** An untrusted page goes, this once, when the person agrees in a window of the extension. */
  readonly sendAnyway: boolean;
  /** The agent's request that this answers. */
  readonly requestId?: string;
}

interface SendSources {
  readonly lines: Lines;
  readonly project: Project;
  readonly tasks: Tasks;
  readonly annotations: Annotations;
  read(options: ReadOptions): Promise<Reading>;
  /** The capture's place in the named set that is being read, if one is. */
  placeOf(capture: Capture): CaptureMetadata["view"];
}

/** What the user writes to an agent that does not notice by itself what was sent. */
const askAgent = "Read my notes on the page with the svc tools (get_unresolved), fix what they ask for, and resolve each one.";

/** Longest time that Send waits for the accessibility rules, in milliseconds: what they found until then goes along. */
const auditMs = 3_000;

/** Sends the page as it is at that moment, with what the project's configuration asks for beside it. */
export function createSend({ lines, project, tasks, annotations, read, placeOf }: SendSources): (options: SendOptions) => Promise<void> {
  async function send(options: SendOptions): Promise<Notice | undefined> {
    const { auditOnCapture, includeSnapshot, includeScreenshot } = await project.refreshConfig();
    const picture = await attachmentsOf(async () => (includeScreenshot ? [{ kind: "png", data: await windowPicture(lines) }] : []));
    const asked = project.requests().find(({ id }) => id === options.requestId);
    const request = asked === undefined ? "" : `${asked.purpose} ${asked.guidance}`;
    const { json, capture, snapshot } = await read({ snapshot: includeSnapshot, ...(auditOnCapture ? { auditMs } : {}), request });
    const places = await attachmentsOf(async () => {
      const pictures = await notePictures(lines, annotations.pictured());
      return pictures.map(({ noteId, png }) => ({ kind: "png", data: base64(png), annotation: noteId }));
    });
    const html: readonly Attachment[] = snapshot === undefined ? [] : [{ kind: "html", data: snapshot }];
    const attachments = [...places.taken, ...html, ...picture.taken];
    const view = placeOf(capture);
    const sent = await lines.ask("capture:send", { capture: json, ...options, attachments, ...(view === undefined ? {} : { view }) });
    if (sent === null) return { kind: "error", text: texts.notSent };
    annotations.markSent(capture.annotations);
    const problem = picture.problem || places.problem || sent.problem;
    if (problem !== "") return { kind: "error", text: `Sent: ${sent.filename}, but not everything beside it: ${problem}` };
    const text = texts.listening[sent.listening](sent.agent || "Your agent");
    return { kind: "done", text, detail: `Sent: ${sent.filename}`, ...(sent.listening === "no" ? { copy: askAgent } : {}) };
  }

  return (options) => tasks.run(options.sendAnyway ? texts.confirming : "Sending…", () => send(options));
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
export function createAutomaticAnswers(lines: Lines, project: Project, send: (options: SendOptions) => Promise<void>): void {
  const answered = new Set<string>();
  createEffect(() => {
    if (project.config()?.autoAnswerRequests !== true || project.trust() !== "trusted") return;
    for (const { id, kind, url } of project.requests()) {
      if (kind === "question" || answered.has(id) || !isAskedFor(url, lines.url())) continue;
      answered.add(id);
      void send({ sendAnyway: false, requestId: id });
    }
  });
}
