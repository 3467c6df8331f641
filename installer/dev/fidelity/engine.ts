import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const source = fileURLToPath(new URL("../../../extension/capture/main.ts", import.meta.url));

/** The capture engine as a classic script, bundled from its sources. */
export async function readEngine(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    format: "iife",
    target: "chrome116",
    define: { __SVC_VERSION__: '"0.0.0"' },
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error("the capture engine could not be bundled");
  return file.text;
}
