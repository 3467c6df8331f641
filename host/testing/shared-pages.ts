import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isLong } from "./long.js";
import { projectRoot } from "./paths.js";

/** Real pages, saved: the folder that `SVC_TEST_PAGES` names, else `shared/pages` beside the project or beside the folder of its worktrees. */
export const sharedPages =
  process.env["SVC_TEST_PAGES"] ??
  ["..", join("..", "..")].map((above) => join(projectRoot, above, "shared", "pages")).find(existsSync) ??
  join(projectRoot, "..", "shared", "pages");

/** Why tests of real pages are skipped where there are none. */
export const noSharedPages = "no saved pages: SVC_TEST_PAGES names no folder with any";

const smallest = 3;

/** Their names: all of them in the long run, else the three smallest; none where the folder is absent. */
export function sharedPageNames(): readonly string[] {
  if (!existsSync(sharedPages)) return [];
  const sizeOf = (name: string) => statSync(join(sharedPages, name)).size;
  const names = readdirSync(sharedPages).filter((name) => name.endsWith(".html"));
  return (isLong ? names : names.toSorted((a, b) => sizeOf(a) - sizeOf(b)).slice(0, smallest)).toSorted();
}
