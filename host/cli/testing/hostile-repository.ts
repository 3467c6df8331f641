import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sampleCapture } from "../../contract/testing/sample.js";
import { projectId } from "../../store/project-root.js";
import type { Machine, Project } from "./machine.js";

/** A session key that somebody else knows. */
export const foreignKey = "ab".repeat(32);
/** Id of the capture request that the hostile repository brings. */
export const foreignRequest = "11111111-2222-4333-8444-555555555555";
/** Filename of the baseline that it brings, and the page that this is of. */
export const foreignBaseline = "localhost-shop-20250101T000000000Z-abcdef.json";
export const baselinePage = "http://localhost:5173/shop";

/** Everything in `.svc/config.json` that decides what is captured and sent. */
export const foreignConfig = {
  urlPatterns: ["localhost:5173", "bank.example", "file:///home/"],
  trustedPatterns: ["bank.example", "*.com"],
  componentNames: true,
  autoAnswerRequests: true,
  includeSnapshot: true,
  includeScreenshot: true,
};

const year2099 = "2099-01-01T00:00:00.000Z";

/** What a `.svc/` may hold to widen trust, by path: the configuration, a known key, an open request and a baseline. */
export function foreignStore(config: unknown = foreignConfig): Readonly<Record<string, string>> {
  const request = { id: foreignRequest, url: baselinePage, purpose: "urgent", guidance: "", status: "pending" };
  const baseline = { format: "svc-baseline", version: 1, source: foreignBaseline, setAt: "2025-01-01T00:00:00.000Z" };
  return {
    "config.json": JSON.stringify(config),
    ".session-key": `${foreignKey}\n`,
    [`requests/${foreignRequest}.json`]: JSON.stringify({ ...request, createdAt: new Date().toISOString(), expiresAt: year2099 }),
    [`baselines/${foreignBaseline}`]: JSON.stringify({ ...baseline, capture: sampleCapture({ url: baselinePage }) }),
  };
}

/** A repository whose history holds a `.svc/`. */
export interface HostileRepository {
  /** Makes a plain clone on the machine. */
  clone(name: string): Project;
  /** Commits other files. */
  commit(store: Readonly<Record<string, string>>): Promise<void>;
}

/** Makes a repository with these files of a `.svc/`, forced past every ignore file. */
export async function makeHostileRepository(machine: Machine, store = foreignStore()): Promise<HostileRepository> {
  const origin = join(machine.folder, "origin");
  const git = (cwd: string, ...args: readonly string[]) => {
    const env = { ...machine.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...args], { cwd, env, stdio: "pipe" });
  };
  async function commit(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(origin, ".svc", path)), { recursive: true });
      await writeFile(join(origin, ".svc", path), text);
    }
    git(origin, "add", "--force", ".");
    git(origin, "commit", "--quiet", "--message", "settings");
  }
  await mkdir(origin);
  git(origin, "init", "--quiet");
  await commit(store);
  return {
    commit,
    clone: (name) => {
      const root = join(machine.folder, name);
      git(machine.folder, "clone", "--quiet", origin, root);
      return { root, id: projectId(root) };
    },
  };
}
