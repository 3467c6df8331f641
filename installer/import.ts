import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { unzipSync } from "fflate";
import type { z } from "zod";
import type { Annotation } from "../host/contract/annotation.js";
import { type Capture, captureSchema } from "../host/contract/capture.js";
import { ServiceError, UsageError } from "../host/contract/errors.js";
import { parseJson } from "../host/contract/json.js";
import { limits } from "../host/contract/limits.js";
import { truncate } from "../host/contract/printable.js";
import { claimsPage, learnablePattern } from "../host/contract/routing.js";
import { isPng } from "../host/store/project/snapshots.js";
import type { Store } from "../host/store/store.js";
import { urlsOf } from "./cli/arguments.js";
import { withStore } from "./init/project.js";
import { type Command, initContextOf } from "./init/run.js";

/** `svc-init import REPORT`: asks first, then stores all or nothing; nothing counts as the user's words. Returns the exit code. */
export async function runImport(command: Command): Promise<number> {
  const [path, ...more] = command.operands ?? [];
  if (path === undefined || more.length > 0)
    throw new UsageError("import takes one file: the downloaded report (.zip), or its capture.json.");
  const [served] = await urlsOf(command.values);
  const report = servedAt(readReport(path), served);
  const context = await initContextOf(command);
  const { terminal } = command;
  const { urlPatterns, trustedPatterns } = await withStore(context, (store) => store.config.get());
  const { url } = report.capture.metadata;
  // A project without patterns learns one of this machine with its first capture.
  const isLearned = urlPatterns.length === 0 && learnablePattern(url) !== undefined;
  const isClaimed = isLearned || claimsPage(url, { projectRoot: context.root, urlPatterns, trustedPatterns });
  const remedy = served === undefined ? "import it with --url and yours, such as localhost:5173" : `svc-init --url ${served} adds it`;
  const notClaimed = `That is none of this project's addresses: ${remedy}, and the sidebar shows the notes on your pages.`;
  const lines = [...contentLines(report), ...(isClaimed ? [] : [notClaimed])];
  if (!(await terminal.confirm(`Take this into ${basename(context.root)}, as the report's words and not yours?`, lines))) {
    terminal.json({ ok: false, project: context.root, report: report.name });
    return 1;
  }
  const done = await withStore(context, (store) => importReport(store, report));
  terminal.json({ ok: true, project: context.root, report: report.name, ...done });
  for (const line of lines) terminal.print(line, 2);
  terminal.print(`From ${report.name}: ${count(done.added, "note")} added, ${done.merged} merged, ${done.known} known already.`);
  if (done.pictures > 0) terminal.print(`${count(done.pictures, "picture")} stored.`);
  return 0;
}

const titleMaxChars = 80;
const wordsMaxChars = 70;
const shownMax = 20;

/** What a report holds, in lines for a person: its page, and the first words of each note. */
function contentLines({ name, capture: { metadata, annotations } }: Report): string[] {
  const oneLine = (text: string, maxChars: number) => truncate(text.replace(/\s+/g, " ").trim(), maxChars);
  const notes = annotations.slice(0, shownMax).map(({ comment }) => `- ${oneLine(comment, wordsMaxChars) || "(no words)"}`);
  return [
    `${name} is of "${oneLine(metadata.title, titleMaxChars)}", ${oneLine(metadata.url, titleMaxChars)}, with ${count(annotations.length, "note")}:`,
    ...notes,
    ...(annotations.length > shownMax ? [`and ${annotations.length - shownMax} more`] : []),
  ];
}

interface Report {
  /** Of its file: the notes' origin names it. */
  readonly name: string;
  readonly capture: Capture;
  /** PNG by annotation id. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** The report with the addresses of its pages at another host, where its reader serves them. What was written stays as it is. */
function servedAt(report: Report, host: string | undefined): Report {
  if (host === undefined) return report;
  const { metadata, annotations } = report.capture;
  const siteOf = (url: string) => `${new URL(url).origin}/`;
  const [from, to] = [siteOf(metadata.url), siteOf(/^https?:/.test(host) ? host : `http://${host}`)];
  const moved = <T extends { readonly url?: string | undefined }>(one: T): T =>
    one.url?.startsWith(from) === true ? { ...one, url: to + one.url.slice(from.length) } : one;
  const movedNote = ({ target, ...note }: Annotation): Annotation => ({
    ...moved(note),
    target: target.type === "page" ? target : { ...target, elements: target.elements.map(moved) },
  });
  return { ...report, capture: { ...report.capture, metadata: moved(metadata), annotations: annotations.map(movedNote) } };
}

/** Counts annotations that were added, merged, and there with all that the report has about them; and pictures stored. */
async function importReport(store: Store, { name, capture, pictures }: Report) {
  const known = new Map((await store.annotations.all()).map(({ annotation }) => [annotation.id, annotation]));
  const { filename } = await store.captures.create(capture, { report: name });
  const outcome = { added: 0, merged: 0, known: 0, pictures: 0 };
  for (const { id } of capture.annotations) {
    const before = known.get(id);
    const { annotation } = await store.annotations.find(id);
    if (before === undefined) outcome.added++;
    else if ((annotation.revision ?? 0) > (before.revision ?? 0)) outcome.merged++;
    else outcome.known++;
    const png = pictures.get(id);
    if (png === undefined || before?.picture !== undefined) continue;
    const stored = await store.snapshots.create({
      capture: filename,
      kind: "png",
      data: Buffer.from(png).toString("base64"),
      annotation: id,
    });
    await store.annotations.setPicture(id, stored.filename);
    outcome.pictures++;
  }
  return { ...outcome, filename };
}

const reportMaxBytes = 200 * 1024 * 1024;
const captureName = "capture.json";

/** Reads a report. Throws ServiceError `not-found` or `invalid-input`, in words for the user. */
function readReport(path: string): Report {
  const status = statSync(path, { throwIfNoEntry: false });
  const what = status === undefined ? "There is no such file" : "This is no file";
  if (status?.isFile() !== true) throw new ServiceError("not-found", `${what}. Name the report that the sidebar downloaded.`);
  if (status.size > reportMaxBytes) throw new ServiceError("too-large", `The file is longer than ${reportMaxBytes} bytes: no report is.`);
  const name = truncate(basename(path), nameMaxChars);
  const bytes = readFileSync(path);
  const isZip = bytes.subarray(0, 2).toString("latin1") === "PK";
  const files: Readonly<Record<string, Uint8Array>> = isZip ? unzip(bytes) : { [captureName]: bytes };
  const { data: capture, error } = captureSchema.safeParse(parseJson(Buffer.from(files[captureName] ?? []).toString("utf8")));
  if (capture === undefined) {
    const why =
      files[captureName] === undefined
        ? `it holds no ${captureName}`
        : isZip
          ? `its ${captureName} is no capture${problemOf(error)}`
          : `it is neither a zip nor a capture as JSON`;
    const what = `A report is the .zip that the sidebar downloads, or the ${captureName} in it.`;
    throw new ServiceError("invalid-input", `This is no report: ${why}. ${what}`);
  }
  const pictures = capture.annotations.flatMap(({ id }, index) => {
    const png = files[`pictures/note-${index + 1}.png`];
    return png === undefined ? [] : [[id, png] as const];
  });
  const damaged = pictures.find(([, png]) => !isPng(png));
  if (damaged !== undefined) {
    const place = capture.annotations.findIndex(({ id }) => id === damaged[0]) + 1;
    throw new ServiceError(
      "invalid-input",
      `The report is damaged: picture ${place} is no PNG. Nothing was stored. Download the report again.`,
    );
  }
  return { name, capture, pictures: new Map(pictures) };
}

const nameMaxChars = 100;

/** Where a capture breaks its schema; empty where nothing of it is one. */
function problemOf(error: z.ZodError | undefined): string {
  const field = error?.issues[0]?.path.join(".") ?? "";
  return field === "" ? "" : ` (${field})`;
}

/** What a report holds, each file within its bound: a zip may claim anything. */
function unzip(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  let left = reportMaxBytes;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const most =
          name === captureName ? limits.captureMaxBytes : /^pictures\/note-\d{1,3}\.png$/.test(name) ? limits.snapshotMaxBytes : 0;
        left -= originalSize;
        return originalSize <= most && left >= 0;
      },
    });
  } catch (error) {
    throw new ServiceError("invalid-input", "The report is damaged: its zip cannot be read. Download it again.", { cause: error });
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
