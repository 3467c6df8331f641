import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execaSync } from "execa";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot as root } from "../../../host/testing/paths.js";
import { noticesName } from "../build/notices.js";
import { extensionFiles, extensionFolders, targets } from "../build/targets.js";
import { readVersion } from "./version.js";

const version = readVersion(root);

let out: string;
beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), "svc-package-"));
  const { argv } = process;
  process.argv = [...argv.slice(0, 2), "--out", out];
  await import("./main.js").finally(() => {
    process.argv = argv;
  });
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const zipped = (name: string) => unzipSync(new Uint8Array(readFileSync(join(out, name))));

describe("the npm tarball", () => {
  const file = () => join(out, `svc-capture-${version}.tgz`);
  const list = () => execaSync("tar", ["-tzf", file()]).stdout.split("\n").sort();

  test("holds what the build makes, the licences and the README, and nothing else", () => {
    const extensions = Object.values(extensionFolders).flatMap((folder) =>
      [...Object.keys(extensionFiles), "manifest.json", noticesName].map((path) => `${folder}/${path}`),
    );
    const built = [...targets.flatMap(({ outputs }) => outputs), `dist/${noticesName}`];
    const wanted = ["package.json", "LICENSE", "README.md", "dist/playwright.d.ts", ...built, ...extensions].map(
      (path) => `package/${path}`,
    );
    expect(list()).toEqual(wanted.sort());
  });

  test("needs nothing, runs nothing when installed, and names no place of this machine", () => {
    const manifest = JSON.parse(execaSync("tar", ["-xOzf", file(), "package/package.json"]).stdout);
    expect(Object.keys(manifest).filter((key) => /^scripts$|dependencies$/i.test(key))).toEqual(["peerDependencies"]);
    // npm installs no optional peer by itself.
    for (const peer of Object.keys(manifest.peerDependencies)) expect(manifest.peerDependenciesMeta[peer]).toEqual({ optional: true });
    const all = execaSync("tar", ["-xOzf", file()], { encoding: "latin1", maxBuffer: 50e6 }).stdout;
    expect(all).not.toContain(root);
    expect(all).not.toMatch(/^\/\/[#@] sourceMappingURL=|\/node_modules\/\.(pnpm|vite)\//m);
  });
});

test.each([
  ["chrome", "chrome"],
  ["edge", "chrome"],
  ["firefox", "firefox"],
])("the zip for %s has the manifest at its top and no drawer of the system", (store, build) => {
  const files = zipped(`svc-${store}-${version}.zip`);
  expect(JSON.parse(text(files["manifest.json"]))).toMatchObject({ manifest_version: 3, version });
  const wanted = targets.flatMap(({ outputs }) => outputs).filter((path) => path.startsWith(`dist/${build}/`));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(wanted.map((path) => path.slice(`dist/${build}/`.length))));
  expect(Object.keys(files).filter((path) => /(^|\/)[._]|\.(map|ts)$/.test(path))).toEqual([]);
});
