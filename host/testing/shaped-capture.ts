import { type Capture, captureSchema } from "../contract/capture.js";
import { nodeFlags } from "../contract/node-flags.js";
import { sampleCapture } from "../contract/testing/sample.js";

/** How the elements of a made page stand to each other. */
export type Shape = "flat" | "nested" | "chained";

/**
 * A capture of so many focusable `<div>` elements: beside each other, each in the one before it, or beside each other with selectors that lead
 * through all before them, which no page has but a valid file may.
 * `step`: each element's own part of its selector.
 */
export function shapedCapture(shape: Shape, count: number, step = "div"): Capture {
  const sample = sampleCapture({ url: "http://localhost:5173/shaped" });
  const column = (entry: (index: number) => number) => Array.from({ length: count }, (_, index) => entry(index));
  const depth = column((index) => (shape === "nested" ? index : Math.min(index, 1)));
  return captureSchema.parse({
    ...sample,
    nodes: {
      ...sample.nodes,
      count,
      strings: ["", "div", "button", step, ...column((index) => index).map((index) => `Text ${index} of a page`)],
      depth,
      tag: column(() => 1),
      role: column(() => 2),
      name: column(() => 0),
      text: column((index) => index + 4),
      attributes: column(() => 0),
      box: column((index) => index).flatMap((index) => [0, shape === "nested" ? 4 : index * 80, 4_000, 80]),
      style: column(() => 0),
      flags: column(() => nodeFlags.rendered | nodeFlags.visible | nodeFlags.interactive | nodeFlags.focusable | nodeFlags.accessible),
      step: column(() => 3),
      from: column((index) => (shape === "flat" ? index : Math.min(index, 1))),
      ...{ states: [], before: [], after: [], component: [], source: [] },
    },
  });
}
