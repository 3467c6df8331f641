import type { FidelityBrowser } from "./browser.js";
import { measurePage, type PageMeasures } from "./page-measures.js";
import { pagesIn, serveFolder } from "./serve.js";

/** Measures the pages of a folder, one after another, in a browser that is open. `only` keeps pages whose name contains it. */
export async function measureFolder(folder: string, browser: FidelityBrowser, engine: string, only = ""): Promise<PageMeasures[]> {
  const server = await serveFolder(folder);
  const measures: PageMeasures[] = [];
  try {
    for (const name of pagesIn(folder).filter((page) => page.includes(only))) {
      const page = await browser.open(`${server.url}/${encodeURIComponent(name)}`);
      try {
        measures.push(await measurePage(name, page, engine));
      } catch (error) {
        throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      } finally {
        await page.close();
      }
    }
  } finally {
    server.close();
  }
  return measures;
}
