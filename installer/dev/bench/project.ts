import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProjectsFile } from "../../../host/contract/user-state.js";
import { openStore } from "../../../host/store/store.js";
import { openRegistry } from "../../../host/store/user/registry.js";

/** A throw-away project with a registry of its own. */
export interface BenchProject {
  readonly root: string;
  /** ServerInfo.id. */
  readonly id: ProjectsFile["projects"][number]["id"];
  readonly stateFolder: string;
  /** Environment for processes that are to see this project only. */
  readonly env: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

/** Makes a registered project whose pages are those of localhost:5173. */
export async function makeBenchProject(): Promise<BenchProject> {
  const folder = await mkdtemp(join(tmpdir(), "svc-bench-"));
  const stateFolder = join(folder, "state");
  const root = await mkdtemp(join(folder, "project-"));
  const store = await openStore(root, { stateFolder });
  await store.config.update({ urlPatterns: ["localhost:5173"] });
  await store.close();
  const { id } = await openRegistry(stateFolder).register(root);
  return {
    root,
    id,
    stateFolder,
    env: { ...process.env, SVC_HOME: stateFolder },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
