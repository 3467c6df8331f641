import type { PagePorts } from "./ports.js";

/** Pixels of a line, as browsers count them. */
const linePx = 16;

/** The wheel over a layer of ours moves what lies below it: the browser itself would scroll the whole page alone. */
export function scrollPage(page: PagePorts, event: WheelEvent): void {
  // Zooms.
  if (event.ctrlKey) return;
  const unit = [1, linePx, innerHeight][event.deltaMode] ?? 1;
  if (page.scroll(event.clientX, event.clientY, [event.deltaX * unit, event.deltaY * unit])) event.preventDefault();
}
