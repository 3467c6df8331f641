import { expect } from "vitest";
import { patience } from "../../host/testing/wait-until.js";

/** Asks again until the answer is as expected. Vitest's own patience of one second is short for a browser on a busy machine. */
export function soon<T>(ask: () => T | Promise<T>, message?: string) {
  return expect.poll(ask, { timeout: patience(), ...(message === undefined ? {} : { message }) });
}
