import { availableParallelism, loadavg } from "node:os";

/** Between questions, in milliseconds: each pause is half as long again as the one before. To ask a browser costs as much as what it does meanwhile. */
const pauses = { first: 20, last: 200, growth: 1.5 } as const;

/** How long to wait for what takes at most `ms` on a quiet machine: up to six times as long while other programs want the processors too. */
export function patience(ms = 10_000, [load = 0] = loadavg()): number {
  return Math.round(ms * Math.min(6, Math.max(1, load / availableParallelism())));
}

/** Asks again until there is an answer; rejects after `timeoutMs` with what was awaited. */
export async function waitUntil<T>(what: string, ask: () => Promise<T | undefined> | T | undefined, timeoutMs = patience()): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let pause: number = pauses.first; ; pause = Math.min(pauses.last, pause * pauses.growth)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`waited ${Math.round(timeoutMs)} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
