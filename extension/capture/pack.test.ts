import fc from "fast-check";
import { expect, test } from "vitest";
import { type Capture, captureSchema } from "../../host/contract/capture.js";
import { nodesOf } from "../../host/contract/packed-nodes.js";
import { readCapture } from "../../host/contract/reader.js";
import { randomCapture } from "../../host/contract/testing/random-capture.js";
import { isLong } from "../../host/testing/long.js";
import { stored } from "./pack.js";

const texts = fc.oneof(fc.string(), fc.constantFrom("", "div", "div:nth-of-type(2)", "div:nth-of-type(02)", "div:x", "#a"));
/** Every element that the engine reads has a step. */
const anyCapture = randomCapture(texts).map((capture) => {
  const nodes = nodesOf(capture.nodes);
  return { ...capture, nodes: { ...nodes, step: nodes.step.map((step, index) => step || (nodes.tag[index] ?? 0)) } };
});
const packedOf = (capture: Capture) => stored({ ...capture, nodes: nodesOf(capture.nodes) });

test("what is packed reads as what it was made of, and names no string that is not in use", () => {
  fc.assert(
    fc.property(anyCapture, (capture) => {
      const packed = packedOf(capture);
      const [read, made] = [readCapture(captureSchema.parse(JSON.parse(JSON.stringify(packed)))), readCapture(capture)];
      const rows = [read, made].map((one) =>
        [...one.elements()].map((element) => ({ ...element, selector: element.selector, key: element.key })),
      );
      expect(rows[0]).toEqual(rows[1]);
      expect(packedOf(packed).nodes.strings.length).toBe(packed.nodes.strings.length);
    }),
  );
});

test("packed nodes with any list replaced are refused or can be read to their end", () => {
  const list = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.oneof(fc.integer({ min: -2, max: 9 }), fc.array(fc.nat({ max: 9 }))), { maxLength: 12 }),
  );
  fc.assert(
    fc.property(anyCapture, fc.nat(30), list, (capture, place, value) => {
      const { nodes, ...rest } = packedOf(capture);
      const names = Object.keys(nodes);
      const { data } = captureSchema.safeParse({ ...rest, nodes: { ...nodes, [names[place % names.length] ?? ""]: value } });
      if (data === undefined) return;
      for (const { selector, tag, key } of readCapture(data).elements())
        expect([selector, tag, key].every((one) => typeof one === "string")).toBe(true);
    }),
    { numRuns: isLong ? 1_000 : 250 },
  );
});
