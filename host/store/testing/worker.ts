import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { ServiceError } from "../../contract/errors.js";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import type { Folder } from "../fs/folder.js";
import { holdLock, withLock } from "../fs/lock.js";
import { openStore, type Store } from "../store.js";
import { announce } from "../user/presence.js";

/** A lock's folder and name. */
function placeOf(path: string): [Folder, string] {
  return [{ base: dirname(path), parts: [] }, basename(path)];
}

/** What a process of the tests can be asked to do; each task prints a line for each thing that is done for good. */
const tasks: Readonly<Record<string, (...args: string[]) => Promise<void>>> = {
  /** Adds to a number in a file, so often, under a lock. */
  count: async (path = "", times = "") => {
    for (let i = 0; i < Number(times); i++) {
      await withLock(...placeOf(`${path}.lock`), async () => writeFile(path, String(Number(await readFile(path, "utf8")) + 1)), {
        timeoutMs: 60_000,
      });
    }
    say("done");
  },
  hold: async (path = "") => {
    const lock = await holdLock(...placeOf(path));
    say(lock === undefined ? "taken" : "held");
    if (lock !== undefined) await forever();
  },
  "hold-in-turn": async (path = "") => {
    await withLock(...placeOf(path), async () => {
      say("held");
      await forever();
    });
  },
  announce: async (stateFolder = "") => {
    await announce(stateFolder, { kind: "native", version: "1" });
    say("announced");
    await forever();
  },
  /** Writes captures without end or so many, each of about so many bytes. */
  write: async (root = "", bytes = "", times = "Infinity") => {
    const store = await openStore(root);
    // Made once, so that nearly all of the time is spent storing.
    const sample = sampleCapture({ bytes: Number(bytes) });
    for (let i = 0; i < Number(times); i++) {
      const id = `${process.pid}-${i}`;
      const capture = { ...sample, metadata: { ...sample.metadata, id }, annotations: [sampleAnnotation(id)] };
      say((await store.captures.create(capture)).filename);
    }
  },
  /** Resolves annotations as they appear, until so many are. */
  resolve: async (root = "", times = "") => {
    const store = await openStore(root);
    for (let done = 0; done < Number(times); ) done += await resolveSome(store);
  },
  /** Resolves annotations until none is left. */
  "resolve-all": async (root = "") => {
    const store = await openStore(root);
    while ((await store.annotations.unresolved()).length > 0) await resolveSome(store);
  },
};

async function resolveSome(store: Store): Promise<number> {
  let done = 0;
  for (const { annotation } of (await store.annotations.unresolved()).slice(0, 5)) {
    try {
      await store.annotations.resolve(annotation.id, { action: "fixed", summary: `by ${process.pid}` });
      say(annotation.id);
      done++;
    } catch (error) {
      // Another process was quicker.
      if (!(error instanceof ServiceError) || error.code !== "conflict") throw error;
    }
  }
  return done;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Until killed. */
function forever(): Promise<never> {
  return new Promise(() => setInterval(() => undefined, 60_000));
}

const [name = "", ...args] = process.argv.slice(2);
await tasks[name]?.(...args);
