import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UsageError } from "../contract/errors.js";
import { findProject } from "./project-root.js";
import { temporaryFolder } from "./testing/temporary.js";

test.each<[string, readonly string[], string, string]>([
  ["the nearest .svc upward", [".svc/", "packages/web/src/"], "packages/web/src", ""],
  ["the nearest git root upward", [".git/", "src/deep/"], "src/deep", ""],
  ["a worktree, whose .git is a file", [".git/", "tree/.git", "tree/src/"], "tree/src", "tree"],
  ["a .svc below the git root", [".git/", "packages/web/.svc/", "packages/web/src/"], "packages/web/src", "packages/web"],
  ["a git root below a .svc", [".svc/", "packages/web/.git/"], "packages/web", "packages/web"],
  ["the folder itself", [".svc/"], "", ""],
])("finds %s", async (_what, entries, from, found) => {
  const root = await temporaryFolder();
  for (const entry of entries) {
    if (entry.endsWith("/")) await mkdir(join(root, entry), { recursive: true });
    else await mkdir(join(root, entry, ".."), { recursive: true }).then(() => writeFile(join(root, entry), "gitdir: elsewhere\n"));
  }
  expect(findProject(join(root, from))).toBe(join(root, found));
});

test("takes the working folder where nothing marks a project, and a file named .svc for none", async () => {
  const root = await temporaryFolder();
  await mkdir(join(root, "a"));
  await writeFile(join(root, ".svc"), "");
  expect(findProject(join(root, "a"))).toBe(join(root, "a"));
});

test("takes a named folder as it is, and refuses what is none", async () => {
  const root = await temporaryFolder();
  await mkdir(join(root, ".svc"));
  await mkdir(join(root, "a/b"), { recursive: true });
  await writeFile(join(root, "file"), "");
  expect(findProject(join(root, "a"), "b")).toBe(join(root, "a/b"));
  for (const name of ["none", "../file"]) expect(() => findProject(join(root, "a"), name)).toThrow(UsageError);
});
