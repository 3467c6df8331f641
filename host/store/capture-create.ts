import type { Annotation, Resolution } from "../contract/annotation.js";
import type { Capture } from "../contract/capture.js";
import { ServiceError } from "../contract/errors.js";
import type { Archive } from "./archive.js";
import type { CaptureEntry } from "./capture-entry.js";
import type { CaptureFiles } from "./capture-files.js";
import type { CaptureIndex } from "./capture-index.js";
import { captureName } from "./capture-name.js";
import type { StoreContext } from "./context.js";
import { reasonOf } from "./failures.js";
import { factsInside } from "./folder.js";
import { provenanceOf } from "./git.js";
import type { RequestStore } from "./requests.js";

export interface CreateParts {
  readonly context: StoreContext;
  readonly index: CaptureIndex;
  readonly files: CaptureFiles;
  readonly archive: Archive;
  readonly requests: RequestStore;
}

/**
 * Stores a capture that has just been sent: stamped with the repository's state, its annotations as far resolved as they are known to be.
 * One sent again (same `metadata.id`) changes at most the annotations of the file it has. Completes the request that it answers.
 */
export async function createCapture(parts: CreateParts, sent: Capture): Promise<{ filename: string; requestId: string | null }> {
  const { context, requests } = parts;
  // Git works in its own process while most of the file's text is made here.
  const asking = provenanceOf(context.layout.root, context.log);
  const body = bodyOf(sent);
  const provenance = await asking;
  const filename = await parts.index.change((entries) => land(parts, entries, sent, { body, provenance }));
  const answered = await completeRequest(requests, sent, filename).catch((error: unknown) => {
    // The capture is safe: a request that cannot be ended now expires.
    context.log(`a request could not be completed: ${reasonOf(error)}`);
    return undefined;
  });
  return { filename, requestId: answered ?? null };
}

/** The user may answer a request by sending the page as ever: a capture that names no request answers those for its page. */
async function completeRequest(requests: RequestStore, { metadata }: Capture, filename: string): Promise<string | undefined> {
  const { requestId, url: pageUrl, capturedAt } = metadata;
  if (requestId === undefined) return requests.completeForPage({ filename, pageUrl, capturedAt });
  return (await requests.complete(requestId, { filename, pageUrl })) ? requestId : undefined;
}

/** What is made before the lock is taken, so that nobody waits for it. */
interface Prepared {
  /** JSON of all that the store leaves as it was sent. */
  readonly body: string;
  readonly provenance: Capture["provenance"];
}

function bodyOf({ annotations: _annotations, provenance: _claimed, ...rest }: Capture): string {
  return JSON.stringify(rest);
}

async function land(parts: CreateParts, entries: readonly CaptureEntry[], sent: Capture, { body, provenance }: Prepared): Promise<string> {
  const { filename, twin, isArchived } = await placeFor(parts, entries, sent);
  if (isArchived) return filename;
  const annotations = await withKnownResolutions(parts, entries, sent.annotations);
  if (twin === undefined) {
    const added = JSON.stringify({ annotations, provenance });
    await parts.files.write(filename, sent, `${body.slice(0, -1)},${added.slice(1)}`);
    return filename;
  }
  const merged = mergeAnnotations(twin.annotations, annotations);
  if (JSON.stringify(merged) !== JSON.stringify(twin.annotations)) {
    await parts.files.write(filename, { ...twin, annotations: merged });
  }
  return filename;
}

interface PlaceFor {
  readonly filename: string;
  /** The same capture, sent before. */
  readonly twin?: Capture;
  readonly isArchived?: boolean;
}

/** The file of the same capture sent before, else a free name. */
async function placeFor(parts: CreateParts, entries: readonly CaptureEntry[], sent: Capture): Promise<PlaceFor> {
  const folder = parts.context.layout.captures;
  const isSame = (other: Capture | undefined) => other?.metadata.id === sent.metadata.id;
  const known = entries.find(({ id }) => id === sent.metadata.id);
  const twin = known === undefined ? undefined : await parts.files.read(known.filename);
  if (known !== undefined && twin !== undefined && isSame(twin)) return { filename: known.filename, twin: refuseOtherPage(twin, sent) };
  for (let attempt = 0; ; attempt++) {
    const filename = captureName(sent.metadata, attempt);
    const [facts] = await factsInside(folder, [filename]);
    if (facts === undefined && !(await parts.archive.has(filename))) return { filename };
    const other = facts === undefined ? await parts.archive.read(filename) : await parts.files.read(filename);
    if (other !== undefined && isSame(other)) return { filename, twin: other, isArchived: facts === undefined };
  }
}

function refuseOtherPage(twin: Capture, sent: Capture): Capture {
  if (twin.metadata.url === sent.metadata.url) return twin;
  throw new ServiceError(
    "conflict",
    "A capture of another page has this metadata.id. Capture the page again: each capture has an id of its own.",
  );
}

/** What was resolved stays resolved, whatever a page that was open all the time still believes. */
async function withKnownResolutions(
  { files, archive }: CreateParts,
  entries: readonly CaptureEntry[],
  annotations: readonly Annotation[],
): Promise<Annotation[]> {
  const resolved = new Map<string, Annotation>();
  const open = new Set(annotations.filter(({ status }) => status === "unresolved").map(({ id }) => id));
  if (open.size === 0) return [...annotations];
  for (const { filename, resolvedIds } of [...entries, ...(await archive.entries())]) {
    if (!resolvedIds.some((id) => open.has(id) && !resolved.has(id))) continue;
    const capture = (await files.read(filename)) ?? (await archive.read(filename));
    for (const annotation of capture?.annotations ?? []) if (annotation.status === "resolved") resolved.set(annotation.id, annotation);
  }
  return annotations.map((annotation) => markResolved(annotation, resolved.get(annotation.id)?.resolution));
}

/** Gives the annotation resolved; unchanged when it is so already or there is nothing to say about it. */
export function markResolved(annotation: Annotation, resolution: Resolution | undefined): Annotation {
  if (annotation.status === "resolved" || resolution === undefined) return annotation;
  return { ...annotation, status: "resolved", resolution };
}

/** The newer words of each annotation; those only the older has, stay. */
function mergeAnnotations(before: readonly Annotation[], after: readonly Annotation[]): Annotation[] {
  const newer = new Map(after.map((annotation) => [annotation.id, annotation]));
  const kept = before.map((annotation) => (annotation.status === "resolved" ? annotation : (newer.get(annotation.id) ?? annotation)));
  const known = new Set(before.map(({ id }) => id));
  return [...kept, ...after.filter(({ id }) => !known.has(id))];
}
