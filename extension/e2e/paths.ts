import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

/** A file of the build. */
export function distPath(name: string): string {
  return `${projectRoot}dist/${name}`;
}
