import { AnyMap, originalPositionFor } from "@jridgewell/trace-mapping";
import fc from "fast-check";
import { expect, test } from "vitest";
import { originalPlace } from "./source-map.js";

const plain = { version: 3, names: [], sources: ["a.scss", "b.scss"], mappings: "AAAA,IAAI;AACA,ECCC" };
const below = (line: number, column: number, map: unknown) => ({ version: 3, sections: [{ offset: { line, column }, map }] });

test("a section of a source map has the places that all sections put together have", () => {
  const count = fc.nat(4);
  const section = fc.record({ line: count, column: count, within: fc.option(fc.tuple(count, count)) });
  fc.assert(
    fc.property(
      fc.array(section, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
      (all, line, column) => {
        // The library moves later lines of nested sections aside as well.
        const sorted = all.toSorted((a, b) => a.line - b.line || a.column - b.column);
        const sections = sorted.map(({ line: down, column: right, within }, index) => {
          const own = { ...plain, sources: [`${index}.scss`, `${index}b.scss`] };
          return { offset: { line: down, column: within === null ? right : 0 }, map: within === null ? own : below(...within, own) };
        });
        const map = JSON.stringify({ version: 3, sections });
        const { source, line: found, column: at } = originalPositionFor(new AnyMap(map), { line, column: column - 1 });
        const expected = source === null ? undefined : { source, line: found, column: at + 1 };
        const answer = originalPlace(map, line, column);
        // Put together, a place before all mappings of its section and line has the last one of the section before.
        if (answer !== undefined || expected === undefined) expect(answer).toEqual(expected);
      },
    ),
  );
});

test("what stands in a damaged source map is a place or none", () => {
  const mappings = fc.string({ unit: fc.constantFrom(..."ABCDHIJgw+/;,z="), maxLength: 40 });
  const any = fc.record(
    {
      ...{ version: fc.constant(3), names: fc.constant([]), mappings: fc.oneof({ weight: 5, arbitrary: mappings }, fc.jsonValue()) },
      ...{
        sources: fc.oneof(fc.array(fc.oneof(fc.string(), fc.jsonValue())), fc.jsonValue()),
        sections: fc.jsonValue(),
        sourceRoot: fc.string(),
      },
    },
    { requiredKeys: ["version", "names", "mappings"] },
  );
  fc.assert(
    fc.property(any, fc.integer(), fc.integer(), (map, line, column) => {
      const place = originalPlace(JSON.stringify(map), Math.abs(line % 5), column % 9);
      if (place !== undefined) expect([typeof place.source, place.line >= 1, place.column >= 1]).toEqual(["string", true, true]);
    }),
    { numRuns: 3_000 },
  );
});
