import { shieldEvents } from "./shield.js";
import { stayOnTop } from "./top-layer.js";

/** The one element that the sidebar adds to the page. */
export interface ShadowHost {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  remove(): void;
}

/**
 * Appends the host: a closed shadow root in the top layer, shut off from the page's styles, focus traps and key handlers. `onLost` is called
 * when the page does not let it stay.
 */
export function openShadowHost(onLost: () => void): ShadowHost {
  const element = document.createElementNS("http://www.w3.org/1999/xhtml", "svc-sidebar") as HTMLElement;
  const root = element.attachShadow({ mode: "closed" });
  // Inline and important: no rule of the page is stronger.
  for (const [property, value] of Object.entries(hostStyle)) element.style.setProperty(property, value, "important");
  for (const type of kept) element.addEventListener(type, stop);
  element.popover = "manual";
  const unshield = shieldEvents(element, root);
  const leave = stayOnTop(element, onLost);
  return {
    element,
    root,
    remove: () => {
      leave();
      unshield();
      element.remove();
    },
  };
}

/** The whole window but its scroll bars, and nothing of it catches the pointer: what the sidebar shows inside does. */
const hostStyle = {
  all: "initial",
  position: "fixed",
  inset: "0",
  display: "block",
  "pointer-events": "none",
  "z-index": "2147483647",
  visibility: "visible",
  direction: "ltr",
  "color-scheme": "light dark",
};

/** Events that end at the host, so that the page's shortcuts and focus traps do not act on what happens in the sidebar. */
const kept = [
  ...["keydown", "keyup", "keypress", "beforeinput", "input", "change", "paste", "copy", "cut", "compositionstart", "compositionend"],
  ...["focusin", "focusout", "click", "dblclick", "auxclick", "contextmenu", "mousedown", "mouseup", "mousemove", "mouseover", "mouseout"],
  ...["pointerdown", "pointerup", "pointermove", "pointerover", "pointerout", "touchstart", "touchend", "touchmove", "wheel"],
];

function stop(event: Event): void {
  event.stopPropagation();
}
