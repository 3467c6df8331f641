import { type Dirent, lstatSync, readSync, realpathSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { limits } from "../contract/limits.js";
import { isPrintable } from "../contract/printable.js";
import { readOpened } from "../store/fs/folder.js";
import { openGit } from "../store/git.js";
import { debugLog } from "../store/log.js";
import type { FileChanges, SourceFiles } from "../tools/context.js";

const fileMaxBytes = 512 * 1024;
const listFreshMs = 5_000;
/** So many times what listing took passes before the next. */
const leastPause = 20;
/** What was listed within it was listed for the same call. */
const callMs = 500;
/** Listing the new files of a very large repository takes git seconds. */
const listTimeoutMs = 10_000;
/** Where git did not answer within that time, for it may wait at a pipe. */
const givenUpFreshMs = 60_000;
const readsPerTurn = 128;
/** Files whose time is asked for at once. */
const mostLookedAt = 20_000;
/** The same ahead of an answer, and how long that counts, in milliseconds: as what was read of a capture. */
const mostAhead = 2_000;
const aheadHoldsMs = 10;

/**
 * The project's files as git lists them; without git, all but hidden folders and those that tools fill. Only regular files below the root are
 * read, never through a link but to installed packages, which package managers link to each other. `root` is a real path.
 */
export function openSourceFiles(root: string): SourceFiles & { lookAhead(): void } {
  let reads = 0;
  let known: { at: number; files: Promise<readonly string[]> } | undefined;
  let tookMs = 0;
  let isOwn = ownFolders(root);
  const timeOf: TimeOf = (path) => writtenAtOf(`${root}${sep}${path}`);
  let ahead = { at: Number.NEGATIVE_INFINITY, timeOf };

  async function listNow(): Promise<readonly string[]> {
    const start = performance.now();
    const files = await listFiles(root);
    tookMs = performance.now() - start;
    return files;
  }

  return {
    // An agent asks about a file moments after it made it: a list that took 10 ms is made anew at the next call.
    list(maxAgeMs = Math.max(callMs, Math.min(listFreshMs, tookMs * leastPause))) {
      if (known === undefined || performance.now() - known.at > (tookMs < listTimeoutMs ? maxAgeMs : givenUpFreshMs)) {
        known = { at: performance.now(), files: listNow() };
        isOwn = ownFolders(root);
      }
      return known.files;
    },
    async read(path, maxBytes) {
      // Thousands are read in a row, faster so than one by one in the background; others get their turn in between.
      if (++reads % readsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
      if (!isProjectPath(path)) return undefined;
      const folder = isOwn(dirname(path)) ? join(root, dirname(path)) : packageFolder(root, dirname(path));
      return folder === undefined ? undefined : readText(join(folder, basename(path)), maxBytes);
    },
    /** Looks at the files for the one answer that follows at once: an agent that waits for a capture is about to get it. */
    lookAhead() {
      void known?.files.then((files) => {
        if (files.length > mostAhead) return;
        const times = new Map(files.map((path) => [path, timeOf(path)]));
        ahead = { at: performance.now(), timeOf: (path) => times.get(path) };
      }, lookFailed);
    },
    async writtenAfter(moment, isKind) {
      // What came within a moment is left to the next call: an agent that waits for a capture is answered without asking git.
      const isNow = Date.now() - moment < callMs;
      const seenOf = isNow && performance.now() - ahead.at < aheadHoldsMs ? ahead.timeOf : timeOf;
      ahead = { at: Number.NEGATIVE_INFINITY, timeOf };
      const written = await writtenIn(seenOf, (await this.list(isNow ? Number.POSITIVE_INFINITY : listFreshMs)).filter(isKind), moment);
      // None may be one that the list lacks yet.
      return written.length > 0 || isNow ? written : writtenIn(timeOf, (await this.list(callMs)).filter(isKind), moment);
    },
    changesSince: async (revision, path) =>
      isProjectPath(path) && isOwn(dirname(path))
        ? changesSince(root, revision, path)
        : { commits: 0, changed: "unknown", writtenAt: undefined },
  };
}

/** The answer that follows lists them itself, and states its failure. */
function lookFailed(error: unknown): void {
  debugLog(`the project's files could not be looked at ahead: ${String(error)}`);
}

/** When a file was last written, unix ms; undefined for one that is not there. */
type TimeOf = (path: string) => number | undefined;

/** Those of the files that were written after a moment (unix ms), the newest first. */
async function writtenIn(timeOf: TimeOf, files: readonly string[], moment: number): Promise<{ path: string; at: number }[]> {
  const written: { path: string; at: number }[] = [];
  for (const [index, path] of files.slice(0, mostLookedAt).entries()) {
    if (index % readsPerTurn === readsPerTurn - 1) await new Promise((resolve) => setImmediate(resolve));
    const at = timeOf(path) ?? 0;
    if (at > moment) written.push({ path, at });
  }
  return written.sort((a, b) => b.at - a.at);
}

async function changesSince(root: string, revision: string, path: string): Promise<FileChanges> {
  const git = await openGit(root);
  const [commits = 0, changed = "unknown"] = await Promise.all([git?.commitsSince(revision, path), git?.isChanged(path)]);
  return { commits, changed, writtenAt: writtenAtOf(join(root, path)) };
}

/** Whether a path stays below the root and out of the folders of git and of svc. An index is a file like any other: git lists what stands in it. */
function isProjectPath(path: string): boolean {
  const parts = path.split(process.platform === "win32" ? /[/\\]/ : "/");
  return isPrintable(path) && parts.every((part) => part !== "" && !/^(\.\.?|\.git|\.svc|[a-z]:.*)$/i.test(part));
}

/** Returns whether a folder is where its path has it: git lists files also below a folder that a link has replaced since. */
function ownFolders(root: string): (folder: string) => boolean {
  const known = new Map<string, boolean>();
  return (folder) => {
    const cached = known.get(folder);
    if (cached !== undefined) return cached;
    let isOwn = false;
    try {
      isOwn = realpathSync(join(root, folder)) === join(realpathSync(root), folder);
    } catch (error) {
      debugLog(`a source folder could not be examined: ${String(error)}`);
    }
    known.set(folder, isOwn);
    return isOwn;
  };
}

const installed = /(?:^|[/\\])node_modules[/\\]/;

/** Where a folder of an installed package is, as far as links lead to another one of the project's own packages; undefined for any other folder. */
function packageFolder(root: string, folder: string): string | undefined {
  if (!installed.test(`${folder}/`)) return undefined;
  try {
    const real = realpathSync(join(root, folder));
    const inside = relative(realpathSync(root), real);
    return isProjectPath(inside) && installed.test(`${inside}/`) ? real : undefined;
  } catch (error) {
    debugLog(`the folder of a package could not be examined: ${String(error)}`);
    return undefined;
  }
}

/** Returns the text of a file; undefined when it is gone, no regular file, no text, or too long. */
function readText(path: string, maxBytes = fileMaxBytes): string | undefined {
  try {
    return readOpened(path, maxBytes, (file, { size }) => {
      const bytes = size > buffer.length ? Buffer.allocUnsafe(size) : buffer;
      const text = bytes.toString("utf8", 0, fill(file, bytes, size));
      return text.includes("\0") ? undefined : text;
    });
  } catch (error) {
    debugLog(`a source file could not be read: ${String(error)}`);
    return undefined;
  }
}

/** Serves all files of sources one after another: a buffer for each took a third longer. */
const buffer = Buffer.allocUnsafe(fileMaxBytes);

/** Reads so many bytes into a buffer, fewer where the file has become shorter. Returns how many there are. */
function fill(file: number, buffer: Buffer, size: number): number {
  let filled = 0;
  while (filled < size) {
    const count = readSync(file, buffer, filled, size - filled, null);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** Thousands are asked for in a row: 0.1 s for 20,000 files, against 1.2 s in the background. Undefined for one that is not there. */
function writtenAtOf(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
  } catch (error) {
    debugLog(`a source file could not be examined: ${String(error)}`);
    return undefined;
  }
}

async function listFiles(root: string): Promise<readonly string[]> {
  const git = await openGit(root, { timeoutMs: listTimeoutMs });
  const listed = await git?.files();
  // Nothing is listed also where a repository around the project ignores all of it.
  const files = listed === undefined || listed.length === 0 ? await walk(root) : listed;
  return files.filter(isProjectPath);
}

/** Hidden folders, and those that tools fill. */
const unlisted = /^(?:\..*|node_modules|bower_components|dist|build|out|target|vendor|coverage|__pycache__|venv)$/;

/** One pass over the folders; of entries beyond the bound none is listed. */
async function walk(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [""];
  let entriesLeft: number = limits.sourceEntriesMax;
  for (let folder = folders.pop(); folder !== undefined && entriesLeft > 0; folder = folders.pop()) {
    for (const entry of (await entriesOf(join(root, folder))).slice(0, entriesLeft)) {
      entriesLeft--;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !unlisted.test(entry.name)) folders.push(path);
    }
  }
  return files;
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    // Gone in the meantime, or not ours to read: the other folders still count.
    debugLog(`a source folder could not be read: ${String(error)}`);
    return [];
  }
}
