import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

/** A source, with all that it imports, as a classic script for a page. */
export async function bundleForPage(entry: URL, options: BuildOptions = {}): Promise<string> {
  const given = { bundle: true, format: "iife", define: { __SVC_VERSION__: '"0.0.0"' }, ...options } as const;
  const { outputFiles } = await build({ entryPoints: [fileURLToPath(entry)], ...given, write: false });
  return outputFiles[0]?.text ?? "";
}
