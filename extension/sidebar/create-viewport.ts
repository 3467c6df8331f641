import { type Accessor, createSignal, onCleanup } from "solid-js";

/** Changes whenever what lies in the window may have moved: scrolling of anything, resizing. At most once a frame. */
export function createViewport(): Accessor<number> {
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
  onCleanup(() => {
    removeEventListener("scroll", later, options);
    removeEventListener("resize", later, options);
    cancelAnimationFrame(frame);
  });
  return version;
}
