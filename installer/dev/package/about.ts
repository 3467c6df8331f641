import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const aboutSchema = z.looseObject({
  name: z.string(),
  /** Semantic Versioning 2.0.0; stores of extensions take numbers and dots only. */
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** Registries of MCP servers show at most 100 characters. */
  description: z.string().max(100),
  license: z.string(),
  author: z.string(),
  engines: z.object({ node: z.string() }),
  keywords: z.array(z.string()),
});

/** What package.json has about the package: the one place of its version, name and description. */
export type About = z.infer<typeof aboutSchema>;

/** Reads and checks package.json in a project's root. */
export function readAbout(root: string): About {
  return aboutSchema.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
}
