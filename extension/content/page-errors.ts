import type { Capture } from "../../host/contract/capture.js";

/** Most messages stored, and the longest of them in characters: the contract's bounds. */
const entriesMax = 500;
const messageMax = 4_000;

/**
 * Uncaught errors of the page while the sidebar is open: message text alone. Earlier ones cannot be seen. Chromium sends an error to listeners
 * of the world that threw it and to no other, so that there none of the page's is seen; Firefox sends it to all.
 */
export type PageErrors = ReturnType<typeof collectPageErrors>;

export function collectPageErrors() {
  const seen: Capture["console"][number][] = [];

  function add(message: string): void {
    if (seen.length < entriesMax) seen.push({ message: message.slice(0, messageMax), at: new Date().toISOString() });
  }

  const ended = new AbortController();
  addEventListener("error", (event) => add(event.message), { signal: ended.signal });
  const onRejection = ({ reason }: PromiseRejectionEvent) =>
    add(`Unhandled rejection: ${reason instanceof Error ? reason.message : String(reason)}`);
  addEventListener("unhandledrejection", onRejection, { signal: ended.signal });
  return { seen: () => [...seen], stop: () => ended.abort() };
}
