import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { limits } from "../contract/limits.js";
import { folderPath } from "./folder.js";
import type { Layout } from "./layout.js";

/** Tells whether a capture could be written now: permissions, read-only mounts and space for the largest one. Writes nothing. */
export async function isWritable({ store, captures, run }: Layout): Promise<boolean> {
  try {
    await Promise.all([store, captures, run].map((folder) => access(folderPath(folder), constants.W_OK | constants.X_OK)));
    const { bavail, bsize } = await statfs(folderPath(captures));
    return bavail * bsize > limits.captureMaxBytes;
  } catch {
    // Whatever stands in the way of the question stands in the way of a write.
    return false;
  }
}
