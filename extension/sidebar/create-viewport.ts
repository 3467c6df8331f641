import { type Accessor, createSignal, onCleanup } from "solid-js";

/** Pages change without a word: a look this often, in milliseconds, is cheaper than to be told of every change. */
const lookMs = 500;

/**
 * Changes whenever what lies in the window may have moved: scrolling of anything, resizing, at most once a frame; and now and then while
 * something is followed.
 */
export function createViewport(isFollowing: () => boolean): Accessor<number> {
  const [version, setVersion] = createSignal(0);
  let frame = 0;

  function later(): void {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      setVersion((now) => now + 1);
    });
  }

  const options = { capture: true, passive: true };
  addEventListener("scroll", later, options);
  addEventListener("resize", later, options);
  const timer = setInterval(() => document.hidden || !isFollowing() || later(), lookMs);
  onCleanup(() => {
    clearInterval(timer);
    removeEventListener("scroll", later, options);
    removeEventListener("resize", later, options);
    cancelAnimationFrame(frame);
  });
  return version;
}
