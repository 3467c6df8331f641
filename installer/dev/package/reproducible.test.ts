import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { execa, execaSync } from "execa";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../host/store/testing/temporary.js";
import { isLong, onlyAtLength } from "../../../host/testing/long.js";
import { projectRoot as root } from "../../../host/testing/paths.js";

/** A clone as somebody with this umask has it; the packages are the ones installed here. */
function clone(from: string, to: string, paths: readonly string[], umask: number): string {
  for (const path of paths) {
    const target = join(to, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(from, path), target);
    chmodSync(target, statSync(target).mode & ~umask);
  }
  symlinkSync(join(root, "node_modules"), join(to, "node_modules"));
  return to;
}

/** Builds and packs; the files made, by name. */
async function pack(place: string, umask: string, env: Record<string, string>): Promise<Map<string, Buffer>> {
  const out = join(place, "packed");
  const tsx = [process.execPath, join(root, "node_modules/tsx/dist/cli.mjs")];
  const scripts = [
    ["installer/dev/build/build.ts", "--quiet"],
    ["installer/dev/package/main.ts", "--out", out],
  ];
  for (const script of scripts) await execa("sh", ["-c", `umask ${umask}; exec "$@"`, "sh", ...tsx, ...script], { cwd: place, env });
  return new Map(readdirSync(out).map((name) => [name, readFileSync(join(out, name))]));
}

test("two people pack the same bytes, wherever they live and whatever their umask", { timeout: 400_000 }, async ({ skip }) => {
  if (!isLong) skip(onlyAtLength);
  const folder = await temporaryFolder();
  const listed = execaSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root }).stdout.split("\0");
  const paths = listed.filter((path) => path !== "" && existsSync(join(root, path)));
  const one = clone(root, join(folder, "one"), paths, 0o022);
  // Of the first copy: the tree at hand may change meanwhile.
  const other = clone(one, join(folder, "deep/er below ünder"), paths, 0o077);
  const first = await pack(one, "022", { TZ: "Pacific/Kiritimati", LC_ALL: "C.UTF-8" });
  const second = await pack(other, "077", { TZ: "America/St_Johns", LC_ALL: "C" });
  expect([...first.keys()].map((name) => name.replace(/\d+\.\d+\.\d+/, "0"))).toEqual([
    "svc-capture-0.tgz",
    "svc-chrome-0.zip",
    "svc-edge-0.zip",
    "svc-firefox-0.zip",
  ]);
  const differing = [...first].filter(([name, bytes]) => second.get(name)?.equals(bytes) !== true).map(([name]) => name);
  expect(differing).toEqual([]);
});
