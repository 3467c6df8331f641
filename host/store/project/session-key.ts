import { randomBytes } from "node:crypto";
import { fchmodSync } from "node:fs";
import { writeInside } from "../fs/atomic-write.js";
import { fileMode, pathInside, readInside, readOpened } from "../fs/folder.js";
import { debugLog } from "../log.js";
import { sha256 } from "../user/receipts.js";
import type { StoreContext } from "./context.js";

export const sessionKeyFile = ".session-key";
const fileMaxBytes = 1_024;

export function openSessionKey({ layout, locked, receipts }: StoreContext) {
  async function existing(): Promise<string | undefined> {
    const text = (await readInside(layout.store, sessionKeyFile, fileMaxBytes))?.trim();
    if (text === undefined) return undefined;
    if (!/^[0-9a-f]{64}$/.test(text)) {
      debugLog("the session key is damaged: a new one is made");
      return undefined;
    }
    if ((await receipts.read()).sessionKey !== sha256(text)) {
      debugLog("the session key was not made on this machine: a new one is made");
      return undefined;
    }
    closeToOthers();
    return text;
  }

  /** Copying tools lose permissions. */
  function closeToOthers(): void {
    if (process.platform === "win32") return;
    readOpened(pathInside(layout.store, sessionKeyFile), fileMaxBytes, (file, { mode }) => {
      if ((mode & 0o077) !== 0) fchmodSync(file, fileMode);
    });
  }

  async function make(): Promise<string> {
    const key = randomBytes(32).toString("hex");
    await receipts.change((before) => ({ ...before, sessionKey: sha256(key) }));
    await writeInside(layout.store, sessionKeyFile, `${key}\n`);
    return key;
  }

  return {
    // Two processes that both find none must end with the same one.
    /** The key as 64 hex digits, made on first use. One that was not made here, for this user, is known to others: it is replaced. */
    read: async () => (await existing()) ?? locked("session-key", async () => (await existing()) ?? make()),
    /** Whether there is a key that was made here. */
    exists: async () => (await existing()) !== undefined,
    rotate: () => locked("session-key", make),
  };
}
