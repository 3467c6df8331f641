import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Semantic Versioning 2.0.0; stores of extensions take numbers and dots only. */
const packageSchema = z.looseObject({ version: z.string().regex(/^\d+\.\d+\.\d+$/) });

/** The version in package.json of a project's root: its one place. */
export function readVersion(root: string): string {
  return packageSchema.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))).version;
}
