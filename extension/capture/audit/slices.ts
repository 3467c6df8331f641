/** Lets a long piece of work give way to the page. */
export interface Slices {
  /** True once the time for all of it is used up. */
  spent(): boolean;
  /** Waits for the page's turn when the current slice is over; costs nothing before. */
  pause(): Promise<void>;
}

/** `sliceMs`: the longest time without a pause; `budgetMs`: the time for all. */
export function makeSlices(sliceMs: number, budgetMs: number): Slices {
  const end = performance.now() + budgetMs;
  let sliceEnd = performance.now() + sliceMs;
  return {
    spent: () => performance.now() >= end,
    async pause() {
      if (performance.now() < sliceEnd) return;
      await nextTask();
      sliceEnd = performance.now() + sliceMs;
    },
  };
}

/** A message to oneself is a task of its own: unlike timers it is not slowed down in pages in the background. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}
