import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../contract/errors.js";
import { readCursor, writeCursor } from "./tool-dispatcher.js";

describe("cursor", () => {
  it("gives back every place", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(999_999), { minLength: 1, maxLength: 10 }),
        fc.option(fc.stringMatching(/^[0-9a-f]{6}$/), { nil: undefined }),
        (offsets, tag) => {
          const capture = tag === undefined ? undefined : `localhost-shop-20260101T000000000Z-${tag}.json`;
          expect(readCursor(writeCursor(offsets, capture))).toEqual({ offsets, tag });
        },
      ),
    );
  });

  it.each(["", "x", "-1", "1..2", "1-zzzzzz", "99999999", "1-abcdef.json"])("refuses %j", (cursor) => {
    expect(() => readCursor(cursor)).toThrow(ServiceError);
  });
});
