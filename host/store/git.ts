import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Capture } from "../contract/capture.js";
import { reasonOf } from "./failures.js";
import { folderPath, readInside } from "./fs/folder.js";
import { debugLog } from "./log.js";

const outputMaxBytes = 64 * 1024 * 1024;
/** Configured filters that are turned off one by one, and changed files whose attributes are asked for: with more of them, changes are unknown. */
const mostFilters = 50;
const mostChanged = 100;
const mostHashed = 2_000;
/** What is left of the time for head and branch. */
const headMs = 300;
/** A longer configuration is none of a repository's. */
const configMaxBytes = 256 * 1024;
/** The filters of a folder's repository by its configuration: that of the user, whose programs may run, may have changed since. */
const filtersBy = new Map<string, { readonly own: string; readonly names: readonly string[] }>();
/** What svc writes itself is none of the project's code. */
const inStore = /(?:^|\/)\.svc\//;

/** Whatever else a repository configures is for commands that are not used here. The empty value turns off a monitor in every version of git. */
const settings = [
  "core.fsmonitor=",
  "core.hooksPath=/dev/null",
  "core.untrackedCache=false",
  "safe.bareRepository=explicit",
  "submodule.recurse=false",
  "protocol.allow=never",
  "log.showSignature=false",
];

const environment = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  // Missing objects of a partial clone: by the first in new versions of git; in older ones no transport is allowed, whatever the configuration.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  // A file may be named `:(exclude)x`.
  GIT_LITERAL_PATHSPECS: "1",
  LC_ALL: "C",
};

/** Each empty where there is none. */
interface Head {
  readonly commit: string;
  readonly branch: string;
}

/** The paths that differ, and what the index holds of those that differ from the commit. */
interface Status extends Head {
  readonly staged: readonly string[];
  readonly modified: readonly string[];
  readonly untracked: readonly string[];
}

type RepositoryState = Pick<Capture, "provenance" | "sourcesHash">;

/** Output and exit code of a command; undefined when it could not be run, was killed, or wrote too much. */
type Output = Promise<{ readonly code: number; readonly output: string } | undefined>;

/**
 * Opens the repository that a project lies in; undefined outside of one, or without git. `root` is a real path. What is not answered `timeoutMs`
 * after opening is given up. The only code that starts git. The repository is foreign: nothing that its configuration, attributes, hooks, index or
 * submodules name is run, nothing is fetched and nothing is written. All paths are relative to the project's root, with `/`.
 */
export async function openGit(root: string, { timeoutMs = 2_000 } = {}) {
  const deadline = performance.now() + timeoutMs;
  const top = await findRepository(root);
  const program = top === undefined ? undefined : findGit(top);
  if (top === undefined || program === undefined) return undefined;
  const prefix = relative(top, root).split(sep).filter(Boolean).join("/");
  const inTop = (path: string) => (prefix === "" ? path : `${prefix}/${path}`);
  const scope = prefix === "" ? [] : [`${prefix}/`];

  const asked = new Map<string, Output>();

  /** Each command is run once: it is a process. */
  function run(args: readonly string[], overrides: readonly string[] = []): Output {
    const key = [...overrides, ...args].join("\0");
    const answer = asked.get(key) ?? start(args, overrides);
    asked.set(key, answer);
    return answer;
  }

  function start(args: readonly string[], overrides: readonly string[]): Output {
    const all = [...[...settings, ...overrides].flatMap((setting) => ["-c", setting]), "--no-pager", ...args];
    const inherited = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
    // The work tree is set, so that `core.worktree` cannot be; found is only the `.git` of this very folder.
    const env = { ...Object.fromEntries(inherited), ...environment, GIT_WORK_TREE: top, GIT_CEILING_DIRECTORIES: dirname(top ?? "") };
    // Where the files are too many, head and branch are asked for yet.
    const sparedMs = args[0] === "status" ? headMs : 0;
    const timeout = Math.max(1, Math.ceil(deadline - performance.now() - sparedMs));
    const options = { cwd: top, env, timeout, killSignal: "SIGKILL", maxBuffer: outputMaxBytes, windowsHide: true } as const;
    return new Promise((done) => {
      const child = execFile(program ?? "", all, options, (error, stdout) => {
        const code = error === null ? 0 : error.code;
        // Exit code 1 is a negative answer.
        if (error !== null && code !== 1) debugLog(`git ${args[0]}: ${reasonOf(error)}`);
        done(typeof code === "number" && error?.killed !== true ? { code, output: stdout } : undefined);
      });
      child.stdin?.end();
    });
  }

  async function ask(args: readonly string[], overrides?: readonly string[]): Promise<string | undefined> {
    const answer = await run(args, overrides);
    return answer?.code === 0 ? answer.output : undefined;
  }

  /** Commit and branch, each empty where there is none (no commit yet; detached). Undefined when git does not answer. */
  async function head(): Promise<Head | undefined> {
    const [commit = "", name = ""] = (await ask(["rev-parse", "HEAD", "--symbolic-full-name", "HEAD"]))?.trim().split("\n") ?? [];
    const branchOf = (reference: string) => reference.replace(/^refs\/heads\//, "");
    if (commit !== "") return { commit, branch: name === "HEAD" ? "" : branchOf(name) };
    const symbolic = await run(["symbolic-ref", "-q", "HEAD"]);
    return symbolic === undefined || symbolic.code > 1 ? undefined : { commit: "", branch: branchOf(symbolic.output.trim()) };
  }

  /** Whether a file differs from the last commit or is untracked; `unknown` where only a filter program knows, or git does not answer. */
  async function isChanged(path: string): Promise<boolean | "unknown"> {
    const [filters, now] = await Promise.all([configuredFilters(), head()]);
    if (filters === undefined || now === undefined) return "unknown";
    const paths = ["-z", "--", inTop(path)];
    const [staged, modified] = await Promise.all([
      ask(now.commit === "" ? ["ls-files", "--cached", ...paths] : ["diff-index", "--cached", "--ignore-submodules=all", "HEAD", ...paths]),
      ask(["ls-files", "--modified", "--others", ...paths], filtersOff(filters)),
    ]);
    if (staged === undefined) return "unknown";
    return staged !== "" || (modified === undefined ? "unknown" : differs(modified.split("\0").filter(Boolean), filters));
  }

  /** Of the repository's tracked files, or also of those in the project's folder that are new. */
  async function statusOf(untracked: "no" | "all", filters: readonly string[]): Promise<Status | undefined> {
    const flags = ["--porcelain=v2", "--branch", "--no-ahead-behind", "--no-renames", "--ignore-submodules=dirty"];
    const paths = untracked === "all" ? scope : [];
    const output = await ask(["status", ...flags, `--untracked-files=${untracked}`, "-z", "--", ...paths], filtersOff(filters));
    return output === undefined ? undefined : readStatus(output);
  }

  /** Commit and branch, whether tracked files of the repository differ from the commit, and a hash of what the project's files hold. */
  async function state(): Promise<RepositoryState> {
    const filters = await configuredFilters();
    const here = filters && statusOf("all", filters);
    const whole = await (filters && prefix !== "" ? statusOf("no", filters) : here);
    const now = whole ?? (await head());
    if (now === undefined) return {};
    const dirty =
      filters === undefined || whole === undefined ? "unknown" : whole.staged.length > 0 || (await differs(whole.modified, filters));
    const sourcesHash = contentHash(await here);
    const provenance = { gitHead: now.commit.slice(0, 100), branch: now.branch.slice(0, 300), dirty };
    return { provenance, ...(sourcesHash === undefined ? {} : { sourcesHash }) };
  }

  /** Names of the filters that are configured anywhere; undefined when they cannot all be turned off. */
  async function configuredFilters(): Promise<readonly string[] | undefined> {
    const own = await ownConfiguration();
    const known = filtersBy.get(top ?? "");
    if (own !== undefined && known?.own === own) return known.names;
    const answer = await run(["config", "-z", "--name-only", "--get-regexp", "^filter\\."]);
    if (answer === undefined || answer.code > 1) return undefined;
    const keys = answer.output.split("\0").filter(Boolean);
    const names = [...new Set(keys.map((key) => key.slice("filter.".length, key.lastIndexOf("."))))];
    // The command line ends a name at `=`.
    if (names.length > mostFilters || names.some((name) => name.includes("="))) return undefined;
    if (own !== undefined) filtersBy.set(top ?? "", { own, names });
    return names;
  }

  /** All that the repository itself configures; undefined where other files may take part. */
  async function ownConfiguration(): Promise<string | undefined> {
    const folder = { base: top ?? "", parts: [".git"] };
    if (existsSync(join(folderPath(folder), "commondir"))) return undefined;
    const text = await readInside(folder, "config", configMaxBytes).catch(() => undefined);
    return text === undefined || /include|worktreeconfig/i.test(text) ? undefined : text;
  }

  /** Of files that have filters git has only seen what the filter would have changed: one that differs must have none. */
  async function differs(paths: readonly string[], filters: readonly string[]): Promise<boolean | "unknown"> {
    if (paths.length === 0 || filters.length === 0) return paths.length > 0;
    const output = await ask(["check-attr", "-z", "filter", "--", ...paths.slice(0, mostChanged)]);
    // Triples of path, attribute and value.
    const values = (output ?? "").split("\0").filter((_field, index) => index % 3 === 2);
    return values.some((value) => value === "unspecified" || value === "unset") ? true : "unknown";
  }

  /** Hash of commit, index, and size and time of files that differ or are new. Undefined without an answer, or for over 2,000 such files. */
  function contentHash(here: Status | undefined): string | undefined {
    if (here === undefined || here.commit === "") return undefined;
    const paths = [...here.modified, ...here.untracked].filter((path) => !inStore.test(path));
    if (paths.length > mostHashed) return undefined;
    const hash = createHash("sha256").update([here.commit, ...here.staged].join("\0"));
    for (const path of paths.sort()) {
      const status = lstatSync(join(top ?? "", path), quiet);
      hash.update(`\0${path}\0${status?.size ?? ""}\0${status?.mtimeMs ?? ""}`);
    }
    return hash.digest("hex").slice(0, 16);
  }

  return {
    state,
    isChanged,
    /** Tracked files and those that no ignore file names; undefined when git does not answer. Names are as the index has them: check each. */
    files: async () => {
      const output = await ask(["ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", ...scope]);
      const names = output?.split("\0").filter((name) => name !== "" && (prefix === "" || name.startsWith(`${prefix}/`)));
      return names === undefined ? undefined : [...new Set(names.map((name) => (prefix === "" ? name : name.slice(prefix.length + 1))))];
    },
    /** When HEAD left a branch, tag or commit, unix ms; undefined when git does not know it. */
    leftAt: async (revision: string) => {
      const base = (await ask(["merge-base", "--end-of-options", revision, "HEAD"]))?.trim();
      const time = base && (await ask(["show", "--no-patch", "--format=%ct", base]));
      return time ? Number(time.trim()) * 1_000 : undefined;
    },
    /** Number of commits after a revision that touch a file; 0 also when git does not know the revision. */
    commitsSince: async (revision: string, path: string) => {
      if (!/^[0-9a-f]{7,64}$/.test(revision)) return 0;
      return Number((await ask(["rev-list", "--count", `${revision}..HEAD`, "--", inTop(path)]))?.trim() ?? 0);
    },
  };
}

function filtersOff(names: readonly string[]): string[] {
  return names.flatMap((name) => [`filter.${name}.clean=`, `filter.${name}.process=`, `filter.${name}.required=false`]);
}

/** The state of the project's repository for a capture; empty outside git, without git, and when git does not answer. */
export async function repositoryStateOf(root: string, options?: { readonly timeoutMs?: number }): Promise<RepositoryState> {
  return (await openGit(root, options))?.state() ?? {};
}

/** Reads git-status(1)'s second porcelain format with -z: a commit that is none is `(initial)`, a branch that is none `(detached)`. */
function readStatus(output: string): Status {
  const rows = output.split("\0");
  const header = (name: string) => rows.find((row) => row.startsWith(`# branch.${name} `))?.slice(`# branch.${name} `.length) ?? "";
  const [commit, branch] = [header("oid"), header("head")];
  const changes = rows.flatMap((row) => {
    const [kind = "", xy = "", , headMode = "", indexMode = "", , headHash = "", indexHash = ""] = row.split(" ");
    if (kind !== "1" && kind !== "u") return [];
    const path = row
      .split(" ")
      .slice(kind === "1" ? 8 : 10)
      .join(" ");
    // Of an unmerged file all is of the index.
    const index = kind === "1" ? [xy.slice(0, 1), headMode, indexMode, headHash, indexHash, path].join(" ") : row;
    return [{ path, index, isStaged: xy[0] !== ".", isModified: kind === "u" || xy[1] !== "." }];
  });
  return {
    commit: commit === "(initial)" ? "" : commit,
    branch: branch === "(detached)" ? "" : branch,
    staged: changes.filter(({ isStaged }) => isStaged).map(({ index }) => index),
    modified: changes.filter(({ isModified }) => isModified).map(({ path }) => path),
    untracked: rows.filter((row) => row.startsWith("? ")).map((row) => row.slice(2)),
  };
}

const quiet = { throwIfNoEntry: false } as const;

/**
 * The nearest folder upward with a repository of its own, searched here because git also takes a folder of a clone for a repository that
 * looks like a bare one; none where git would wait at a pipe. A `.git` file (worktrees, submodules) counts when the folder that it names names this one back; a link never does.
 */
export async function findRepository(root: string): Promise<string | undefined> {
  for (let folder = root; ; folder = dirname(folder)) {
    const path = join(folder, ".git");
    const status = lstatSync(path, quiet);
    if (status?.isDirectory() === true && existsSync(join(path, "HEAD")))
      return readFirst.some((name) => isPipe(join(folder, name))) ? undefined : folder;
    if (status !== undefined && !status.isDirectory()) return (await isNamedBack(folder)) ? folder : undefined;
    if (dirname(folder) === folder) return undefined;
  }
}

/** What git reads whatever it is asked for. */
const readFirst = [".git/HEAD", ".git/config", ".git/index", ".git/info/exclude", ".gitignore"];

/** A pipe or device: git would wait at it. */
function isPipe(path: string): boolean {
  const status = existsSync(path) ? statSync(path, quiet) : undefined;
  return status !== undefined && !status.isFile() && !status.isDirectory();
}

async function isNamedBack(folder: string): Promise<boolean> {
  const read = async (base: string, name: string, line: RegExp) => {
    const text = await readInside({ base, parts: [] }, name, configMaxBytes).catch(() => "");
    return line.exec(text ?? "")?.[1];
  };
  const named = await read(folder, ".git", /^gitdir: (.+)/);
  if (named === undefined) return false;
  const gitFolder = resolve(folder, named);
  // A worktree's names the `.git` file, a submodule's the folder.
  const back =
    (await read(gitFolder, "gitdir", /^(.+)\/\.git\s*$/)) ??
    (await read(gitFolder, "config", /^[ \t]*worktree[ \t]*=(.*)$/m))?.trim().replace(/^"|"$/g, "");
  return back !== undefined && resolve(gitFolder, back) === folder;
}

/** The program on the PATH. Folders of the repository do not count, such as the `node_modules/.bin` that package runners put first. */
function findGit(top: string): string | undefined {
  const name = process.platform === "win32" ? "git.exe" : "git";
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const isForeign = (path: string) => ![path, realpathSync(path), realpathSync(dirname(path))].some((one) => isBelow(top, one));
  return folders.map((folder) => join(folder, name)).find((path) => isProgram(path) && isForeign(path));
}

function isProgram(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not there, or not for this user: the next folder's counts.
    return false;
  }
}

function isBelow(folder: string, path: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
