import type { ServerResponse } from "node:http";

/**
 * Headers of every response, whoever writes it. `nosniff` keeps a browser from reading JSON as a script or a page (Fetch standard,
 * "X-Content-Type-Options"); `no-store` keeps page content out of every cache (RFC 9111, 5.2.2.5).
 */
export const fixedHeaders = { "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store" } as const;

/** Puts the fixed headers on a response before anything else can answer it. */
export function stampHeaders(outgoing: ServerResponse): void {
  for (const [name, value] of Object.entries(fixedHeaders)) outgoing.setHeader(name, value);
}
