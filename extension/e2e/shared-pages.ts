import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./paths.js";

/** Real pages saved beside the project, or beside the folder that holds its worktrees; not part of it. */
export const sharedPages =
  ["..", join("..", "..")].map((above) => join(projectRoot, above, "shared", "pages")).find(existsSync) ??
  join(projectRoot, "..", "shared", "pages");

/** Their names; none where the folder is absent. */
export function sharedPageNames(): readonly string[] {
  return existsSync(sharedPages)
    ? readdirSync(sharedPages)
        .filter((name) => name.endsWith(".html"))
        .sort()
    : [];
}
