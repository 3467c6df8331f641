import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "./body.js";

const bytes = (text: string) => Buffer.from(text);

describe("JSON rule", () => {
  const bad: readonly (readonly [what: string, body: Buffer, complaint: RegExp])[] = [
    ["nothing", bytes(""), /is empty/],
    ["half an object", bytes('{"a":'), /is no JSON/],
    ["a trailing comma", bytes("[1,]"), /is no JSON/],
    ["NaN", bytes("NaN"), /is no JSON/],
    ["two values", bytes("{}{}"), /is no JSON/],
    ["Latin-1", Buffer.from('"\u00e4"', "latin1"), /is not UTF-8/],
    ["half a surrogate pair in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /is not UTF-8/],
    ["65 levels", bytes("[".repeat(65) + "]".repeat(65)), /more than 64 levels/],
    ["a million levels", bytes(`${'{"a":['.repeat(500_000)}1${"]}".repeat(500_000)}`), /more than 64 levels/],
  ];

  it.each(bad)("refuses %s", (_what, body, complaint) => {
    expect(() => parseJson(body)).toThrow(expect.objectContaining({ code: "bad-json", message: expect.stringMatching(complaint) }));
  });

  it("takes 64 levels and a byte order mark", () => {
    expect(parseJson(bytes(`\uFEFF${"[".repeat(64)}${"]".repeat(64)}`))).toBeInstanceOf(Array);
  });

  it("keeps __proto__ as a plain key", () => {
    const value = parseJson(bytes('{"__proto__":{"polluted":1}}'));
    expect(Object.hasOwn(Object(value), "__proto__")).toBe(true);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("gives every JSON value back as it was", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
        expect(parseJson(bytes(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("throws nothing but bad-json, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (raw) => {
        try {
          parseJson(Buffer.from(raw));
        } catch (error) {
          expect(error).toMatchObject({ code: "bad-json" });
        }
      }),
    );
  });
});
