import { TransportError } from "./transport.js";

/** Rejects with TransportError when the promise has not settled after `ms` milliseconds. */
export function withDeadline<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new TransportError("timeout", `${what} did not answer within ${ms / 1_000} s.`)), ms);
  });
  return Promise.race([promise, late]);
}
