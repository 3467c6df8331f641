import type { Annotation, Origin, Provenance, ThreadEntry } from "../../contract/annotation.js";
import type { Capture } from "../../contract/capture.js";
import { isRecord, parseJson } from "../../contract/json.js";
import type { CaptureEntry } from "../../contract/operations.js";
import {
  type AnnotationReceipt,
  annotationReceiptSchema,
  type CaptureReceipt,
  captureReceiptSchema,
  receiptHashesMax,
} from "../../contract/user-state.js";
import { hasCode, reasonOf, stateFolderProblem } from "../failures.js";
import type { Folder } from "../fs/folder.js";
import { openJournal } from "../fs/journal.js";
import { debugLog } from "../log.js";
import { sha256, unwritable } from "../user/receipts.js";

interface Known {
  readonly captures: Map<string, CaptureReceipt>;
  readonly annotations: Map<string, AnnotationReceipt>;
}

/** An annotation whose entries are marked by where they are from, and where it is from itself. */
export interface Judged extends Provenance {
  readonly annotation: Annotation;
  /** A program of this user wrote this annotation, and something else has changed it since. */
  readonly isChanged: boolean;
}

/** `plain`: this user's as a whole, so that its state is the one in the index. `mixed`: with entries in its thread that are not. */
export type Standing = "plain" | "mixed" | "foreign";

export interface Origins {
  /** Changes with every receipt, and when they are lost. */
  version(): number;
  ofCapture(filename: string, hash: string, known?: Known): Provenance;
  /** A copy in a capture of this name and hash, whose page decides which element is meant. */
  judge(annotation: Annotation, filename: string, hash: string): Judged;
  receiptOf(after: Annotation, provenance: Provenance): AnnotationReceipt;
  hasCapture(filename: string): boolean;
  /** Whose the copies of annotations are, by what the index holds of them: by the receipts as they are now, for any number of copies. */
  standings(): (id: string, entry: CaptureEntry) => Standing;
  /** Captures of the index with where they are from: what is not this user's behind all that is, each part in its order. */
  ownFirst(entries: readonly CaptureEntry[]): PlacedEntry[];
  /** Whether these are the words that the user last gave an annotation here. */
  hasWords(annotation: Annotation): boolean;
  /** Runs a write with the receipts of what it writes. No file may get its new content before `recorded` has resolved. */
  record(rows: readonly (CaptureReceipt | AnnotationReceipt)[], write: (recorded: Promise<void>) => Promise<void>): Promise<void>;
}

const fileName = "contents.jsonl";

/**
 * Whose the captures and annotations of a project are. This user's programs keep receipts outside of the project, in `contents.jsonl` beside the
 * other receipts: the hash of the content of each capture and annotation that they write. What has no receipt of its very content is the
 * repository's, whatever its id, name or dates claim.
 *
 * A write is recorded before it and after it (`record`): before it old and new content count, after it the new one alone. A crash between leaves
 * both counting, so that no own record turns foreign; content that no program of this user wrote counts at no time. One that the user takes over
 * is the user's only once the second row stands.
 */
export function openOrigins(folder: Folder): Origins {
  let version = 0;
  // Lost receipts change whose things are, as new ones do.
  const start = (): Known => {
    version++;
    return { captures: new Map(), annotations: new Map() };
  };
  const journal = openJournal(folder, fileName, start, (known, text) => {
    version++;
    const row = parseJson(text);
    // What fails costs most: each row is tried as one of both.
    const capture = isRecord(row) && "capture" in row ? captureReceiptSchema.safeParse(row).data : undefined;
    if (capture !== undefined) known.captures.set(capture.capture, capture);
    const annotation = isRecord(row) && "annotation" in row ? annotationReceiptSchema.safeParse(row).data : undefined;
    if (annotation !== undefined) known.annotations.set(annotation.annotation, annotation);
    return known;
  });

  function ofCapture(filename: string, hash: string, known = journal.read()): Provenance {
    const receipt = known.captures.get(filename);
    return receipt?.sha256.includes(hash) === true ? provenOf(receipt.from) : { origin: "repository" };
  }

  function judge(annotation: Annotation, filename: string, hash: string): Judged {
    const known = journal.read();
    const carrier = ofCapture(filename, hash, known);
    const receipt = known.annotations.get(annotation.id);
    const isProven = receipt?.sha256.includes(contentHash(annotation)) === true && carrier.origin !== "repository";
    const own: Provenance = isProven ? provenOf(receipt.from ?? carrier.from) : { origin: "repository" };
    const written = new Set(receipt?.entries);
    const foreign = isProven ? "imported" : "repository";
    const thread = annotation.thread?.map((entry) => {
      const { origin: _claimed, ...plain } = entry;
      return written.has(entryHash(annotation.id, entry)) ? plain : ({ ...plain, origin: foreign } satisfies ThreadEntry);
    });
    const isChanged = own.origin === "repository" && receipt !== undefined && receipt.sha256.length > 0;
    return { annotation: thread === undefined ? annotation : { ...annotation, thread }, ...own, isChanged };
  }

  /** The receipt of an annotation's new content. One of the repository's stays so: of it only entries of this user's programs count. */
  function receiptOf(after: Annotation, { origin, from: report }: Provenance): AnnotationReceipt {
    const known = journal.read().annotations.get(after.id);
    const thread = after.thread ?? [];
    const entries = thread.filter((entry) => entry.origin === undefined).map((entry) => entryHash(after.id, entry));
    const isForeign = origin === "repository";
    const words = origin === "here" ? wordsHash(after) : known?.words;
    return {
      annotation: after.id,
      sha256: isForeign ? (known?.sha256 ?? []) : [contentHash(after)],
      ...(words === undefined ? {} : { words }),
      entries: isForeign ? joined(known?.entries, entries) : entries,
      ...(entries.length === thread.length ? {} : { mixed: true }),
      ...(report === undefined ? {} : { from: report }),
    };
  }

  /**
   * Without a receipt what is new is nobody's, but nothing is lost: whoever cannot write their state can still store captures. What would turn the
   * user's into somebody else's is refused, and on a full disk all is. `isBefore`: nothing was written yet.
   */
  async function append(rows: readonly (CaptureReceipt | AnnotationReceipt)[], isBefore: boolean): Promise<void> {
    await journal.append(rows, { durable: isBefore }).catch((error: unknown) => {
      if (stateFolderProblem(error) === undefined || (isBefore && hasCode(error, "ENOSPC", "EDQUOT"))) throw error;
      const { captures, annotations } = journal.read();
      const isKnown = rows.some((row) => ("capture" in row ? captures.has(row.capture) : annotations.has(row.annotation)));
      if (isBefore && isKnown) throw unwritable(error);
      debugLog(`what is written gets no receipt: ${reasonOf(error)}`);
    });
  }

  const isEmpty = (row: CaptureReceipt | AnnotationReceipt) => "entries" in row && row.sha256.length + row.entries.length === 0;
  const isRecorded = (known: Known, row: CaptureReceipt | AnnotationReceipt) =>
    isEmpty(row) ||
    JSON.stringify("capture" in row ? known.captures.get(row.capture) : known.annotations.get(row.annotation)) === JSON.stringify(row);

  return {
    version: () => {
      journal.read();
      return version;
    },
    ofCapture,
    judge,
    receiptOf,
    hasCapture: (filename: string) => journal.read().captures.has(filename),
    standings: () => {
      const known = journal.read();
      return (id: string, { filename, sha256: capture, contents }: CaptureEntry): Standing => {
        const receipt = known.annotations.get(id);
        const isProven = receipt?.sha256.includes(contents?.[id] ?? "") === true && receipt.from === undefined;
        if (!isProven || ofCapture(filename, capture, known).origin !== "here") return "foreign";
        return receipt.mixed === true ? "mixed" : "plain";
      };
    },
    ownFirst: (entries: readonly CaptureEntry[]): PlacedEntry[] => {
      const known = journal.read();
      const placed = entries.map((entry): PlacedEntry => ({ ...entry, ...ofCapture(entry.filename, entry.sha256, known) }));
      const isOwn = ({ origin }: { readonly origin: Origin }) => origin === "here";
      return [...placed.filter(isOwn), ...placed.filter((entry) => !isOwn(entry))];
    },
    hasWords: (annotation: Annotation) => journal.read().annotations.get(annotation.id)?.words === wordsHash(annotation),
    record: async (rows, write) => {
      const known = journal.read();
      const fresh = rows.filter((row) => !isRecorded(known, row));
      const opening = fresh.map((row) =>
        "capture" in row ? before(known.captures.get(row.capture), row) : beforeOf(known.annotations.get(row.annotation), row),
      );
      const recorded = opening.length === 0 ? Promise.resolve() : append(opening, true);
      for (const part of await Promise.allSettled([recorded, write(recorded)])) if (part.status === "rejected") throw part.reason;
      // What was new is as the first row has it.
      const closing = fresh.filter((row, place) => JSON.stringify(row) !== JSON.stringify(opening[place]));
      if (closing.length > 0) await append(closing, false);
    },
  };
}

function provenOf(report: string | undefined): Provenance {
  return report === undefined ? { origin: "here" } : { origin: "imported", from: report };
}

/** What counts while a write is under way. What was imported so far is not the user's before the write has ended. */
function before<Row extends { readonly sha256: string[]; readonly from?: string | undefined }>(known: Row | undefined, row: Row): Row {
  return known === undefined ? row : { ...row, sha256: joined(known.sha256, row.sha256), from: known.from ?? row.from };
}

function beforeOf(known: AnnotationReceipt | undefined, row: AnnotationReceipt): AnnotationReceipt {
  return known === undefined ? row : { ...before(known, row), words: known.words, entries: joined(known.entries, row.entries) };
}

function joined(known: readonly string[] = [], added: readonly string[]): string[] {
  return [...new Set([...known, ...added])].slice(-receiptHashesMax);
}

/** A capture as it reads from its file, the text of that, and the hash of its content. */
export interface EncodedCapture {
  readonly capture: Capture;
  readonly json: string;
  readonly sha256: string;
}

/** A capture as its file's text, and the hash of its content: the page and what annotations point at. `json`: the page's part if made. */
export function encodeCapture(given: Capture, json = pageText(given)): EncodedCapture {
  const capture = { ...given, annotations: given.annotations.map(unmarked) };
  return { capture, json: json.slice(0, -1) + endOf(capture), sha256: hashOf([json], capture.annotations) };
}

export function pageText({ annotations: _changing, provenance: _stamped, sourcesHash: _alsoStamped, ...page }: Capture): string {
  return JSON.stringify(page);
}

function endOf({ annotations, provenance, sourcesHash }: { readonly [name in "annotations" | "provenance" | "sourcesHash"]?: unknown }) {
  return `,${JSON.stringify({ annotations, provenance, sourcesHash }).slice(1)}`;
}

/** The same hash of a file's text and its JSON as it is written, before any reading adds what was left out. */
export function writtenHash(text: string, file: unknown): string {
  if (!isRecord(file)) return "";
  const { annotations, provenance, sourcesHash, ...page } = file;
  const end = endOf({ annotations, provenance, sourcesHash });
  // In another form than svc writes: an older version, a formatter.
  const json = text.endsWith(end) ? [text.slice(0, -end.length), "}"] : [JSON.stringify(page)];
  return hashOf(json, Array.isArray(annotations) ? annotations : []);
}

function hashOf(page: readonly string[], annotations: readonly unknown[]): string {
  const targets = annotations.map((one) => (isRecord(one) ? [one["id"], one["target"]] : null));
  return sha256(...page, `\n${JSON.stringify(targets)}`);
}

const common = ["id", "comment", "kind", "severity", "wanted", "checks", "createdAt", "editedAt", "status", "resolution"] as const;

/** Hash of all that the copies of an annotation have in common, its revision included: an older content under a newer number is another one. */
export function contentHash(annotation: Annotation): string {
  const { thread, verdict, revision = 0, agentChecks = [] } = annotation;
  return sha256(canonical([...common.map((name) => annotation[name]), thread?.map(plainEntry), verdict, revision].concat(agentChecks)));
}

/** Hash of what a person writes in an annotation and no agent changes. */
function wordsHash({ id, comment, kind, severity, wanted = [] }: Annotation): string {
  return sha256(canonical([id, comment, kind, severity, wanted]));
}

function entryHash(annotation: string, entry: ThreadEntry): string {
  return sha256(canonical([annotation, plainEntry(entry)])).slice(0, 32);
}

function plainEntry({ id, by, kind, text, at, agent, action, files }: ThreadEntry): readonly unknown[] {
  return [id, by, kind, text, at, agent, action, files];
}

/** An annotation as it is stored: where its entries are from stands in the receipts. */
export function unmarked(annotation: Annotation): Annotation {
  const { thread } = annotation;
  return thread === undefined ? annotation : { ...annotation, thread: thread.map(({ origin: _known, ...entry }) => entry) };
}

/** JSON with the fields of each object in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) : part,
  );
}

export type PlacedEntry = CaptureEntry & Provenance;
