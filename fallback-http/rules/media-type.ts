import type { IncomingMessage } from "node:http";
import { ServiceError } from "../../host/contract/errors.js";

/**
 * Accepts a body only as `application/json` in UTF-8 (RFC 8259, 8.1), not compressed (RFC 9110, 8.4). A web page cannot send this type
 * to another origin without asking first (Fetch standard, "CORS-safelisted request-header"), so the rule is a second wall behind Origin.
 */
export function checkMediaType({ headers }: IncomingMessage): void {
  const [type = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const isJson = type.trim() === "application/json" && parameters.every((parameter) => isHarmless(parameter.trim()));
  const isPlain = (headers["content-encoding"] ?? "identity").trim().toLowerCase() === "identity";
  if (isJson && isPlain) return;
  throw new ServiceError(
    "unsupported-media-type",
    "The body must be JSON in UTF-8, not compressed: send `Content-Type: application/json`.",
  );
}

/** Parameters other than the character set change nothing about JSON. */
function isHarmless(parameter: string): boolean {
  return !parameter.startsWith("charset") || /^charset="?utf-8"?$/.test(parameter);
}
