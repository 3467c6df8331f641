import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "fast-png";
import { openStore, type Store } from "../store/store.js";
import { type Agent, startAgent } from "./mcp-client.js";
import { distPath } from "./paths.js";
import { waitUntil } from "./wait-until.js";
import { type Files, writeFiles } from "./write-files.js";

/** A project in a temporary folder: its store open here, and the built server with the official client. */
export interface ServedProject {
  readonly root: string;
  readonly store: Store;
  readonly agent: Agent;
  /** Stores an empty picture of the window beside a capture. */
  addPicture(capture: string): Promise<void>;
  close(): Promise<void>;
}

/** `files`: text by path. `prepare` runs before the store is opened. */
export async function serveProject(files: Files, prepare?: (root: string) => void): Promise<ServedProject> {
  const folder = mkdtempSync(join(tmpdir(), "svc-served-"));
  const root = join(folder, "project");
  writeFiles(root, files);
  prepare?.(root);
  const store = await openStore(root, { stateFolder: join(folder, "state") });
  const env = { PATH: process.env["PATH"], HOME: folder, SVC_HOME: join(folder, "state"), SVC_PORTS: process.env["SVC_PORTS"] };
  const agent = await startAgent({ args: [distPath("server.js"), "--project", root], env, name: "official" });
  const picture = Buffer.from(encode({ width: 1280, height: 800, data: new Uint8Array(1280 * 800 * 4) })).toString("base64");
  return {
    root,
    store,
    agent,
    addPicture: async (capture) => void (await store.snapshots.create({ capture, kind: "png", data: picture })),
    close: async () => {
      await agent.close();
      await store.close();
      await waitUntil("the project's folder to be gone", () => isRemoved(folder));
    },
  };
}

/** Whether the folder is gone; undefined where a process that is ending has written into it meanwhile: Node's own retries do not list it again. */
function isRemoved(folder: string): true | undefined {
  try {
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTEMPTY") return undefined;
    throw error;
  }
}
