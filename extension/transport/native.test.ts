import fc from "fast-check";
import { expect, it, vi } from "vitest";
import type { Part } from "./native.js";

// Outside of a browser the WebExtension API's module throws when it is imported.
vi.mock("../browser.js", () => ({ browser: {} }));

const { makePartJoiner } = await import("./native.js");

it("gives an answer back whole, whatever the order of the parts and whatever comes between", () => {
  const split = fc.tuple(fc.jsonValue(), fc.integer({ min: 2, max: 7 }));
  fc.assert(
    fc.property(fc.array(split, { minLength: 1, maxLength: 4 }), fc.infiniteStream(fc.nat()), (answers, random) => {
      const parts = answers.flatMap(([answer, of], id) => partsOf(id, JSON.stringify(answer), of));
      parts.sort(() => (random.next().value % 2 === 0 ? 1 : -1));
      const join = makePartJoiner();
      const joined = new Map(parts.flatMap((part) => [[part.id, join(part)] as const]).filter(([, whole]) => whole !== undefined));
      for (const [id, [answer]] of answers.entries()) expect(JSON.stringify(joined.get(id))).toBe(JSON.stringify(answer));
    }),
  );
});

function partsOf(id: number, json: string, of: number): Part[] {
  const size = Math.ceil(json.length / of);
  return Array.from({ length: of }, (_, part) => ({ id, part, of, data: json.slice(part * size, (part + 1) * size) }));
}
