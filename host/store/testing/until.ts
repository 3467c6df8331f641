import { setTimeout as sleep } from "node:timers/promises";

/** Looks every 10 ms until a condition holds; throws after 10 s. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error("the condition did not come true within 10 s");
    await sleep(10);
  }
}
