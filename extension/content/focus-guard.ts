import type { FocusReport } from "../page-api.js";
import type { Overlay } from "./overlay.js";

/** As often within so many milliseconds the page may take the focus before the sidebar closes. */
const theftsMax = 7;
const theftsMs = 2_000;
/** What the page does within so many milliseconds counts once. */
const burstMs = 30;
/** Keys are withheld from the page until the person has paused for so long, in milliseconds: until they see that the sidebar is closed. */
const pauseMs = 800;
/** How long the frame may be without the focus before it is returned, in milliseconds, where the page hides its focus events from this script. */
const checkMs = 20;

const hoveredFrame = "iframe:hover, frame:hover, object:hover, embed:hover";

export interface FocusGuard {
  report(report: FocusReport): void;
  stop(): void;
}

/**
 * While the person writes in the frame, the focus that the page takes is returned to it, unless the person pressed the pointer in the page;
 * a key that reaches the page in between is withheld from it and lost. `onTheft` is called each time, `onLost` once, when the page does not
 * stop.
 */
export function guardFocus({ element: host, frame }: Overlay, onTheft: (isKeyLost: boolean) => void, onLost: () => void): FocusGuard {
  const thefts: number[] = [];
  let isReturning = false;
  let isLost = false;
  let isWriting = false;
  let lastInputAt = 0;
  let releasedAt = 0;
  let isInPageFrame = false;
  let check: ReturnType<typeof setTimeout> | undefined;

  // Where the person pressed a key or the pointer last, there the focus belongs.
  const isHeld = () => isWriting && lastInputAt > releasedAt;

  function returnFocus(isKeyLost = false): void {
    if (!isHeld() || isReturning) return;
    isReturning = true;
    // `window.focus()` takes the focus from the frame and leaves it the active element.
    if (frame.hasFocus()) frame.element.blur();
    frame.focus();
    isReturning = false;
    onTheft(isKeyLost);
    if (!frame.hasFocus()) checkSoon();
    count();
  }

  function count(): void {
    const now = performance.now();
    if (now - (thefts.at(-1) ?? 0) > burstMs) thefts.push(now);
    while (now - (thefts[0] ?? now) > theftsMs) thefts.shift();
    if (thefts.length > theftsMax) lose();
  }

  function checkSoon(): void {
    clearTimeout(check);
    check = setTimeout(() => {
      if (!isHeld() || !document.hasFocus()) return;
      // What the person does in a frame of the page is heard there alone. Chromium may leave our frame the active element.
      const active = document.activeElement === host ? document.querySelector(hoveredFrame) : document.activeElement;
      isInPageFrame = active?.matches(hoveredFrame) === true;
      if (isInPageFrame) releasedAt = Date.now();
      else returnFocus();
    }, checkMs);
  }

  function lose(): void {
    if (!isLost) onLost();
    isLost = true;
  }

  /** Keys are withheld a while longer. */
  function end(): void {
    const left = lastInputAt + pauseMs - Date.now();
    if (isHeld() && left > 0) return void setTimeout(end, left);
    isWriting = false;
    clearTimeout(check);
    ended.abort();
  }

  function onFocus(event: Event): void {
    if (!isHeld() || !event.isTrusted) return;
    // The sidebar's focus is nothing to the page: a focus trap would answer by taking it.
    if (isReturning || event.target === host) event.stopImmediatePropagation();
    else if (event.target === window) event.type === "focus" && queueMicrotask(() => returnFocus());
    else if (event.type.startsWith("focus") && !frame.hasFocus()) returnFocus();
  }

  /** The person points at the page: it may have the focus. */
  function onPointer({ isTrusted, target }: Event): void {
    if (!isTrusted || target === host || document.pointerLockElement !== null) return;
    releasedAt = Date.now();
    isInPageFrame = false;
  }

  function onKeyDown(event: KeyboardEvent): void {
    // A key that is heard here was not pressed in a frame of the page: the focus was taken while the pointer rested on one.
    if (event.isTrusted && isInPageFrame) releasedAt = 0;
    isInPageFrame = false;
    if (!isHeld() || !event.isTrusted) return;
    lastInputAt = Date.now();
    event.preventDefault();
    event.stopImmediatePropagation();
    returnFocus(true);
  }

  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  for (const type of ["focus", "focusin", "blur", "focusout"]) addEventListener(type, onFocus, options);
  for (const type of ["pointerdown", "mousedown", "touchstart"]) addEventListener(type, onPointer, { ...options, passive: true });
  addEventListener("pointerlockchange", () => isHeld() && document.exitPointerLock(), options);
  addEventListener("keydown", onKeyDown, options);
  return {
    report: ({ hasFocus, ...known }) => {
      if (isLost) return;
      isWriting = known.isWriting;
      lastInputAt = Math.max(lastInputAt, known.lastInputAt);
      clearTimeout(check);
      if (isHeld() && !(hasFocus && frame.hasFocus())) checkSoon();
    },
    stop: () => {
      isLost = true;
      end();
    },
  };
}
