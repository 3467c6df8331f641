import { caseOf } from "../analysis/proof/note-case.js";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import { storeFolderName } from "../contract/names.js";
import { casesName, casesText, type NoteCase, parseCases } from "../contract/note-cases.js";
import { writeInside } from "../store/fs/atomic-write.js";
import { factsInside, readInside } from "../store/fs/folder.js";
import { withLock } from "../store/fs/lock.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import type { Store } from "../store/store.js";

/** An accepted annotation of the user's as a case. Throws ServiceError `not-found`, or `conflict` for one that is not accepted or not the user's. */
export async function noteCase({ annotations, captures }: Store, id: string): Promise<NoteCase> {
  const placed = await annotations.find(id);
  const { state, origin } = placed;
  if (!isKeepable(placed)) {
    const why = origin !== "here" ? "is not the user's" : state === "accepted" ? "was not fixed" : `is ${state}`;
    throw new ServiceError("conflict", `This annotation ${why}: only what the user has accepted as fixed becomes a test.`);
  }
  const carried = async ({ annotation, capture: filename }: PlacedAnnotation) => ({
    annotation,
    carrier: { filename, capture: await captures.read(filename) },
  });
  return caseOf(await carried(await annotations.first(id)), await carried((await annotations.lastShown(id)) ?? placed));
}

function isKeepable({ state, origin, annotation: { resolution } }: PlacedAnnotation): boolean {
  return state === "accepted" && origin === "here" && (resolution?.action ?? "fixed") === "fixed";
}

/** Adds annotations to the project's file of cases: `ids`, else all that can. Throws ServiceError as `noteCase`, `invalid-input` if damaged. */
export async function keepNotes(store: Store, ids?: readonly string[]) {
  const wanted = new Set(ids ?? (await store.annotations.resolved()).filter(isKeepable).map(({ annotation }) => annotation.id));
  const folder = { base: store.root, parts: [] };
  return withLock({ base: store.root, parts: [storeFolderName, "run"] }, "keep.lock", async () => {
    const text = await readInside(folder, casesName, limits.captureMaxBytes);
    const [there] = await factsInside(folder, [casesName]);
    // One that cannot be read is not written over.
    const notes = new Map(there === undefined ? [] : parseCases(text ?? ""));
    const [known, added] = [[...wanted].filter((id) => notes.has(id)), [...wanted].filter((id) => !notes.has(id))];
    for (const id of added) notes.set(id, await noteCase(store, id));
    if (added.length > 0) await writeInside(folder, casesName, casesText(notes), { mode: 0o644 });
    return { added, known };
  });
}
