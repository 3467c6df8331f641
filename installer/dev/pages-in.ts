import { readdirSync } from "node:fs";

/** The pages of a folder, by name. A page whose name begins with `_` is part of another. */
export function pagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.x?html?$/.test(name) && !name.startsWith("_"))
    .sort();
}
