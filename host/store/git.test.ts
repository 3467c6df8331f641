import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleCapture } from "../contract/testing/sample.js";
import { gitIn } from "../testing/git.js";
import { patience } from "../testing/wait-until.js";
import { repositoryStateOf } from "./git.js";
import { openStore } from "./store.js";
import { temporaryFolder } from "./testing/temporary.js";

const provenanceOf = async (root: string) => (await repositoryStateOf(root, { timeoutMs: patience() })).provenance;

async function repository() {
  const root = await temporaryFolder();
  const git = gitIn(root);
  git("init", "-q", "-b", "trunk");
  await writeFile(join(root, "file"), "1");
  return { root, git };
}

test("stamps commit, branch and whether tracked files differ; the sender's own claim does not count", async () => {
  const { root, git } = await repository();
  expect(await provenanceOf(root)).toEqual({ gitHead: "", branch: "trunk", dirty: false });
  git("add", "file");
  git("commit", "-qm", "one");
  const gitHead = git("rev-parse", "HEAD");
  const store = await openStore(root);
  const claim = { gitHead: "forged", branch: "forged", dirty: true };
  const { filename } = await store.captures.create({ ...sampleCapture(), provenance: claim });
  expect((await store.captures.read(filename)).provenance).toEqual({ gitHead, branch: "trunk", dirty: false });
  await writeFile(join(root, "file"), "2");
  await mkdir(join(root, "packages/web"), { recursive: true });
  expect(await provenanceOf(join(root, "packages/web"))).toEqual({ gitHead, branch: "trunk", dirty: true });
  git("checkout", "-q", "--detach");
  expect(await provenanceOf(root)).toEqual({ gitHead, branch: "", dirty: true });
});

test("a .git file that names a repository elsewhere is not followed", async () => {
  const { root, git } = await repository();
  git("add", "file");
  git("commit", "-qm", "one");
  const clone = await temporaryFolder();
  await writeFile(join(clone, ".git"), `gitdir: ${join(root, ".git")}\n`);
  expect(await provenanceOf(clone)).toBeUndefined();
  git("worktree", "add", "-q", join(clone, "tree"));
  expect(await provenanceOf(join(clone, "tree"))).toMatchObject({ gitHead: git("rev-parse", "HEAD"), dirty: false });
});

test("outside git there is none, and the claim is dropped all the same", async () => {
  const store = await openStore(await temporaryFolder());
  const { filename } = await store.captures.create({ ...sampleCapture(), provenance: { gitHead: "x", branch: "y", dirty: true } });
  expect((await store.captures.read(filename)).provenance).toBeUndefined();
});

test.each([
  ["the file that the filter is for", { "a.bin": "2" }, "unknown"],
  ["another file", { "a.bin": "2", "b.txt": "2" }, true],
  ["a touched file", { "b.txt": "1" }, false],
] as const)("with a filter configured, after a change of %s", async (_what, changes, dirty) => {
  const { root, git } = await repository();
  for (const name of ["a.bin", "b.txt"]) await writeFile(join(root, name), "1");
  await writeFile(join(root, ".gitattributes"), "*.bin filter=lfs\n");
  git("add", "-A");
  git("commit", "-qm", "one");
  git("config", "filter.lfs.clean", "false");
  git("config", "filter.lfs.required", "true");
  for (const [name, text] of Object.entries(changes)) await writeFile(join(root, name), text);
  expect((await provenanceOf(root))?.dirty).toBe(dirty);
});

test.each([
  ["the configuration", []],
  ["a file that it includes", [["config", "include.path", "../more.config"]]],
  ["the worktree's own configuration", [["config", "extensions.worktreeConfig", "true"]]],
  ["that of a common folder", []],
] as const)("no filter runs that came into %s since the last capture", async (place, before) => {
  const { root, git } = await repository();
  await writeFile(join(root, ".gitattributes"), "* filter=evil\n");
  git("add", "-A");
  git("commit", "-qm", "one");
  for (const args of before) git(...args);
  const common = join(await temporaryFolder(), "common");
  await cp(join(root, ".git"), common, { recursive: true });
  if (place === "that of a common folder") await writeFile(join(root, ".git/commondir"), common);
  expect((await provenanceOf(root))?.dirty).toBe(false);
  const files: Readonly<Record<string, string>> = {
    "the configuration": join(root, ".git/config"),
    "a file that it includes": join(root, "more.config"),
    "the worktree's own configuration": join(root, ".git/config.worktree"),
    "that of a common folder": join(common, "config"),
  };
  await appendFile(files[place] ?? "", `[filter "evil"]\n\tclean = touch '${root}/ran'; cat\n`);
  await writeFile(join(root, "file"), "2");
  expect((await provenanceOf(root))?.dirty).toBe("unknown");
  expect(existsSync(join(root, "ran"))).toBe(false);
});

test("is that of the very worktree and submodule", async () => {
  const { root, git } = await repository();
  git("add", "file");
  git("commit", "-qm", "one");
  const gitHead = git("rev-parse", "HEAD");
  const parent = await temporaryFolder();
  git("worktree", "add", "-q", join(parent, "tree"), "-b", "side");
  expect(await provenanceOf(join(parent, "tree"))).toEqual({ gitHead, branch: "side", dirty: false });
  const outer = join(parent, "outer");
  execFileSync("git", ["init", "-q", outer]);
  execFileSync("git", ["-C", outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", root, "sub"], { stdio: "pipe" });
  await writeFile(join(outer, "sub/file"), "2");
  expect(await provenanceOf(join(outer, "sub"))).toEqual({ gitHead, branch: "trunk", dirty: true });
});

test("the hash of the project's files is equal while nothing is written, whatever svc stores", async () => {
  const { root, git } = await repository();
  const hash = async () => (await repositoryStateOf(root, { timeoutMs: patience() })).sourcesHash;
  expect(await hash()).toBeUndefined();
  git("add", "file");
  git("commit", "-qm", "one");
  const hashes = [await hash()];
  await mkdir(join(root, ".svc/captures"), { recursive: true });
  await writeFile(join(root, ".svc/captures/one.json"), "{}");
  expect(await hash()).toBe(hashes[0]);
  for (const [name, text] of [
    ["file", "2"],
    ["new", "1"],
    ["file", "34"],
  ] as const) {
    await writeFile(join(root, name), text);
    hashes.push(await hash());
    expect(await hash()).toBe(hashes.at(-1));
  }
  git("add", "-A");
  hashes.push(await hash());
  git("commit", "-qm", "two");
  hashes.push(await hash());
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/);
});
