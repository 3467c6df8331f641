import type { Annotation } from "../../contract/annotation.js";
import type { CaptureEntry } from "../../contract/operations.js";
import type { CaptureReceipt } from "../../contract/user-state.js";
import type { Archive } from "./archive.js";
import type { CaptureFiles } from "./capture-files.js";
import { idsOf } from "./capture-index.js";
import { type EncodedCapture, encodeCapture, type Origins } from "./origin.js";

interface CopyParts {
  readonly files: Pick<CaptureFiles, "examine" | "write">;
  readonly archive: Pick<Archive, "examine">;
  readonly origins: Pick<Origins, "ofCapture" | "record">;
}

/** Captures that are written side by side: together they wait for the disk about as long as one. Each is in memory meanwhile. */
const writtenAtOnce = 8;

/** Writes annotations into captures that carry them already. Under the lock of the captures, each capture once, however many have changed. */
export function openCopies({ files, archive, origins }: CopyParts) {
  async function readAny(filename: string) {
    const { capture, sha256 = "" } = (await files.examine(filename)) ?? (await archive.examine(filename)) ?? {};
    return capture === undefined ? undefined : { capture, from: origins.ofCapture(filename, sha256) };
  }

  /** What was archived comes back. What a newer version writes of a capture may differ in what it leaves out: an own one has its receipt renewed. */
  async function rewrite(captures: readonly Pick<CaptureEntry, "filename">[], edit: (annotation: Annotation) => Annotation): Promise<void> {
    const receipts: CaptureReceipt[] = [];
    const next: [string, EncodedCapture][] = [];
    for (const { filename } of captures) {
      const found = await readAny(filename);
      if (found === undefined) continue;
      const { capture, from } = found;
      const encoded = encodeCapture({ ...capture, annotations: capture.annotations.map(edit) });
      next.push([filename, encoded]);
      if (from.origin !== "repository") receipts.push({ capture: filename, sha256: [encoded.sha256], from: from.from });
    }
    await origins.record(receipts, async (recorded) => {
      const writes = next.map(([filename, encoded]) => files.write(filename, encoded, recorded));
      for (const part of await Promise.allSettled(writes)) if (part.status === "rejected") throw part.reason;
    });
  }

  return {
    rewrite,
    /** Brings the copies in all other captures in line. */
    spread: async (entries: readonly CaptureEntry[], changed: readonly Annotation[], except: string): Promise<void> => {
      const ids = new Set(changed.map(({ id }) => id));
      const lagging = entries.filter((entry) => entry.filename !== except && idsOf(entry).some((id) => ids.has(id)));
      for (let at = 0; at < lagging.length; at += writtenAtOnce) await rewrite(lagging.slice(at, at + writtenAtOnce), copiesFor(changed));
    },
  };
}

/** The element and picture of a copy are those of its capture. */
export function copyFor(own: Annotation, changed: Annotation): Annotation {
  return { ...changed, target: own.target, ...(own.picture === undefined ? {} : { picture: own.picture }) };
}

export function copiesFor(changed: readonly Annotation[]): (own: Annotation) => Annotation {
  const news = new Map(changed.map((one) => [one.id, one]));
  return (own) => copyFor(own, news.get(own.id) ?? own);
}
