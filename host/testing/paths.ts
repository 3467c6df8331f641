import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

/** A file of the build: of this clone, or of the installed package that `SVC_TEST_DIST` names. */
export function distPath(name: string): string {
  return join(process.env["SVC_TEST_DIST"] ?? join(projectRoot, "dist"), name);
}
