import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The programs that others start: absolute paths, and whether these paths will still be there tomorrow. */
export interface Programs {
  readonly node: string;
  readonly server: string;
  readonly http: string;
  /** A package runner's cache is swept at times: what must last is copied out of it, and agents start through the runner. */
  readonly isTemporary: boolean;
}

/** Finds the built programs: beside this one when it is built itself, else in the clone's dist folder. */
export function findPrograms(moduleUrl: string): Programs {
  const here = dirname(fileURLToPath(moduleUrl));
  const folder = existsSync(join(here, "server.js")) ? here : join(here, "..", "dist");
  return { node: process.execPath, server: join(folder, "server.js"), http: join(folder, "http.js"), isTemporary: isRunnersCache(folder) };
}

/** Folders of npx, pnpm dlx, yarn dlx and bunx. */
export function isRunnersCache(folder: string): boolean {
  return folder.split(sep).some((part) => part === "_npx" || /^dlx(-|$)/.test(part) || /^bunx-/.test(part));
}
