import { storeFolderName } from "../../contract/names.js";
import type { AnnotationReceipt } from "../../contract/user-state.js";
import { listAndSweep } from "../fs/atomic-write.js";
import { factsInside } from "../fs/folder.js";
import { findRepository, openGit } from "../git.js";
import { debugLog } from "../log.js";
import type { Receipts } from "../user/receipts.js";
import type { CaptureFiles } from "./capture-files.js";
import { type CaptureIndex, type Copy, idsOf, noteCopies } from "./capture-index.js";
import type { StoreLayout } from "./context.js";
import type { Origins } from "./origin.js";

interface Parts {
  readonly layout: StoreLayout;
  readonly receipts: Receipts;
  readonly index: CaptureIndex;
  readonly files: CaptureFiles;
  readonly origins: Origins;
}

/**
 * Writes receipts over their content for the records of a project whose older receipts hold ids alone; once. A capture counts that git does not
 * track; outside of git one that was written after the first annotation was sent, since no archive that was unpacked before brought it. An
 * annotation counts when its id has a receipt and no capture carries it that does not count. What cannot be decided stays the repository's, and the
 * user may take it over; so do archived captures.
 */
export async function renewOlderReceipts({ layout, receipts, index, files, origins }: Parts): Promise<void> {
  if ((await receipts.read()).contents !== undefined) return;
  await index.change(async (entries) => {
    const { annotations: sent, contents } = await receipts.read();
    if (contents !== undefined) return;
    const brought = await broughtFiles(layout, Math.min(...Object.values(sent)));
    if (brought === undefined) return debugLog("older receipts are not renewed: git does not answer");
    const own = entries.filter(({ filename }) => !brought.has(filename));
    const foreign = new Set(entries.filter(({ filename }) => brought.has(filename)).flatMap(idsOf));
    const copies = new Map<string, Copy>();
    for (const entry of own) noteCopies(copies, entry);
    const rows: AnnotationReceipt[] = [];
    for (const [id, { entry }] of copies) {
      if (sent[id] === undefined || foreign.has(id)) continue;
      const annotation = (await files.read(entry.filename))?.annotations.find((one) => one.id === id);
      if (annotation !== undefined) rows.push(origins.receiptOf(annotation, { origin: "here" }));
    }
    const captures = own.map(({ filename, sha256 }) => ({ capture: filename, sha256: [sha256] }));
    await origins.record([...captures, ...rows], async () => undefined);
    await receipts.change((before) => ({ ...before, contents: "hashed" }));
  });
}

/** The files of the captures folder that something else than this user's programs may have brought; undefined where git does not answer. */
async function broughtFiles({ root, captures }: StoreLayout, firstSentMs: number): Promise<ReadonlySet<string> | undefined> {
  const folder = [storeFolderName, ...captures.parts.slice(1)].join("/");
  if ((await findRepository(root)) !== undefined) {
    const tracked = await (await openGit(root))?.tracked(folder);
    return tracked && new Set(tracked.map((path) => path.slice(folder.length + 1)));
  }
  const names = await listAndSweep(captures);
  const facts = await factsInside(captures, names);
  return new Set(names.filter((_name, place) => (facts[place]?.changedMs ?? 0) < firstSentMs));
}
