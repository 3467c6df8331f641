import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Place, positionOf } from "../../../../host/analysis/source/place.js";
import { nothingWanted, type Wanted, wantedOf } from "../../../../host/analysis/source/wanted.js";
import { readCapture } from "../../../../host/contract/reader.js";
import { openSourceFiles } from "../../../../host/project/source-files.js";
import { wantedByText } from "../../../../host/tools/find_source.js";
import { findPlaces, findPlacesOfText } from "../../../../host/tools/source-search.js";
import type { App } from "./apps.js";
import { checkoutOf, clone } from "./checkout.js";
import type { RecordedPage } from "./record.js";
import { type Question, sampleOf } from "./sample.js";

/** Without and with what the page's world knows, by an element's text alone, and by its text in a capture that shows it. */
export const modes = ["off", "on", "text", "shown text"] as const;

/** A question to find_source, with the places that may be the answer, the likeliest first. */
export interface Example {
  readonly app: App;
  readonly mode: (typeof modes)[number];
  readonly question: Question;
  readonly places: readonly Place[];
  readonly isRight: (at: { readonly file: string; readonly line: number }) => boolean;
}

/** Others have no share worth speaking of. */
const mostPlaces = 40;
const leastText = 3;

/** Asks find_source about a sample of an app's elements, over a clone of the app: `perKind` of each kind at most. */
export async function examplesOf(cache: string, app: App, perKind?: number): Promise<Example[]> {
  const pages: RecordedPage[] = JSON.parse(await readFile(join(cache, "recorded", `${app.name}.json`), "utf8"));
  return withClone(cache, app, async (root) => {
    const sources = openSourceFiles(root);
    const examples: Example[] = [];
    for (const question of sampleOf(pages, perKind)) {
      const { page, element, sites } = question;
      const add = async (mode: Example["mode"], wanted: Wanted, isRight: Example["isRight"]) =>
        addPlaces(mode, await findPlaces(sources, wanted), isRight);
      const addPlaces = (mode: Example["mode"], found: readonly Place[], isRight: Example["isRight"]) => {
        const all = found.toSorted((a, b) => b.points - a.points);
        // Those of words count by files, all of them.
        const places = all.filter((one, rank) => rank < mostPlaces || mode === "text" || isIt(one, isRight));
        examples.push({ app, mode, question, places, isRight });
      };
      const isAt: Example["isRight"] = ({ file, line }) =>
        sites.some((one) => one.file === file && line >= one.line && line <= one.lastLine);
      for (const mode of ["off", "on"] as const) {
        const reader = readCapture(page.captures[mode]);
        await add(mode, wantedOf(reader, reader.element(element.index)), isAt);
      }
      const text = element.text.trim();
      const files = text.length < leastText ? [] : await filesWith(sources, sites, text);
      if (files.length === 0) continue;
      await add("text", { ...nothingWanted, shown: [text] }, ({ file }) => files.includes(file));
      // Not for a fit, which has such elements already.
      if (perKind !== undefined) continue;
      const reader = readCapture(page.captures.off);
      const alike = [...reader.elements()].filter((one) => one.text.trim() === text).flatMap(({ index }) => page.sites[index] ?? []);
      const allFiles = await filesWith(sources, alike, text);
      addPlaces("shown text", await findPlacesOfText(sources, wantedByText(reader, text), text), ({ file }) => allFiles.includes(file));
    }
    return examples;
  });
}

export function isIt({ file, text, range }: Place, isRight: Example["isRight"]): boolean {
  return isRight({ file, ...positionOf(text, range[0]) });
}

/** Files of an element's sites in which its text stands. */
async function filesWith(sources: ReturnType<typeof openSourceFiles>, sites: Question["sites"], text: string): Promise<string[]> {
  const files = [...new Set(sites.map(({ file }) => file))];
  const isThere = await Promise.all(files.map(async (file) => (await sources.read(file))?.includes(text) === true));
  return files.filter((_, at) => isThere[at]);
}

/** Makes a clone of the app at its commit for a while, with the themes that its server has built. */
async function withClone<T>(cache: string, app: App, use: (root: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "svc-judge-"));
  const to = join(folder, "clone");
  await clone(checkoutOf(cache, app).repository, to, app, "--shared");
  const themes = join(checkoutOf(cache, app).root, ".nuxt/ui");
  if (existsSync(themes)) await cp(themes, join(to, app.folder ?? "", ".nuxt/ui"), { recursive: true });
  try {
    return await use(join(to, app.folder ?? ""));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
