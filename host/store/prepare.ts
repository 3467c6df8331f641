import { writeInside } from "./atomic-write.js";
import { ensureFolder, readInside } from "./folder.js";
import type { Layout } from "./layout.js";

/** Everything but the configuration is this machine's alone. */
const ignoreFile = "# Written by svc: only the configuration is worth sharing.\n*\n!config.json\n";

/** Creates what is missing of a store's folders. Others may look into `.svc` itself: its `config.json` is the team's. */
export async function prepareFolders(layout: Layout): Promise<void> {
  for (const folder of [layout.captures, layout.snapshots, layout.baselines, layout.requests, layout.archive, layout.run]) {
    await ensureFolder(folder, { openParts: 1 });
  }
  if ((await readInside(layout.store, ".gitignore", 64 * 1024)) !== undefined) return;
  await writeInside(layout.store, ".gitignore", ignoreFile, { mode: 0o644 });
}
