import { servePages } from "../../../host/testing/page-server.js";
import { pagesIn } from "../pages-in.js";
import type { FidelityBrowser, FidelityPage } from "./browser.js";
import { measurePage, type PageMeasures } from "./page-measures.js";
import { compareBrowsers } from "./parity.js";

export interface FolderMeasures {
  readonly pages: readonly PageMeasures[];
  /** Pages that could not be captured, with the error's own words. */
  readonly failures: readonly { readonly page: string; readonly message: string }[];
}

/** Called before each page with its name, its place and the number of all. */
export type OnPage = (name: string, place: number, count: number) => void;

/**
 * Measures the pages of a folder, one after another, in a browser that is open; with two browsers, compares their captures of each page. `only`
 * keeps pages whose name contains it.
 */
export async function measureFolder(
  folder: string,
  browsers: FidelityBrowser | readonly [FidelityBrowser, FidelityBrowser],
  engine: string,
  only = "",
  onPage?: OnPage,
): Promise<FolderMeasures> {
  const server = await servePages({}, folder);
  const pages: PageMeasures[] = [];
  const failures: { page: string; message: string }[] = [];
  try {
    const names = pagesIn(folder).filter((page) => page.includes(only));
    for (const [index, name] of names.entries()) {
      onPage?.(name, index + 1, names.length);
      const url = server.url(encodeURIComponent(name));
      const captureIn = (browser: FidelityBrowser) => onOpenPage(browser, url, (page) => page.capture(engine));
      try {
        pages.push(
          "open" in browsers
            ? await onOpenPage(browsers, url, (page) => measurePage(name, page, engine))
            : compareBrowsers(name, await captureIn(browsers[0]), await captureIn(browsers[1])),
        );
      } catch (error) {
        // One page that breaks the engine must not hide what the others show.
        failures.push({ page: name, message: error instanceof Error ? error.message : String(error) });
      }
    }
  } finally {
    await server.close();
  }
  return { pages, failures };
}

async function onOpenPage<T>(browser: FidelityBrowser, url: string, use: (page: FidelityPage) => Promise<T>): Promise<T> {
  const page = await browser.open(url);
  try {
    return await use(page);
  } finally {
    await page.close();
  }
}
