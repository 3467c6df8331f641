import { markReal } from "../sidebar/real-event.js";

/**
 * Keeps from the page what happens in the sidebar: traps that take the focus back, shortcuts that swallow letters, guards that cut clicks
 * off. The window hears of everything first; only what the page itself has put there comes before. Gives the function that ends it.
 */
export function shieldEvents(host: HTMLElement, root: ShadowRoot): () => void {
  const isOurs = (event: Event) => event.isTrusted && event.target === host;
  let awaited: Event | undefined;

  function hide(event: Event): void {
    // Traps also ask where the focus goes when it leaves the page's own.
    if (isOurs(event) || Reflect.get(event, "relatedTarget") === host) event.stopImmediatePropagation();
  }

  function onKey(event: Event): void {
    if (!(event instanceof KeyboardEvent && isOurs(event))) return;
    const focused = root.activeElement;
    if (isNeeded(event, focused)) follow(event);
    else event.stopImmediatePropagation();
    if (event.defaultPrevented && focused !== null) writeAnyway(focused, event);
  }

  /** An event that the page cuts off on its way comes a moment later as a copy that only the closed root sees. */
  function follow(event: Event): void {
    if (!isOurs(event)) return;
    awaited = event;
    setTimeout(() => {
      if (awaited !== event) return;
      awaited = undefined;
      if (event instanceof KeyboardEvent) root.activeElement?.dispatchEvent(markReal(new KeyboardEvent("keydown", initOf(event))));
      else if (event instanceof MouseEvent) pressedIn(root, event)?.dispatchEvent(markReal(new MouseEvent("click", initOf(event))));
    });
  }

  function arrive(event: Event): void {
    if (event === awaited) awaited = undefined;
  }

  const heard: readonly (readonly [EventTarget, string, (event: Event) => void])[] = [
    ...hidden.map((type) => [window, type, hide] as const),
    [window, "keydown", onKey],
    [window, "click", follow],
    [root, "keydown", arrive],
    [root, "click", arrive],
  ];
  for (const [target, type, listener] of heard) target.addEventListener(type, listener, { capture: true, passive: true });
  return () => {
    for (const [target, type, listener] of heard) target.removeEventListener(type, listener, { capture: true });
  };
}

/** Events that nothing in the sidebar listens to: what the browser does with them needs no listener. */
const hidden = [
  ...["focus", "blur", "focusin", "focusout", "mousedown", "mouseup", "mousemove", "mouseover", "mouseout", "dblclick", "auxclick"],
  ...["contextmenu", "touchstart", "touchend", "keyup", "keypress", "beforeinput", "paste", "copy", "cut"],
  ...["compositionstart", "compositionupdate", "compositionend"],
];

/** Keys that the sidebar acts on itself; in a field all others are the field's. */
function isNeeded({ key, ctrlKey, metaKey }: KeyboardEvent, focused: Element | null): boolean {
  if (key === "Escape") return true;
  if (focused?.matches("textarea, select, input") === true) return key === "Enter" && (ctrlKey || metaKey);
  return /^(Enter|Home|End|Arrow\w+)$/.test(key);
}

/** A listener that came first has kept the browser from writing: it is written all the same. */
function writeAnyway(field: Element, event: KeyboardEvent): void {
  if (!field.matches("textarea") || ((event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph"))) return;
  const [command, text] = event.key.length === 1 ? ["insertText", event.key] : (edits[event.key] ?? []);
  if (command !== undefined) document.execCommand(command, false, text);
}

const edits: Readonly<Record<string, readonly [command: string, text?: string]>> = {
  Enter: ["insertText", "\n"],
  Backspace: ["delete"],
  Delete: ["forwardDelete"],
};

/** What a click was meant for. What the browser has done by itself already is not done twice. */
function pressedIn(root: ShadowRoot, { clientX, clientY, detail, defaultPrevented }: MouseEvent): Element | null {
  const hit = detail === 0 ? root.activeElement : root.elementFromPoint(clientX, clientY);
  return defaultPrevented ? hit : (hit?.closest("button, .cover") ?? null);
}

function initOf(event: KeyboardEvent | MouseEvent): KeyboardEventInit & MouseEventInit {
  const { shiftKey, ctrlKey, metaKey } = event;
  const what = event instanceof KeyboardEvent ? { key: event.key } : { clientX: event.clientX, clientY: event.clientY };
  return { ...what, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true };
}
