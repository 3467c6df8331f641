const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Decodes the base64 of a PNG; undefined when it is no base64 or no PNG (ISO/IEC 15948: signature, then the IHDR chunk). */
export function decodePng(base64: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined;
  const bytes = Buffer.from(base64, "base64");
  const isPng = bytes.length > 24 && bytes.subarray(0, 8).equals(signature) && bytes.toString("latin1", 12, 16) === "IHDR";
  return isPng ? bytes : undefined;
}
