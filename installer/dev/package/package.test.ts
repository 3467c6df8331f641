import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execaSync } from "execa";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { toolNames } from "../../../host/tools/names.js";
import { claudePlugin } from "../build/claude-plugin.js";
import { noticesName } from "../build/notices.js";
import { extensionFiles, extensionFolders, targets } from "../build/targets.js";
import { readAbout } from "./about.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const about = readAbout(root);

let out: string;
beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), "svc-package-"));
  execaSync(process.execPath, [`${root}node_modules/tsx/dist/cli.mjs`, `${root}installer/dev/package/main.ts`, "--out", out], {
    cwd: tmpdir(),
  });
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const zipped = (name: string) => unzipSync(new Uint8Array(readFileSync(join(out, name))));

describe("the npm tarball", () => {
  const file = () => join(out, `svc-capture-${about.version}.tgz`);
  const list = () => execaSync("tar", ["-tzf", file()]).stdout.split("\n").sort();

  test("holds what the build makes, the licences and the README, and nothing else", () => {
    const extensions = Object.values(extensionFolders).flatMap((folder) =>
      [...Object.keys(extensionFiles), "manifest.json", noticesName].map((path) => `${folder}/${path}`),
    );
    const built = [...targets.flatMap(({ outputs }) => outputs), `dist/${noticesName}`, ...claudePlugin(root, about).keys()];
    const wanted = ["package.json", "LICENSE", "README.md", ...built, ...extensions].map((path) => `package/${path}`);
    expect(list()).toEqual(wanted.sort());
  });

  test("is what a plain `npm pack` packs", () => {
    const packed = JSON.parse(execaSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], { cwd: root }).stdout);
    expect(packed[0].files.map(({ path }: { path: string }) => `package/${path}`).sort()).toEqual(list());
  });

  test("needs nothing, runs nothing when installed, and names no place of this machine", () => {
    const manifest = JSON.parse(execaSync("tar", ["-xOzf", file(), "package/package.json"]).stdout);
    expect(Object.keys(manifest).filter((key) => /^scripts$|dependencies$/i.test(key))).toEqual([]);
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
  const files = zipped(`svc-${store}-${about.version}.zip`);
  expect(JSON.parse(text(files["manifest.json"]))).toMatchObject({ manifest_version: 3, version: about.version });
  const wanted = targets.flatMap(({ outputs }) => outputs).filter((path) => path.startsWith(`dist/${build}/`));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(wanted.map((path) => path.slice(`dist/${build}/`.length))));
  expect(Object.keys(files).filter((path) => /(^|\/)[._]|\.(map|ts)$/.test(path))).toEqual([]);
});

/** The required fields of MCPB's MANIFEST.md 0.3, and those we use; strict, as the specification's own schema is. */
const mcpbSchema = z.strictObject({
  manifest_version: z.literal("0.3"),
  name: z.string().min(1),
  display_name: z.string(),
  version: z.string(),
  description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.string(),
  keywords: z.array(z.string()),
  icon: z.string(),
  server: z.strictObject({
    type: z.literal("node"),
    entry_point: z.string(),
    mcp_config: z.strictObject({ command: z.string(), args: z.array(z.string()), env: z.record(z.string(), z.string()) }),
  }),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  prompts_generated: z.boolean(),
  compatibility: z.strictObject({
    platforms: z.array(z.enum(["darwin", "win32", "linux"])),
    runtimes: z.strictObject({ node: z.string() }),
  }),
  user_config: z.record(
    z.string(),
    z.strictObject({ type: z.literal("directory"), title: z.string(), description: z.string(), required: z.boolean() }),
  ),
});

describe("the MCP bundle", () => {
  const files = () => zipped(`svc-capture-${about.version}.mcpb`);

  test("has a manifest by the specification, with every tool and only variables that clients fill in", () => {
    const manifest = mcpbSchema.parse(JSON.parse(text(files()["manifest.json"])));
    expect(manifest.tools.map(({ name }) => name)).toEqual(toolNames);
    expect(manifest.version).toBe(about.version);
    expect([manifest.icon, manifest.server.entry_point].filter((path) => files()[path] === undefined)).toEqual([]);
    const variables = [...manifest.server.mcp_config.args.join(" ").matchAll(/\$\{([^}]*)\}/g)].map(([, name]) => name);
    expect(variables).toEqual(["__dirname", ...Object.keys(manifest.user_config).map((key) => `user_config.${key}`)]);
  });
});

/** The schema of 2025-12-11: names, lengths and patterns are its own. */
const serverSchema = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  packages: z.array(
    z.strictObject({
      registryType: z.literal("npm"),
      identifier: z.string(),
      version: z.string().regex(/^\d+\.\d+\.\d+$/),
      runtimeHint: z.string(),
      transport: z.strictObject({ type: z.literal("stdio") }),
      packageArguments: z.array(
        z.strictObject({
          type: z.literal("named"),
          name: z.string(),
          description: z.string(),
          format: z.enum(["string", "number", "boolean", "filepath"]),
          isRequired: z.boolean(),
        }),
      ),
    }),
  ),
});

test("server.json follows its schema and names this package as the package names it", () => {
  const server = serverSchema.parse(JSON.parse(readFileSync(join(out, "server.json"), "utf8")));
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(server).toMatchObject({ name: manifest.mcpName, version: manifest.version });
  expect(server.packages).toMatchObject([{ identifier: manifest.name, version: manifest.version }]);
});
