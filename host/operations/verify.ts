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
  /** The page may not have been built yet: the verdict is not stored. */
  readonly isTentative?: boolean;
}

/**
 * Decides an annotation's checks on a capture and stores the verdict: the page as it was when the annotation was made is compared with what the
 * capture shows. Throws ServiceError `not-found`.
 */
export async function verifyAnnotation(
  store: Store,
  { annotation: id, capture, files, isTentative = false }: Verification,
): Promise<PlacedAnnotation> {
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
  return isTentative ? { ...first, annotation: { ...annotation, verdict } } : store.annotations.judge(id, verdict);
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

/** Pairs more than this hardly show more of what changes by itself. */
const pairsMax = 3;
/** Outside git, two captures so close together that nobody had a task before show the same code. */
const momentMs = 90_000;

/** Captures of the page, one after the other, between which nobody changed the project's files. */
async function idlePairs(store: Store, before: NamedCapture, after: NamedCapture): Promise<IdlePair[]> {
  const { url, capturedAt } = before.capture.metadata;
  const entries = (await store.captures.entries({ url })).filter((entry) => isSamePage(url, entry.url)).slice(0, pairsMax * 4);
  const pairs: IdlePair[] = [];
  for (const [place, newer] of entries.entries()) {
    const older = entries[place + 1];
    if (older === undefined || pairs.length >= pairsMax) break;
    const pair = [await open(store, older.filename), await open(store, newer.filename)] as const;
    const isTheQuestion = pair[0].filename === before.filename && pair[1].filename === after.filename;
    const isMoment =
      newer.capturedAt <= new Date(capturedAt).toISOString() && Date.parse(newer.capturedAt) - Date.parse(older.capturedAt) < momentMs;
    if (!isTheQuestion && (isOneCode(pair[0].capture, pair[1].capture) ?? isMoment)) pairs.push(pair);
  }
  return pairs;
}

/** Whether the project's files held the same when two captures were made; undefined outside git. */
function isOneCode(one: Capture, other: Capture): boolean | undefined {
  if (one.sourcesHash !== undefined && other.sourcesHash !== undefined) return one.sourcesHash === other.sourcesHash;
  const [was, is] = [one.provenance, other.provenance];
  if (was === undefined || is === undefined || was.gitHead === "") return undefined;
  return was.gitHead === is.gitHead && was.dirty === false && is.dirty === false;
}
