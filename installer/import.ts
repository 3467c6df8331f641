import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { unzipSync } from "fflate";
import { type Capture, captureSchema } from "../host/contract/capture.js";
import { ServiceError, UsageError } from "../host/contract/errors.js";
import { parseJson } from "../host/contract/json.js";
import { limits } from "../host/contract/limits.js";
import type { Store } from "../host/store/store.js";
import { withStore } from "./init/project.js";
import { type Command, initContextOf } from "./init/run.js";

/**
 * `svc-init import REPORT`: stores the capture of a downloaded report in the project, its annotations merged by id into what is known of them, and
 * their pictures. Doing it again changes nothing. Returns the exit code.
 */
export async function runImport(command: Command): Promise<number> {
  const [path, ...more] = command.operands ?? [];
  if (path === undefined || more.length > 0)
    throw new UsageError("import takes one file: the downloaded report (.zip), or its capture.json.");
  const report = readReport(path);
  const context = await initContextOf(command);
  const done = await withStore(context, (store) => importReport(store, report));
  const { terminal } = command;
  terminal.json({ ok: true, project: context.root, report: basename(path), ...done });
  terminal.print(`From ${basename(path)}: ${count(done.added, "note")} added, ${done.merged} merged, ${done.known} known already.`);
  if (done.pictures > 0) terminal.print(`${count(done.pictures, "picture")} stored.`);
  return 0;
}

interface Report {
  readonly capture: Capture;
  /** PNG by annotation id. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Counts annotations that were added, merged, and there with all that the report has about them; and pictures stored. */
export async function importReport(store: Store, { capture, pictures }: Report) {
  const known = new Map((await store.annotations.all()).map(({ annotation }) => [annotation.id, annotation]));
  const { filename } = await store.captures.create(capture);
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
  if (status?.isFile() !== true) throw new ServiceError("not-found", "There is no such file. Name the report that the sidebar downloaded.");
  if (status.size > reportMaxBytes) throw new ServiceError("too-large", `The file is longer than ${reportMaxBytes} bytes: no report is.`);
  const bytes = readFileSync(path);
  const isZip = bytes.subarray(0, 2).toString("latin1") === "PK";
  const files: Readonly<Record<string, Uint8Array>> = isZip ? unzip(bytes) : { [captureName]: bytes };
  const { data: capture, error } = captureSchema.safeParse(parseJson(Buffer.from(files[captureName] ?? []).toString("utf8")));
  if (capture === undefined) {
    const why =
      files[captureName] === undefined
        ? `it holds no ${captureName}`
        : `its ${captureName} is none (${error?.issues[0]?.path.join(".") ?? ""})`;
    throw new ServiceError("invalid-input", `This is no report: ${why}. Name the .zip that the sidebar downloaded.`);
  }
  const pictures = capture.annotations.flatMap(({ id }, index) => {
    const png = files[`pictures/note-${index + 1}.png`];
    return png === undefined ? [] : [[id, png] as const];
  });
  return { capture, pictures: new Map(pictures) };
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
