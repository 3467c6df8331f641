import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { positionOf } from "../../../../host/analysis/source/place.js";
import type { App } from "./apps.js";
import { checkoutOf, filesOf } from "./checkout.js";
import { hasTags, tagPositions } from "./tag-positions.js";

/** Where a tag is written in an app's sources; lines count from 1. */
export interface Site {
  readonly file: string;
  readonly line: number;
  /** The last line of the opening tag. */
  readonly lastLine: number;
}

/** Begins the name of the attribute that stands for a site; its index follows. */
export const sitePrefix = "data-site-";

/**
 * Writes an attribute of its own into each tag of the app's sources, on the same line, so that a page of the app shows which tags made each
 * element: attributes pile up where a component hands them down. `restore` takes them out again.
 */
export async function instrument(cache: string, app: App): Promise<Site[]> {
  const { root } = checkoutOf(cache, app);
  const sites: Site[] = [];
  for (const file of await filesOf(root)) {
    if (!hasTags.test(file) || !(app.sources ?? ["src/"]).some((start) => file.startsWith(start))) continue;
    const text = await readFile(join(root, file), "utf8");
    const tags = tagPositions(file, text).sort((a, b) => a.offset - b.offset);
    let marked = "";
    let from = 0;
    for (const { offset, after, end, isCall = false } of tags) {
      const name = sitePrefix + sites.length;
      marked += text.slice(from, after) + (isCall ? `"${name}": "",` : ` ${name}=""`);
      from = after;
      sites.push({ file, line: positionOf(text, offset).line, lastLine: positionOf(text, end).line });
    }
    if (tags.length > 0) await writeFile(join(root, file), marked + text.slice(from));
  }
  return sites;
}
