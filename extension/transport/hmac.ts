const hashName = "SHA-256";

/** Reads a session key as it is stored: 64 hex digits. Undefined when the text is none. */
export async function importSessionKey(text: string): Promise<CryptoKey | undefined> {
  const digits = text.trim();
  if (!/^[0-9a-f]{64}$/i.test(digits)) return undefined;
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: hashName }, false, ["sign"]);
}

/** HMAC-SHA256 of a text, hex (RFC 2104, FIPS 180-4). */
export async function hmacHex(key: CryptoKey, text: string): Promise<string> {
  return hex(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)));
}

/** SHA-256 of a text's UTF-8 bytes, hex. */
export async function sha256Hex(text: string): Promise<string> {
  return hex(await crypto.subtle.digest(hashName, new TextEncoder().encode(text)));
}

export function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
