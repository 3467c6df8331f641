import { execFileSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleCapture } from "../contract/testing/sample.js";
import { parseStatus, provenanceOf } from "./provenance.js";
import { openStore } from "./store.js";
import { temporaryFolder } from "./testing/temporary.js";

const quiet = () => undefined;

async function repository() {
  const root = await temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  git("init", "-q", "-b", "trunk");
  await writeFile(join(root, "file"), "1");
  return { root, git };
}

test("stamps commit, branch and whether tracked files differ; the sender's own claim does not count", async () => {
  const { root, git } = await repository();
  expect(await provenanceOf(root, quiet)).toEqual({ gitHead: "", branch: "trunk", dirty: false });
  git("add", "file");
  git("commit", "-qm", "one");
  const gitHead = git("rev-parse", "HEAD");
  const store = await openStore(root);
  const claim = { gitHead: "forged", branch: "forged", dirty: true };
  const { filename } = await store.captures.create({ ...sampleCapture(), provenance: claim });
  expect((await store.captures.read(filename)).provenance).toEqual({ gitHead, branch: "trunk", dirty: false });
  await writeFile(join(root, "file"), "2");
  await mkdir(join(root, "packages/web"), { recursive: true });
  expect(await provenanceOf(join(root, "packages/web"), quiet)).toEqual({ gitHead, branch: "trunk", dirty: true });
  git("checkout", "-q", "--detach");
  expect(await provenanceOf(root, quiet)).toEqual({ gitHead, branch: "", dirty: true });
});

test("runs no helper that the repository's configuration names", async () => {
  const { root, git } = await repository();
  await writeFile(join(root, "helper"), `#!/bin/sh\ntouch '${root}/ran'\n`, { mode: 0o755 });
  git("add", "file");
  git("config", "core.fsmonitor", join(root, "helper"));
  await provenanceOf(root, quiet);
  expect(await readdir(root)).not.toContain("ran");
});

test("outside git there is none, and the claim is dropped all the same", async () => {
  const store = await openStore(await temporaryFolder());
  const { filename } = await store.captures.create({ ...sampleCapture(), provenance: { gitHead: "x", branch: "y", dirty: true } });
  expect((await store.captures.read(filename)).provenance).toBeUndefined();
});

test("reads git's words", () => {
  expect(parseStatus("# branch.oid (initial)\n# branch.head (detached)\n1 .M N... f\n")).toEqual({ gitHead: "", branch: "", dirty: true });
});
