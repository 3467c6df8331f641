import type { Capture } from "../../host/contract/capture.js";
import { testIdAttributes } from "../../host/contract/test-ids.js";
import { compactStrings, cutElements } from "./reduce-nodes.js";
import { cut } from "./text.js";

const longMaxChars = 120;
const keptAttributes = /^(?:id|name|type|role|href|alt|title|for|placeholder|aria-.*)$/;
const isKept = (name: string) => keptAttributes.test(name) || testIdAttributes.some((testId) => testId === name);

/** What is given up for size, in this order, each only when the one before was not enough. */
const steps: readonly { readonly say: string; readonly apply: (capture: Capture) => Capture }[] = [
  { say: `texts and attributes above ${longMaxChars} characters are cut`, apply: cutLongStrings },
  { say: "attributes that neither identify nor name an element are left out", apply: dropAttributes },
  { say: "computed styles are left out", apply: dropStyles },
  { say: "network entries and design tokens are left out", apply: dropExtras },
];

/**
 * Makes a capture fit a number of bytes (of its JSON in UTF-8) and says in holes what was given up: long texts, attributes, styles, extras, and at
 * last elements from the end of the page.
 */
export function fitInto(capture: Capture, maxBytes: number): Capture {
  if (atMost(capture) * 1.2 <= maxBytes || bytesOf(capture) <= maxBytes) return capture;
  let fitting = capture;
  for (const { say, apply } of steps) {
    fitting = withHole(apply(fitting), say);
    if (bytesOf(fitting) <= maxBytes) return fitting;
  }
  const all = fitting.nodes.count;
  for (let keep = all; keep > 1; ) {
    const bytes = bytesOf(fitting);
    if (bytes <= maxBytes) break;
    keep = Math.max(1, Math.min(keep - 1, Math.floor(keep * (maxBytes / bytes) * 0.97)));
    fitting = cutElements(fitting, keep);
  }
  return withHole(fitting, `the last ${all - fitting.nodes.count} of ${all} elements are left out`);
}

/** Bytes of a capture's JSON text in UTF-8. */
function bytesOf(capture: Capture): number {
  return new TextEncoder().encode(JSON.stringify(capture)).length;
}

/** A bound from above that costs no JSON: far most captures are small. Control characters, of six bytes each, stand in no text that is shown. */
function atMost({ nodes, styles, network }: Capture): number {
  let chars = 0;
  for (const text of nodes.strings) chars += text.length + 1;
  for (const text of styles.values) chars += text.length + 1;
  return chars * 3 + nodes.count * 120 + nodes.attributeSets.length * 100 + styles.sets.length * 150 + network.length * 500 + 100_000;
}

function withHole(capture: Capture, detail: string): Capture {
  return { ...capture, holes: [...capture.holes, { kind: "truncated", ref: "", box: [0, 0, 0, 0], detail: `too large: ${detail}` }] };
}

/** Steps of selectors stay whole: a cut one finds nothing. */
function cutLongStrings(capture: Capture): Capture {
  const { nodes } = capture;
  const steps = new Set(nodes.step);
  return {
    ...capture,
    nodes: { ...nodes, strings: nodes.strings.map((text, place) => (steps.has(place) ? text : cut(text, longMaxChars))) },
  };
}

function dropAttributes(capture: Capture): Capture {
  const { nodes } = capture;
  const attributeSets = nodes.attributeSets.map((set) =>
    set.filter((_, position) => isKept(nodes.strings[set[position - (position % 2)] ?? 0] ?? "")),
  );
  return { ...capture, nodes: compactStrings({ ...nodes, attributeSets }) };
}

function dropStyles(capture: Capture): Capture {
  const { nodes, styles } = capture;
  return {
    ...capture,
    nodes: { ...nodes, style: nodes.style.map(() => 0) },
    styles: { properties: [], values: [], sets: [[]], tokens: styles.tokens },
  };
}

function dropExtras(capture: Capture): Capture {
  return { ...capture, network: [], styles: { ...capture.styles, tokens: {} } };
}
