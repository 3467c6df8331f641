import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** HMAC-SHA256 in hex over UTF-8 text (RFC 2104). The key is the session key as it is stored: 64 hex digits for 32 bytes. */
export function hmacHex(keyHex: string, text: string): string {
  return createHmac("sha256", Buffer.from(keyHex, "hex")).update(text).digest("hex");
}

export function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Compares in a time that does not depend on where the texts differ. Any text is welcome, of any length: both are compared as bytes. */
export function equalInConstantTime(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}
