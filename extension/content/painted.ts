/** Longest wait for a frame to be painted, in milliseconds: in a background tab nothing is. */
const paintMs = 300;

/** Two frames later what was hidden, shown and scrolled is on the screen. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, paintMs);
  });
}
