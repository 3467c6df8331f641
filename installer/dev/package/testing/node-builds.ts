import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";

/** The temporary folder of a test run goes with it; here they stay until the packages are installed anew. */
const cache = fileURLToPath(new URL("../../../../node_modules/.cache/svc/node-builds", import.meta.url));

/** The releases of Node that the package is for. */
export const nodeMajors = [20, 22, 24] as const;

/**
 * A Node of a major release: this one, or a build that npm carries as a package, cached for the next time. A sentence when it cannot be had.
 */
export async function nodeOf(major: number): Promise<{ readonly program: string } | { readonly why: string }> {
  if (process.versions.node.startsWith(`${major}.`)) return { program: process.execPath };
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const folder = join(cache, String(major));
  const program = join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(program)) return { program };
  // Whole or not at all: a run that is ended early leaves no half a Node.
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const install = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", draft, `${name}@${major}`];
    const { exitCode, stderr } = await execa("npm", install, { reject: false, stdin: "ignore" });
    if (exitCode !== 0) return { why: `npm gives no Node ${major} here: ${stderr.split("\n").find((line) => /error/i.test(line)) ?? ""}` };
    renameSync(draft, folder);
    return { program };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
