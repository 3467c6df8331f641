import { execFileSync } from "node:child_process";
import { appendFileSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openGit, repositoryStateOf } from "../store/git.js";
import { rowsOfRun } from "../testing/long.js";
import { patience } from "../testing/wait-until.js";
import { openSourceFiles } from "./source-files.js";
import { type Attack, craftedIndex, gitIn, marked, ownEnvironment, prepare, programs, secret } from "./testing/hostile-repositories.js";

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

/** Does with a project all that the tools and the store do. */
async function useProject(root: string) {
  const sources = openSourceFiles(root);
  const files = await sources.list();
  const texts = new Map<string, string | undefined>();
  for (const path of files) texts.set(path, await sources.read(path));
  const { provenance } = await repositoryStateOf(root, { timeoutMs: patience() });
  const head = provenance?.gitHead ?? "";
  await (await openGit(root, { timeoutMs: patience() }))?.leftAt("HEAD");
  for (const path of [...files.slice(0, 5), "src/a.ts"]) await sources.changesSince(head === "" ? "0".repeat(40) : head, path);
  return { files, texts, provenance };
}

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
  test.each(
    rowsOfRun(
      programs,
      programs.filter((_, at) => at % 5 === 0),
    ),
  )("$what", async ({ make }) => {
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
  test.each(
    rowsOfRun(
      outside,
      outside.filter((_, at) => at % 2 === 0),
    ),
  )("$what", async ({ make }) => {
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
  const sources = openSourceFiles(root);
  expect(await sources.list()).toContain("src/a.ts");
  const second = performance.now();
  expect(await sources.list(0)).toContain("src/a.ts");
  expect(performance.now() - second, "the wait is not for each call").toBeLessThan(1_000);
  await repositoryStateOf(root);
  expect((await openSourceFiles(root).changesSince("", "src/a.ts")).changed).toBe("unknown");
  expect(performance.now() - start).toBeLessThan(25_000);
});

test.each(rowsOfRun([".git/HEAD", ".git/index", ".gitignore"], [".git/index"]))(
  "a pipe as %s is no repository's: nothing waits for it",
  async (name) => {
    const { root } = await prepare();
    rmSync(join(root, name), { force: true });
    execFileSync("mkfifo", [join(root, name)]);
    const start = performance.now();
    expect(await openSourceFiles(root).list()).toContain("src/a.ts");
    expect(await repositoryStateOf(root)).toEqual({});
    expect(performance.now() - start).toBeLessThan(8_000);
  },
);
