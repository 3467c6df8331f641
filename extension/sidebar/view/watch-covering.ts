/** As often the page may cover the sidebar before it is no longer raised: two pages of this kind would fight for ever. */
const raisesMax = 5;

/**
 * Calls `raise` when something of the page lies above the panel, or makes it look other than it is, where the browser can tell (Intersection
 * Observer v2: `trackVisibility`). Returns the function that ends it.
 */
export function watchCovering(layer: HTMLElement, raise: () => void): () => void {
  let raises = 0;
  const options: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = { trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => {
    const covered = entries.some((entry) => entry.isIntersecting && Reflect.get(entry, "isVisible") === false);
    if (covered && raises++ < raisesMax) raise();
  }, options);
  const panel = layer.querySelector(".panel .footer") ?? layer.querySelector(".panel");
  if (panel !== null) observer.observe(panel);
  return () => observer.disconnect();
}
