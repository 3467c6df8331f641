import { pagesIn, serveFolder } from "../serve-folder.js";
import type { FidelityBrowser } from "./browser.js";
import { measurePage, type PageMeasures } from "./page-measures.js";
import { compareBrowsers } from "./parity.js";

export interface FolderMeasures {
  readonly pages: readonly PageMeasures[];
  /** Pages that could not be captured, with the error's own words. */
  readonly failures: readonly { readonly page: string; readonly message: string }[];
}

/** Called before each page with its name, its place and the number of all. */
export type OnPage = (name: string, place: number, count: number) => void;

/** Measures the pages of a folder, one after another, in a browser that is open. `only` keeps pages whose name contains it. */
export function measureFolder(
  folder: string,
  browser: FidelityBrowser,
  engine: string,
  only = "",
  onPage?: OnPage,
): Promise<FolderMeasures> {
  return eachPage(folder, only, onPage, async (name, url) => {
    const page = await browser.open(url);
    try {
      return await measurePage(name, page, engine);
    } finally {
      await page.close();
    }
  });
}

/** Captures each page of a folder in two browsers and compares the captures. */
export function compareFolder(
  folder: string,
  browsers: readonly [FidelityBrowser, FidelityBrowser],
  engine: string,
  only = "",
  onPage?: OnPage,
): Promise<FolderMeasures> {
  const capture = async (browser: FidelityBrowser, url: string) => {
    const page = await browser.open(url);
    try {
      return await page.capture(engine);
    } finally {
      await page.close();
    }
  };
  return eachPage(folder, only, onPage, async (name, url) =>
    compareBrowsers(name, await capture(browsers[0], url), await capture(browsers[1], url)),
  );
}

async function eachPage(
  folder: string,
  only: string,
  onPage: OnPage | undefined,
  measure: (name: string, url: string) => Promise<PageMeasures>,
): Promise<FolderMeasures> {
  const server = await serveFolder(folder);
  const pages: PageMeasures[] = [];
  const failures: { page: string; message: string }[] = [];
  try {
    const names = pagesIn(folder).filter((page) => page.includes(only));
    for (const [index, name] of names.entries()) {
      onPage?.(name, index + 1, names.length);
      try {
        pages.push(await measure(name, `${server.url}/${encodeURIComponent(name)}`));
      } catch (error) {
        // One page that breaks the engine must not hide what the others show.
        failures.push({ page: name, message: error instanceof Error ? error.message : String(error) });
      }
    }
  } finally {
    server.close();
  }
  return { pages, failures };
}
