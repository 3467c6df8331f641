import { servePages } from "../../../host/testing/page-server.js";
import { pagesIn } from "../pages-in.js";
import type { FidelityBrowser } from "./browser.js";
import { measurePage, type PageMeasures } from "./page-measures.js";

export interface FolderMeasures {
  readonly pages: readonly PageMeasures[];
  /** Pages that could not be captured, with the error's own words. */
  readonly failures: readonly { readonly page: string; readonly message: string }[];
}

/** Called before each page with its name, its place and the number of all. */
export type OnPage = (name: string, place: number, count: number) => void;

/** Measures the pages of a folder, one after another, in a browser that is open. `only` keeps pages whose name contains it. */
export async function measureFolder(
  folder: string,
  browser: FidelityBrowser,
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
      try {
        const page = await browser.open(server.url(encodeURIComponent(name)));
        pages.push(await measurePage(name, page, engine).finally(() => page.close()));
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
