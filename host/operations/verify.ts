import { lstat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import type { NamedCapture } from "../analysis/compare/compare.js";
import { checksOf, type IdlePair, judge } from "../analysis/proof/verdict.js";
import { threadOf } from "../contract/annotation-state.js";
import type { Capture } from "../contract/capture.js";
import type { Verdict } from "../contract/checks.js";
import { isSamePage } from "../contract/routing.js";
import { hasCode } from "../store/failures.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import type { Store } from "../store/store.js";

interface Verification {
  /** Id. */
  readonly annotation: string;
  /** Filename of the capture that is to show the annotation's request fulfilled. */
  readonly capture: string;
  /** Files that were changed for it, relative to the project; those of its last resolution by default. */
  readonly files?: readonly string[] | undefined;
}

/**
 * Decides an annotation's checks on a capture and stores the verdict: the page as it was when the annotation was made is compared with what the
 * capture shows. Throws ServiceError `not-found`.
 */
export async function verifyAnnotation(store: Store, { annotation: id, capture, files }: Verification): Promise<PlacedAnnotation> {
  const first = await store.annotations.first(id);
  const { annotation } = first;
  const named = files ?? threadOf(annotation).findLast(({ kind }) => kind === "resolution")?.files ?? [];
  const [before, after] = await Promise.all([open(store, first.capture), open(store, capture)]);
  const at = new Date().toISOString();
  const stale = await staleFile(store.root, after.capture, named);
  const verdict: Verdict =
    stale !== undefined
      ? {
          status: "cannot-tell",
          reason: `The capture is older than the last change of ${stale}.`,
          capture,
          at,
          checks: [],
          alsoChanged: [],
        }
      : judge({ annotation, before, after, checks: checksOf(annotation), idle: await idlePairs(store, before, after), at });
  return store.annotations.judge(id, verdict);
}

async function open(store: Store, filename: string): Promise<NamedCapture> {
  return { filename, capture: await store.captures.read(filename) };
}

/** The first of these files that was written after a capture was made. */
async function staleFile(root: string, { metadata }: Capture, files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const path = resolve(root, file);
    if (!path.startsWith(root + sep)) continue;
    const status = await lstat(path).catch((error: unknown) => {
      if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES", "ENAMETOOLONG", "ELOOP")) return undefined;
      throw error;
    });
    if (status?.isFile() === true && status.mtimeMs > Date.parse(metadata.capturedAt)) return file;
  }
  return undefined;
}

/** Pairs more than this apart hardly show more of what changes by itself. */
const pairsMax = 3;
/** Two captures so close together, made before anybody had a task, show the same code. */
const momentMs = 90_000;

/**
 * Captures of the page between which nobody changed anything: those of one clean commit, and close ones up to the annotation's, before which no
 * agent had a reason to edit.
 */
async function idlePairs(store: Store, before: NamedCapture, after: NamedCapture): Promise<IdlePair[]> {
  const { url, capturedAt } = before.capture.metadata;
  const entries = (await store.captures.entries({ url })).filter((entry) => isSamePage(url, entry.url)).slice(0, pairsMax * 4);
  const pairs: IdlePair[] = [];
  for (const [place, newer] of entries.entries()) {
    const older = entries[place + 1];
    if (older === undefined || pairs.length >= pairsMax) break;
    const pair = [await open(store, older.filename), await open(store, newer.filename)] as const;
    const isEarly =
      newer.capturedAt <= new Date(capturedAt).toISOString() && Date.parse(newer.capturedAt) - Date.parse(older.capturedAt) < momentMs;
    const isTheQuestion = pair[0].filename === before.filename && pair[1].filename === after.filename;
    if (!isTheQuestion && (isEarly || isOneCommit(pair[0].capture, pair[1].capture))) pairs.push(pair);
  }
  return pairs;
}

function isOneCommit({ provenance: one }: Capture, { provenance: other }: Capture): boolean {
  return one !== undefined && one.gitHead !== "" && one.gitHead === other?.gitHead && one.dirty === false && other.dirty === false;
}
