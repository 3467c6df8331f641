import { createHash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type Capture, type CaptureMetadata, captureSchema } from "../../contract/capture.js";
import { ServiceError } from "../../contract/errors.js";
import { parseUrl } from "../../contract/hosts.js";
import { parseJson } from "../../contract/json.js";
import { isPrintable } from "../../contract/printable.js";
import { nameToBe, writeInside } from "../fs/atomic-write.js";
import { type FileFacts, type Folder, factsInside, isSameFile, isSettled, readNow } from "../fs/folder.js";
import { storedFileMaxBytes } from "./context.js";
import { type EncodedCapture, writtenHash } from "./origin.js";

/** Bounds of what stays in memory: a few calls about the same captures follow one another, and a comparison reads two of any size. */
const cachedMaxBytes = 2 * storedFileMaxBytes;
const cachedMaxFiles = 8;
/** Annotations are small: what is open stands in many captures. */
const annotatedMaxFiles = 500;
/** How long what was read counts while the file's facts are the same, where a change might not show in them: an answer reads it again and again. */
const readingHoldsMs = 10;
/** Longer files are written in more than one piece. */
const foreseenMaxBytes = 512 * 1024;
const closingBrace = 0x7d;

/** A file's text; without capture where it is none. */
export interface Decoded {
  readonly capture: Capture | undefined;
  readonly annotations: Capture["annotations"];
  /** Of the content; see origin.ts. */
  readonly sha256: string;
}

interface Read extends Decoded {
  readonly facts: FileFacts;
}
type Annotated = Omit<Read, "capture">;

interface Cached extends Decoded {
  /** Undefined for a file that was written and not yet read. */
  readonly facts: FileFacts | undefined;
  /** What the file held, where a change might not show in its facts. */
  readonly content: Buffer | undefined;
  /** When it was, by the process's clock. */
  readonly readAtMs?: number;
  readonly bytes: number;
}

/** The files of the captures folder, the last read ones decoded in memory. */
export interface CaptureFiles {
  /** A file with the facts of the very content, shared and not to be changed; undefined when there is no such file. Throws `outside-captures`. */
  examine(filename: string): Promise<Read | undefined>;
  /** The same of its annotations alone, which stay in memory for more files. */
  annotated(filename: string): Promise<Annotated | undefined>;
  /** Writes a capture, which stands once `allowed` has resolved, and is not to be changed afterwards. Throws `too-large`. */
  write(filename: string, encoded: EncodedCapture, allowed: Promise<void>): Promise<void>;
  /** Decodes what another process is writing under a temporary name, while it waits for its disk: once the file stands, its bytes are compared. Resolves to whether it did. */
  foresee(temporary: string): Promise<boolean>;
}

export function openCaptureFiles(folder: Folder): CaptureFiles {
  /** In order of use, the last used at the end. */
  const cache = new Map<string, Cached>();
  const annotated = new Map<string, Annotated>();

  function keep(filename: string, known: Cached): void {
    cache.delete(filename);
    cache.set(filename, known);
    let total = 0;
    for (const [index, [name, { bytes }]] of [...cache].reverse().entries()) {
      total += bytes;
      if (index >= cachedMaxFiles || total > cachedMaxBytes) cache.delete(name);
    }
  }

  function remember(filename: string, read: Read, content: Buffer | undefined, readAtMs = 0): void {
    const { facts, annotations, sha256 } = read;
    keep(filename, { ...read, content, readAtMs, bytes: facts.bytes });
    annotated.delete(filename);
    if (content === undefined && annotations.length > 0) annotated.set(filename, { facts, annotations, sha256 });
    const oldest = annotated.size > annotatedMaxFiles ? annotated.keys().next().value : undefined;
    if (oldest !== undefined) annotated.delete(oldest);
  }

  /** What is known of a file by its facts alone, where it is as it was. */
  async function unchanged<K extends { readonly facts: FileFacts | undefined }>(
    filename: string,
    known: K | undefined,
  ): Promise<(K & { readonly facts: FileFacts }) | undefined> {
    if (known?.facts === undefined) return undefined;
    const [facts] = await factsInside(folder, [filename]);
    return facts !== undefined && isSameFile(known.facts, facts) ? { ...known, facts } : undefined;
  }

  async function examine(filename: string): Promise<Read | undefined> {
    const known = cache.get(filename);
    const readAtMs = performance.now();
    const isSure = known?.content === undefined || readAtMs - (known.readAtMs ?? 0) < readingHoldsMs;
    const same = isSure ? await unchanged(filename, known) : undefined;
    if (same !== undefined) {
      remember(filename, same, same.content, same.readAtMs);
      return same;
    }
    const found = readNow(folder, filename, storedFileMaxBytes);
    if (found === undefined) return undefined;
    const { bytes, facts } = found;
    const equal = known?.content?.equals(bytes) === true && isSameFile(known.facts ?? facts, facts) ? known : undefined;
    // Many may be decoded in a row: whoever else waits gets a turn.
    if (equal === undefined) await yieldToEventLoop();
    const { capture, annotations, sha256 } = equal ?? decodeCapture(bytes.toString());
    const read = { capture, annotations, sha256, facts };
    remember(filename, read, isSettled(facts) ? undefined : bytes, readAtMs);
    return read;
  }

  return {
    examine,
    annotated: async (filename) => (await unchanged(filename, annotated.get(filename))) ?? examine(filename),
    write: async (filename, { json, capture, sha256 }, allowed) => {
      const data = Buffer.from(json);
      if (data.length > storedFileMaxBytes) {
        throw new ServiceError("too-large", `The capture takes more than ${storedFileMaxBytes} bytes as a file. Capture less of the page.`);
      }
      // Before it is written: whoever sees it there reads it at once.
      keep(filename, { capture, annotations: capture.annotations, sha256, facts: undefined, content: data, bytes: data.length });
      await writeInside(folder, filename, data, { allowed });
    },
    foresee: async (temporary) => {
      const filename = nameToBe(temporary) ?? "";
      const content = readNow(folder, temporary, foreseenMaxBytes)?.bytes;
      // Nothing yet, a part of it, or what this process writes itself.
      if (content?.at(-1) !== closingBrace || cache.get(filename)?.content?.equals(content) === true) return false;
      keep(filename, { ...decodeCapture(content.toString()), facts: undefined, content, bytes: content.length });
      return true;
    },
  };
}

export function decodeCapture(text: string): Decoded {
  const file = parseJson(text);
  const capture = captureSchema.safeParse(file).data;
  return { capture, annotations: capture?.annotations ?? [], sha256: capture === undefined ? "" : writtenHash(text, file) };
}

export function missingCapture(): ServiceError {
  return new ServiceError("not-found", "There is no readable capture of this name. List the captures to see which there are.");
}

const hostMaxChars = 60;
const pathMaxChars = 60;

/** `<host>-<path words>-<UTC time to ms>-<6 hex>.json` of letters, digits and `-`, the same for the same capture; another by `attempt`. */
export function captureName({ id, url, capturedAt }: Pick<CaptureMetadata, "id" | "url" | "capturedAt">, attempt = 0): string {
  const page = parseUrl(url);
  const host = words(page === undefined ? "" : page.host || page.protocol, hostMaxChars) || "page";
  const path = words(decodeLoosely(page?.pathname ?? ""), pathMaxChars) || "index";
  const time = words(new Date(capturedAt).toISOString(), 40);
  const hash = createHash("sha256").update(`${id} ${attempt}`).digest("hex").slice(0, 6);
  return `${host}-${path}-${time}-${hash}.json`;
}

/** Whether a file of the captures folder is taken for a capture, ours or one put there by hand. Control characters and brackets make it none. */
export function isCaptureName(name: string): boolean {
  return /^[^.:/\\[\]][^:/\\[\]]*\.json$/.test(name) && name.length <= 255 && isPrintable(name);
}

function words(text: string, maxChars: number): string {
  return text
    .replace(/[^A-Za-z0-9]+/g, "-")
    .slice(0, maxChars)
    .replace(/^-+|-+$/g, "");
}

/** Names are for people: an escape that cannot be read stays as it is. */
function decodeLoosely(path: string): string {
  return path.replace(/%[0-7][0-9a-f]/gi, (written) => String.fromCharCode(Number.parseInt(written.slice(1), 16)));
}
