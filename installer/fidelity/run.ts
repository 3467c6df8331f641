import type { FidelityBrowser } from "./browser.js";
import { measurePage, type PageMeasures } from "./page-measures.js";
import { pagesIn, serveFolder } from "./serve.js";

export interface FolderMeasures {
  readonly pages: readonly PageMeasures[];
  /** Pages that could not be captured, with the error's own words. */
  readonly failures: readonly { readonly page: string; readonly message: string }[];
}

/** Measures the pages of a folder, one after another, in a browser that is open. `only` keeps pages whose name contains it. */
export async function measureFolder(folder: string, browser: FidelityBrowser, engine: string, only = ""): Promise<FolderMeasures> {
  const server = await serveFolder(folder);
  const pages: PageMeasures[] = [];
  const failures: { page: string; message: string }[] = [];
  try {
    for (const name of pagesIn(folder).filter((page) => page.includes(only))) {
      const page = await browser.open(`${server.url}/${encodeURIComponent(name)}`);
      try {
        pages.push(await measurePage(name, page, engine));
      } catch (error) {
        // One page that breaks the engine must not hide what the others show.
        failures.push({ page: name, message: error instanceof Error ? error.message : String(error) });
      } finally {
        await page.close();
      }
    }
  } finally {
    server.close();
  }
  return { pages, failures };
}
