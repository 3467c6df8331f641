import { statSync } from "node:fs";
import { sha256 } from "../../host/store/user/receipts.js";
import type { FileItem, Receipt } from "./receipt.js";
import { diffLines, spliceOf, unsplice } from "./splice.js";
import type { Step } from "./step.js";
import { readText, writeText } from "./text-files.js";

export interface FileStepOptions {
  readonly receipt: Receipt;
  readonly purpose: FileItem["purpose"];
  readonly path: string;
  readonly text: string;
  readonly mode?: number;
  readonly detail?: string;
  readonly about?: Pick<FileItem, "project" | "agent" | "hooks">;
  /** The file as it would be without us, for one that holds more than ours and changed since we wrote it. */
  readonly without?: (current: string) => string | undefined;
}

export function fileStep(options: FileStepOptions): Step {
  const { purpose, path, text, mode, detail } = options;
  const current = readText(path);
  const isRunnable = mode === undefined || process.platform === "win32" || current === undefined || (statSync(path).mode & 0o777) === mode;
  return {
    kind: purpose,
    target: path,
    changed: current !== text || !isRunnable,
    ...(detail === undefined ? {} : { detail }),
    diff: diffLines(current ?? "", text),
    apply: async () => write(options, current),
  };
}

function write({ receipt, purpose, path, text, mode, about, without }: FileStepOptions, current: string | undefined): void {
  // A person may have thought about the plan for an hour.
  if (readText(path) !== current) throw new Error(`${path} changed meanwhile; nothing was written to it. Run the command again.`);
  const old = receipt.file(path, about);
  const original = current === undefined ? undefined : originalOf(current, old, without);
  const folders = writeText(path, text, mode);
  receipt.put({
    kind: "file",
    purpose,
    path,
    sha256: sha256(text),
    undo: original === undefined ? null : spliceOf(original, text),
    folders: folders.length > 0 ? folders : (old?.folders ?? []),
    ...about,
  });
}

/** The text before our first write; undefined when there was no file. */
function originalOf(current: string, old: FileItem | undefined, without: FileStepOptions["without"]): string | undefined {
  if (old === undefined) return current;
  if (sha256(current) === old.sha256) return old.undo === null ? undefined : unsplice(current, old.undo);
  // A file that is wholly ours has nothing of the user's in it, however damaged it was found.
  if (old.undo === null && without === undefined) return undefined;
  return without?.(current) ?? current;
}
