import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "../../testing/wait-until.js";

/** Checks every 10 ms whether a condition holds; throws after 10 s, later on a busy machine. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const timeoutMs = patience();
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`the condition did not come true within ${Math.round(timeoutMs)} ms`);
    await sleep(10);
  }
}
