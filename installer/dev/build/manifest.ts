import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifestSchema = z.record(z.string(), z.unknown());

/** The manifest of one browser family: the common template, the family's own keys over it, and the version. JSON text. */
export function composeManifest(root: string, family: string, version: string): string {
  const read = (name: string) => manifestSchema.parse(JSON.parse(readFileSync(join(root, "manifests", `${name}.json`), "utf8")));
  return `${JSON.stringify({ ...read("base"), ...read(family), version }, null, 2)}\n`;
}
