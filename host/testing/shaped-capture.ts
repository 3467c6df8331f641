import { type Capture, captureSchema } from "../contract/capture.js";
import * as nodeFlags from "../contract/node-flags.js";
import { sampleCapture } from "../contract/testing/sample.js";

/** How the elements of a made page stand to each other. */
export type Shape = "flat" | "nested" | "chained" | "wide" | "marked" | "apart";

/**
 * A capture of so many focusable `<div>` elements: beside each other, each in the one before it, or beside each other with selectors that lead
 * through all before them, which no page has but a valid file may; or in rows of a hundred, with classes of their own, or each in a shadow root of
 * its own in the one before it.
 * `step`: each element's own part of its selector.
 */
export function shapedCapture(shape: Shape, count: number, step = "div"): Capture {
  const sample = sampleCapture({ url: "http://localhost:5173/shaped" });
  const column = (entry: (index: number) => number) => Array.from({ length: count }, (_, index) => entry(index));
  const isDeep = shape === "nested" || shape === "apart";
  const depth = column((index) => (isDeep ? index : Math.min(index, 1)));
  const isOwn = shape === "marked";
  const place = (index: number) =>
    shape === "wide" ? [(index % 100) * 160, Math.floor(index / 100) * 80, 160, 80] : [0, isDeep ? 4 : index * 80, 4_000, 80];
  return captureSchema.parse({
    ...sample,
    nodes: {
      ...sample.nodes,
      count,
      strings: ["", "div", "button", step, ...column((index) => index).map((index) => `Text ${index} of a page`), "class"],
      ...(isOwn ? { attributeSets: [[], ...column((index) => index).map((index) => [count + 4, index + 4])] } : {}),
      ...(shape === "apart"
        ? {
            roots: column((index) => index).map((index) => ({ host: index - 1, kind: "shadow" })),
            rootRuns: column((index) => index).flatMap((index) => [index, index]),
          }
        : {}),
      depth,
      tag: column(() => 1),
      role: column(() => 2),
      name: column(() => 0),
      text: column((index) => index + 4),
      attributes: column((index) => (isOwn ? index + 1 : 0)),
      box: column((index) => index).flatMap(place),
      style: column(() => 0),
      flags: column(() => nodeFlags.rendered | nodeFlags.visible | nodeFlags.interactive | nodeFlags.focusable | nodeFlags.accessible),
      step: column(() => 3),
      from: column((index) => (shape === "nested" || shape === "chained" ? Math.min(index, 1) : shape === "apart" ? 0 : index)),
      ...{ states: [], before: [], after: [], component: [], source: [] },
    },
  });
}
