import { HttpRefusal } from "../refusals.js";

/** Counts a request, or throws `too-many-requests`: at most `max` in any `windowMs` milliseconds. `now`: milliseconds, never back. */
export function makeRateLimit(max: number, windowMs: number, now: () => number = () => performance.now()): () => void {
  const letIn: number[] = [];
  return () => {
    const time = now();
    while (letIn[0] !== undefined && letIn[0] <= time - windowMs) letIn.shift();
    if (letIn.length < max) {
      letIn.push(time);
      return;
    }
    const waitSeconds = Math.max(1, Math.ceil(((letIn[0] ?? time) + windowMs - time) / 1_000));
    throw new HttpRefusal(
      "too-many-requests",
      `More than ${max} requests in ${windowMs / 1_000} seconds. Wait ${waitSeconds} seconds, then try again.`,
      { "Retry-After": String(waitSeconds) },
    );
  };
}
