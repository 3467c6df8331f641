import type { ServerResponse } from "node:http";
import { proofHeaders, signatureHeaders } from "../../host/contract/names.js";

/**
 * Lets the extension read every response, refusals too (Fetch standard, "CORS protocol"). The origin was checked before; naming it
 * instead of `*` and `Vary` keep one caller's answer from serving another. These headers are not readable without leave.
 */
export function allowReading(outgoing: ServerResponse, origin: string): void {
  outgoing.setHeader("Access-Control-Allow-Origin", origin);
  outgoing.setHeader("Access-Control-Expose-Headers", ["Retry-After", ...Object.values(proofHeaders)].join(", "));
  outgoing.setHeader("Vary", "Origin");
}

const preflightLifetimeSeconds = 600;

/**
 * Headers of the answer to OPTIONS: the methods of the path (RFC 9110, 9.3.7) and, for a browser that asks before the real request,
 * what that may carry. The last one answers Chromium's question about requests from the public to the local network.
 */
export function optionsHeaders(methods: readonly string[], origin: string | undefined): Record<string, string> {
  const allow = { Allow: methods.join(", ") };
  if (origin === undefined) return allow;
  return {
    ...allow,
    "Access-Control-Allow-Methods": allow.Allow,
    "Access-Control-Allow-Headers": ["Content-Type", ...Object.values(signatureHeaders)].join(", "),
    "Access-Control-Allow-Private-Network": "true",
    "Access-Control-Max-Age": String(preflightLifetimeSeconds),
  };
}
