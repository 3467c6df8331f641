import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execaSync } from "execa";
import { z } from "zod";

const packSchema = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string(), mode: z.number() })) })]);

/** Of package.json only development needs these. */
const ofDevelopment = ["scripts", "devDependencies", "overrides", "knip"];

/**
 * The npm tarball in a folder; returns its name. Packed from a copy, because npm takes over the file modes of the clone, and those are its
 * owner's umask.
 */
export function packTarball(root: string, out: string): string {
  const stage = mkdtempSync(join(tmpdir(), "svc-pack-"));
  try {
    for (const { path, mode } of npmPack(root, ["--dry-run"]).files) stageFile(root, stage, path, (mode & 0o100) === 0 ? 0o644 : 0o755);
    return npmPack(stage, ["--pack-destination", out]).filename;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The build has run: its scripts must not. */
function npmPack(folder: string, args: readonly string[]) {
  const { stdout } = execaSync("npm", ["pack", "--ignore-scripts", "--json", ...args], { cwd: folder });
  return packSchema.parse(JSON.parse(stdout))[0];
}

function stageFile(root: string, stage: string, path: string, mode: number): void {
  const [from, to] = [join(root, path), join(stage, path)];
  mkdirSync(dirname(to), { recursive: true });
  if (path === "package.json") writeFileSync(to, withoutDevelopment(readFileSync(from, "utf8")));
  else copyFileSync(from, to);
  chmodSync(to, mode);
}

function withoutDevelopment(text: string): string {
  const all = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  return `${JSON.stringify(Object.fromEntries(Object.entries(all).filter(([key]) => !ofDevelopment.includes(key))), null, 2)}\n`;
}
