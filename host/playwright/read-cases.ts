import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { casesName, type NoteCase, parseCases } from "../contract/note-cases.js";

/** The project's cases, by id: of the nearest file from the working directory upward. Throws Error where there is none or it is damaged. */
export function readCases(file = nearest(process.cwd())): ReadonlyMap<string, NoteCase> {
  if (!existsSync(file)) throw new Error(`There is no ${casesName} here. \`svc-init keep\` writes it from accepted notes.`);
  return parseCases(readFileSync(file, "utf8"));
}

function nearest(folder: string): string {
  const path = join(folder, casesName);
  return existsSync(path) || dirname(folder) === folder ? path : nearest(dirname(folder));
}

/** Where a case's page is served now: its path below the configured address, else as it was. */
export function addressOf({ page }: Pick<NoteCase, "page">, baseURL: string | undefined): string {
  const { pathname, search, hash } = new URL(page);
  return baseURL === undefined ? page : new URL(pathname + search + hash, baseURL).href;
}
