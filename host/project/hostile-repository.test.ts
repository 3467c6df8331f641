import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { provenanceOf } from "../store/git.js";
import { temporaryFolder } from "../store/testing/temporary.js";
import { openSourceFiles } from "./source-files.js";

/** A repository that somebody else made: whatever stands in it, no program of it runs and no file outside of it is read. */
interface Ground {
  /** Folder around all of it. */
  readonly base: string;
  /** The repository, with one commit, its `src/a.ts` changed since. */
  readonly root: string;
  /** Path of a program that leaves a mark. */
  readonly program: string;
  write(path: string, text: string): void;
  git(...args: readonly string[]): string;
}

const secret = "SECRET-OF-ANOTHER-FOLDER";

function gitIn(folder: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "protocol.file.allow=always"];
  return execFileSync("git", ["-C", folder, ...identity, ...args], { encoding: "utf8", stdio: "pipe", env: cleanEnvironment() }).trim();
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(ownEnvironment).filter(([name]) => !name.startsWith("GIT_")));
}

const ownEnvironment = { ...process.env };
const marked = (base: string) => existsSync(join(base, "ran"));

async function prepare(): Promise<Ground> {
  const base = await temporaryFolder();
  const root = join(base, "repository");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(join(base, "outside"));
  writeFileSync(join(base, "outside", "secret.html"), `<p>${secret}</p>`);
  const program = join(base, "program");
  writeFileSync(program, `#!/bin/sh\necho "$0 $@" >> '${base}/ran'\n`, { mode: 0o755 });
  write("src/a.ts", "export const one = 1;\n");
  write("src/b.html", "<p>b</p>\n");
  gitIn(root, "init", "-q", "-b", "trunk");
  gitIn(root, "add", "-A");
  gitIn(root, "commit", "-qm", "One");
  write("src/a.ts", "export const one = 2;\n");
  return { base, root, program, write, git: (...args) => gitIn(root, ...args) };
}

/** Does with a project all that the tools and the store do. */
async function useProject(root: string) {
  const sources = openSourceFiles(root);
  const files = await sources.list();
  const texts = new Map<string, string | undefined>();
  for (const path of files) texts.set(path, await sources.read(path));
  const provenance = await provenanceOf(root, () => undefined);
  const head = provenance?.gitHead ?? "";
  for (const path of [...files.slice(0, 5), "src/a.ts"]) await sources.changesSince(head === "" ? "0".repeat(40) : head, path);
  return { files, texts, provenance };
}

/** An index, version 2 of gitformat-index(5), with names that git itself would refuse to add. */
function craftedIndex(paths: readonly string[]): Buffer {
  const entries = [...paths].sort().map((path) => {
    const name = Buffer.from(path);
    const entry = Buffer.alloc(Math.ceil((62 + name.length + 1) / 8) * 8);
    entry.writeUInt32BE(0o100644, 24);
    entry.writeUInt16BE(Math.min(name.length, 0xfff), 60);
    name.copy(entry, 62);
    return entry;
  });
  const header = Buffer.from("DIRC\0\0\0\u0002\0\0\0\0", "latin1");
  header.writeUInt32BE(paths.length, 8);
  const body = Buffer.concat([header, ...entries]);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}

interface Attack {
  readonly what: string;
  /** Makes the repository hostile. Gives the project's folder where it is not the repository's. */
  make(ground: Ground): string | undefined;
}

const setFilter = ({ git, program }: Ground, key: string) => {
  git("config", `filter.evil.${key}`, program);
  git("config", "filter.evil.required", "true");
};

const programs: readonly Attack[] = [
  { what: "core.fsmonitor", make: ({ git, program }) => void git("config", "core.fsmonitor", program) },
  {
    what: "core.fsmonitor in an included file",
    make: ({ git, write, program }) => {
      write("more.config", `[core]\n\tfsmonitor = ${program}\n`);
      git("config", "include.path", "../more.config");
    },
  },
  {
    what: "core.fsmonitor included for this branch only",
    make: ({ git, write, program }) => {
      write("more.config", `[core]\n\tfsmonitor = ${program}\n[filter "evil"]\n\tclean = ${program}\n`);
      write(".gitattributes", "* filter=evil\n");
      git("config", "includeIf.onbranch:trunk.path", "../more.config");
    },
  },
  {
    what: "an embedded bare repository, after a plain clone",
    make: ({ base, root, write, git, program }) => {
      write("app/HEAD", "ref: refs/heads/main\n");
      write("app/config", `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${program}\n`);
      write("app/objects/keep", "");
      write("app/refs/keep", "");
      write("app/index.html", "<p>app</p>");
      writeFileSync(join(root, "app/index"), craftedIndex(["index.html"]));
      git("add", "-A");
      git("commit", "-qm", "App");
      gitIn(base, "clone", "-q", root, "clone");
      return join(base, "clone", "app");
    },
  },
  ...["clean", "smudge", "process"].map(
    (key): Attack => ({
      what: `filter.*.${key}`,
      make: (ground) => {
        ground.write(".gitattributes", "* filter=evil\n");
        setFilter(ground, key);
      },
    }),
  ),
  {
    what: "a filter named by info/attributes, with a name that holds =",
    make: ({ root, git, program }) => {
      mkdirSync(join(root, ".git/info"), { recursive: true });
      writeFileSync(join(root, ".git/info/attributes"), "*.ts filter=a=b\n");
      git("config", "filter.a=b.clean", program);
    },
  },
  {
    what: "a filter on a file that only looks changed",
    make: (ground) => {
      ground.write("src/a.ts", "export const one = 1;\n");
      ground.write(".gitattributes", "*.ts filter=evil\n");
      setFilter(ground, "clean");
    },
  },
  {
    what: "hooks, in their folder and in another",
    make: ({ root, git, program, write }) => {
      for (const hook of ["post-index-change", "reference-transaction", "post-checkout", "pre-auto-gc"]) {
        mkdirSync(join(root, ".git/hooks"), { recursive: true });
        symlinkSync(program, join(root, ".git/hooks", hook));
        write(`hooks/${hook}`, "");
        rmSync(join(root, "hooks", hook));
        symlinkSync(program, join(root, "hooks", hook));
      }
      git("config", "core.hooksPath", "hooks");
    },
  },
  {
    what: "external diff, text conversion and merge drivers",
    make: ({ git, write, program }) => {
      write(".gitattributes", "* diff=evil merge=evil\n");
      for (const key of ["diff.external", "diff.evil.command", "diff.evil.textconv", "merge.evil.driver"]) git("config", key, program);
    },
  },
  {
    what: "pager, editor, aliases, helpers of signing and of passwords",
    make: ({ git, program }) => {
      for (const key of ["core.pager", "core.editor", "core.askPass", "core.gitProxy", "core.alternateRefsCommand", "gpg.program"])
        git("config", key, program);
      for (const name of ["ls-files", "rev-parse", "rev-list", "status", "symbolic-ref"]) {
        git("config", `alias.${name}`, `!${program}`);
        git("config", `pager.${name}`, program);
      }
      git("config", "log.showSignature", "true");
      git("config", "credential.helper", program);
    },
  },
  {
    what: "a submodule with a configuration of its own",
    make: ({ base, root, git, write, program }) => {
      const inner = join(base, "inner");
      mkdirSync(inner);
      gitIn(inner, "init", "-q");
      writeFileSync(join(inner, "in.html"), "<p>in</p>");
      gitIn(inner, "add", "-A");
      gitIn(inner, "commit", "-qm", "In");
      git("submodule", "add", "-q", inner, "sub");
      git("commit", "-qam", "Sub");
      const sub = join(root, "sub");
      gitIn(sub, "config", "filter.evil.clean", program);
      gitIn(sub, "config", "core.fsmonitor", program);
      write("sub/.gitattributes", "* filter=evil\n");
      write("sub/in.html", "<p>on</p>");
      return undefined;
    },
  },
  {
    what: "the submodule itself as the project",
    make: (ground) => {
      programs.find(({ what }) => what.startsWith("a submodule"))?.make(ground);
      return join(ground.root, "sub");
    },
  },
  ...(["ext::PROGRAM %S", "ssh://host.example/x", "FILE"] as const).map(
    (url): Attack => ({
      what: `objects that are fetched when they are missed, from ${url}`,
      make: ({ root, base, git, program, write }) => {
        const tree = git("rev-parse", "HEAD^{tree}");
        git("commit", "-qam", "Two");
        git("config", "extensions.partialClone", "origin");
        git("config", "core.repositoryFormatVersion", "1");
        git("config", "remote.origin.promisor", "true");
        git("config", "remote.origin.url", url.replace("PROGRAM", program).replace("FILE", join(base, "outside")));
        git("config", "remote.origin.uploadpack", program);
        git("config", "core.sshCommand", program);
        for (const protocol of ["ext", "ssh", "file"]) git("config", `protocol.${protocol}.allow`, "always");
        for (const object of [tree, git("rev-parse", "HEAD^{tree}"), git("rev-parse", "HEAD:src")])
          rmSync(join(root, ".git/objects", object.slice(0, 2), object.slice(2)), { force: true });
        write("src/a.ts", "three");
      },
    }),
  ),
  {
    what: "a `.git` file that names a folder of the project",
    make: ({ root, git, write, program }) => {
      git("config", "core.fsmonitor", program);
      write("web/.git", "gitdir: ../.git\n");
      write("web/a.html", "<p>a</p>");
      return join(root, "web");
    },
  },
  {
    what: "a program named git among the project's own, first on the PATH",
    make: ({ root, program, write }) => {
      write("node_modules/.bin/x", "");
      symlinkSync(program, join(root, "node_modules/.bin/git"));
      symlinkSync(program, join(root, "git"));
      symlinkSync(join(root, "node_modules/.bin"), join(dirname(root), "bin"));
      const first = [".", "", join(root, "node_modules/.bin"), "node_modules/.bin", join(dirname(root), "bin")];
      process.env["PATH"] = [...first, process.env["PATH"]].join(delimiter);
      process.chdir(root);
    },
  },
  {
    what: "what the environment tells git",
    make: ({ base, root, program, write }) => {
      write("exec/git-ls-files", "");
      Object.assign(process.env, {
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "core.fsmonitor",
        GIT_CONFIG_VALUE_0: program,
        GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${program}'`,
        GIT_EXTERNAL_DIFF: program,
        GIT_PAGER: program,
        GIT_EXEC_PATH: join(root, "exec"),
        GIT_TRACE: join(base, "ran"),
        GIT_TRACE2: join(base, "ran"),
      });
    },
  },
];

const outside: readonly Attack[] = [
  {
    what: "an index with names that lead out, or into git's own files",
    make: ({ base, root, git }) => {
      git("config", "remote.origin.url", `https://user:${secret}@host.example/`);
      const names = ["../outside/secret.html", "src/../../outside/secret.html", join(base, "outside/secret.html"), ".git/config"];
      writeFileSync(join(root, ".git/index"), craftedIndex([...names, "src/b.html", ".GIT/config", "./src/b.html"]));
    },
  },
  {
    what: "core.worktree elsewhere",
    make: ({ base, git }) => void git("config", "core.worktree", join(base, "outside")),
  },
  {
    what: "a `.git` file that names another repository",
    make: ({ base, root, git }) => {
      git("config", "core.worktree", join(base, "outside"));
      const project = join(base, "project");
      mkdirSync(project);
      writeFileSync(join(project, "own.html"), "<p>own</p>");
      writeFileSync(join(project, ".git"), `gitdir: ${root}/.git\n`);
      return project;
    },
  },
  {
    what: "a `.git` that is a link to another repository",
    make: ({ base, root }) => {
      const project = join(base, "project");
      mkdirSync(project);
      writeFileSync(join(project, "own.html"), "<p>own</p>");
      symlinkSync(join(root, ".git"), join(project, ".git"));
      return project;
    },
  },
  {
    what: "links to a folder and to a file outside, in git and without",
    make: ({ base, root, git }) => {
      symlinkSync(join(base, "outside"), join(root, "folder"));
      symlinkSync(join(base, "outside/secret.html"), join(root, "file.html"));
      git("add", "-A");
      rmSync(join(root, "src"), { recursive: true });
      symlinkSync(join(base, "outside"), join(root, "src"));
      writeFileSync(join(root, ".git/index"), craftedIndex(["src/secret.html", "file.html", "folder/secret.html"]));
    },
  },
  {
    what: "a pipe, a device and a folder under the names of files",
    make: ({ base, root, git }) => {
      execFileSync("mkfifo", [join(root, "pipe.html")]);
      symlinkSync("/dev/zero", join(root, "zero.html"));
      mkdirSync(join(root, "folder.html"));
      git("config", "core.excludesFile", join(base, "outside/secret.html"));
      mkdirSync(join(root, ".git/objects/info"), { recursive: true });
      writeFileSync(join(root, ".git/objects/info/alternates"), `${join(base, "outside")}\n/dev\n`);
      writeFileSync(join(root, ".git/index"), craftedIndex(["pipe.html", "zero.html", "folder.html", "src/b.html"]));
      return undefined;
    },
  },
  {
    what: "links, without git",
    make: ({ base, root }) => {
      rmSync(join(root, ".git"), { recursive: true });
      symlinkSync(join(base, "outside"), join(root, "folder"));
      symlinkSync(join(base, "outside/secret.html"), join(root, "file.html"));
      symlinkSync(join(base, "outside/secret.html"), join(root, ".gitignore"));
    },
  },
  {
    what: "a repository that the environment names",
    make: ({ base, root }) => {
      const other = join(base, "outside");
      gitIn(other, "init", "-q");
      gitIn(other, "add", "-A");
      gitIn(other, "commit", "-qm", secret);
      Object.assign(process.env, { GIT_DIR: join(other, ".git"), GIT_WORK_TREE: other, GIT_INDEX_FILE: join(other, ".git/index") });
      return root;
    },
  },
];

let folder = "";
beforeEach(() => {
  folder = process.cwd();
});
afterEach(() => {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in ownEnvironment)) delete process.env[name];
  Object.assign(process.env, ownEnvironment);
});

describe("no program of a repository runs", () => {
  test.each(programs)("$what", async ({ make }) => {
    const ground = await prepare();
    const project = make(ground) ?? ground.root;
    // What making it ran does not count.
    rmSync(join(ground.base, "ran"), { force: true });
    const { files } = await useProject(project);
    expect(marked(ground.base) ? readFileSync(join(ground.base, "ran"), "utf8") : "").toBe("");
    expect(files.length).toBeGreaterThan(0);
  });
});

describe("no file outside of a repository is listed or read", () => {
  test.each(outside)("$what", async ({ make }) => {
    const ground = await prepare();
    const project = make(ground) ?? ground.root;
    const { files, texts } = await useProject(project);
    expect(JSON.stringify([...texts])).not.toContain(secret);
    expect(
      files.filter((path) => /secret|^\/|\.\.|\.git\//i.test(path) && !lstatSync(join(project, path), { throwIfNoEntry: false })?.isFile()),
    ).toEqual([]);
    const sources = openSourceFiles(project);
    for (const path of [
      "../outside/secret.html",
      join(ground.base, "outside/secret.html"),
      ".git/config",
      "src/../../outside/secret.html",
    ]) {
      expect(await sources.read(path)).toBeUndefined();
      expect((await sources.changesSince("", path)).writtenAt).toBeUndefined();
    }
  });
});

test("names that would move a terminal's cursor or break a line are left out", async () => {
  const { root, write } = await prepare();
  for (const name of ["a\nb.html", "a\u001b[31m.html", "a\u202eb.html", "a\u0007.html"]) write(name, "<p>x</p>");
  expect((await openSourceFiles(root).list()).filter((path) => path.endsWith(".html"))).toEqual(["src/b.html"]);
  rmSync(join(root, ".git"), { recursive: true });
  expect((await openSourceFiles(root).list()).filter((path) => path.endsWith(".html"))).toEqual(["src/b.html"]);
});

test("a git that waits for ever is given up, and only it", { timeout: 30_000 }, async () => {
  const { root } = await prepare();
  execFileSync("mkfifo", [join(root, "ignored")]);
  appendFileSync(join(root, ".git/config"), "[core]\n\texcludesFile = ../ignored\n[include]\n\tpath = ../ignored\n");
  const start = performance.now();
  expect(await openSourceFiles(root).list()).toContain("src/a.ts");
  await provenanceOf(root, () => undefined);
  expect((await openSourceFiles(root).changesSince("", "src/a.ts")).changed).toBe("unknown");
  expect(performance.now() - start).toBeLessThan(25_000);
});
