import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Capture } from "../contract/capture.js";
import { reasonOf } from "./failures.js";
import type { Log } from "./log.js";

const run = promisify(execFile);
const timeoutMs = 2_000;
/** One status with everything in it; nothing is written, no helper of the repository's configuration is run. */
const status = ["-c", "core.fsmonitor=false", "status", "--porcelain=v2", "--branch", "--untracked-files=no", "--ignore-submodules=all"];

/**
 * The state of the project's repository: commit, branch (empty when detached) and whether tracked files differ from it. Undefined outside
 * git, without git, and when git takes longer than 2 s.
 */
export async function provenanceOf(root: string, log: Log): Promise<Capture["provenance"]> {
  if (!isInRepository(root)) return undefined;
  try {
    const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
    const { stdout } = await run("git", status, {
      cwd: root,
      timeout: timeoutMs,
      maxBuffer: 32 * 1024 * 1024,
      windowsHide: true,
      env: { ...env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" },
    });
    return parseStatus(stdout);
  } catch (error) {
    // No git on this machine, or a repository that it does not accept.
    log(`no provenance: ${reasonOf(error)}`);
    return undefined;
  }
}

/** Saves starting git where it would find nothing: the nearest `.git` upward is a folder, or a file in worktrees and submodules. */
function isInRepository(folder: string): boolean {
  return existsSync(join(folder, ".git")) || (dirname(folder) !== folder && isInRepository(dirname(folder)));
}

/** Reads the porcelain v2 format of git-status(1). */
export function parseStatus(text: string): Capture["provenance"] {
  const lines = text.split("\n").filter((line) => line !== "");
  const header = (name: string) => lines.find((line) => line.startsWith(`# ${name} `))?.slice(name.length + 3) ?? "";
  const commit = header("branch.oid");
  const branch = header("branch.head");
  return {
    gitHead: commit === "(initial)" ? "" : commit.slice(0, 100),
    branch: branch === "(detached)" ? "" : branch.slice(0, 300),
    dirty: lines.some((line) => !line.startsWith("#")),
  };
}
