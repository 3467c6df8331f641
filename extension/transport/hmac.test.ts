import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePoint } from "../../host/testing/code-points.js";
import { hmacHex, importSessionKey, sha256Hex } from "./hmac.js";

describe("hashes", () => {
  it("agree with Node's own on any text and key", async () => {
    const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });
    await fc.assert(
      fc.asyncProperty(keys, fc.string({ unit: codePoint }), async (bytes, text) => {
        const key = await importSessionKey(Buffer.from(bytes).toString("hex"));
        if (key === undefined) throw new Error("a key of 64 digits was refused");
        expect(await hmacHex(key, text)).toBe(createHmac("sha256", bytes).update(text).digest("hex"));
        expect(await sha256Hex(text)).toBe(createHash("sha256").update(text).digest("hex"));
      }),
    );
  });

  it.each(["", "a".repeat(63), "a".repeat(65), "g".repeat(64), "é".repeat(64)])("take no key from %j", async (text) => {
    expect(await importSessionKey(text)).toBeUndefined();
  });

  it("take a key with spaces around it, as people paste it", async () => {
    expect(await importSessionKey(` ${"0a".repeat(32)}\n`)).toBeDefined();
  });
});
