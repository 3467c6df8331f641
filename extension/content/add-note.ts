import type { PageEvent } from "../page-api.js";
import { makeElement } from "./make-element.js";
import { selectedRange } from "./selected-text.js";

/** From the end of the selected text, in CSS pixels. */
const gap = 6;

/** Shows a button beside text of the page that is selected, and reports whether any is; returns the function that ends it. */
export function offerNote(layer: HTMLElement, emit: (event: PageEvent) => void): () => void {
  const button = makeElement("button");
  button.className = "add-note";
  button.textContent = "Add note";
  // By keyboard it is a key of the sidebar: one that is pressed here would be heard by the page.
  button.tabIndex = -1;
  // The page keeps its focus and its selection.
  for (const type of ["pointerdown", "mousedown"]) button.addEventListener(type, (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    if (!event.isTrusted) return;
    isTaken = true;
    button.remove();
    emit({ type: "note-selected" });
  });
  let wasSelected = false;
  // Until another text is selected.
  let isTaken = false;

  function place(): void {
    const range = selectedRange();
    if ((range !== undefined) !== wasSelected) emit({ type: "selected", isSelected: range !== undefined });
    wasSelected = range !== undefined;
    const last = range === undefined ? undefined : [...range.getClientRects()].at(-1);
    if (last === undefined || isTaken) {
      button.remove();
      return;
    }
    if (!button.isConnected) layer.append(button);
    const [x, y] = [Math.min(last.right + gap, innerWidth - button.offsetWidth - gap), last.bottom + gap];
    button.style.transform = `translate(${Math.max(gap, x)}px, ${Math.min(y, innerHeight - button.offsetHeight - gap)}px)`;
  }

  const ended = new AbortController();
  const options = { capture: true, passive: true, signal: ended.signal };
  const change = () => {
    isTaken = false;
    place();
  };
  document.addEventListener("selectionchange", change, options);
  for (const type of ["scroll", "resize"]) addEventListener(type, place, options);
  queueMicrotask(place);
  return () => {
    ended.abort();
    button.remove();
  };
}
