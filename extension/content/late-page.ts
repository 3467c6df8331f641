import type { PagePorts } from "../sidebar/ports.js";

/**
 * The page as the sidebar sees it, from a script that comes with the first reading: the sidebar is painted before. Until then nothing of
 * the page is known.
 */
export function makeLatePage(load: () => Promise<PagePorts>): PagePorts {
  let page: PagePorts | undefined;
  let loading: Promise<PagePorts> | undefined;

  async function arrive(): Promise<PagePorts> {
    try {
      loading ??= load();
      page = await loading;
      return page;
    } catch (error) {
      // The next reading tries again.
      loading = undefined;
      throw error;
    }
  }

  return {
    get hidesWorld() {
      return page?.hidesWorld ?? false;
    },
    read: async (notes, options) => (await arrive()).read(notes, options),
    picture: async () => (await arrive()).picture(),
    at: (x, y) => page?.at(x, y),
    step: (element, step) => page?.step(element, step),
    target: (elements) => page?.target(elements) ?? { type: "page" },
    boxes: (target) => page?.boxes(target) ?? [],
    reveal: (target, calm) => page?.reveal(target, calm),
  };
}
