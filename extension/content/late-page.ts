import type { Glimpse, PagePorts } from "../sidebar/ports.js";

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
    look: (element) => page?.look(element) ?? unknown(element),
    bring: (element) => page?.bring(element) ?? unknown(element),
    scroll: (x, y, by) => page?.scroll(x, y, by) ?? false,
    target: (elements) => page?.target(elements) ?? { type: "page" },
    boxes: (target) => page?.boxes(target) ?? [],
    reveal: (target, calm) => page?.reveal(target, calm),
  };
}

function unknown(element: Element): Glimpse {
  return { element, tag: element.localName, role: "", name: "", source: "", box: [0, 0, 0, 0] };
}
