import type { Capture } from "../../host/contract/capture.js";
import type { Nodes } from "../../host/contract/nodes.js";
import { type OpenCapture, pairColumns, type StoredCapture, stored } from "./pack.js";
import { truncate } from "./text.js";

const longMaxChars = 120;

/** What is removed to save bytes, in this order, each step only when those before were not enough. */
const steps: readonly { readonly detail: string; readonly apply: (capture: OpenCapture) => OpenCapture }[] = [
  { detail: `texts and attributes above ${longMaxChars} characters are cut`, apply: truncateStrings },
  { detail: "computed styles are left out", apply: removeStyles },
];

/** Makes a capture's JSON fit so many bytes of UTF-8; holes record what is out: long texts, styles, at last elements from the page's end. */
export function fitInto(capture: OpenCapture, maxBytes: number): StoredCapture {
  const whole = stored(capture);
  if (fits(whole, maxBytes)) return whole;
  let fitting = capture;
  for (const { detail, apply } of steps) {
    fitting = withHole(apply(fitting), detail);
    const made = stored(fitting);
    if (bytesOf(made) <= maxBytes) return made;
  }
  const all = fitting.nodes.count;
  for (let count = all; count > 1; ) {
    const bytes = bytesOf(stored(fitting));
    if (bytes <= maxBytes) break;
    // A little less than the proportional share, since elements differ in size: usually one or two rounds are enough.
    count = Math.max(1, Math.min(count - 1, Math.floor(count * (maxBytes / bytes) * 0.97)));
    fitting = firstElements(fitting, count);
  }
  return stored(withHole(fitting, `the last ${all - fitting.nodes.count} of ${all} elements are left out`));
}

export function fits(capture: StoredCapture, maxBytes: number): boolean {
  return upperBoundOf(capture) * 1.2 <= maxBytes || bytesOf(capture) <= maxBytes;
}

function bytesOf(capture: Capture): number {
  return new TextEncoder().encode(JSON.stringify(capture)).length;
}

/** Returns an upper bound of the bytes without building JSON, which is enough for most captures. Rendered text has no control characters. */
function upperBoundOf({ nodes, styles, network, rules }: StoredCapture): number {
  let chars = rules === undefined ? 0 : JSON.stringify(rules).length;
  for (const text of nodes.strings) chars += text.length + 1;
  for (const text of styles.values) chars += text.length + 1;
  const numbers = nodes.count * 60 + nodes.values.length * 8 + nodes.kinds.length * 100;
  return chars * 3 + numbers + styles.sets.length * 150 + network.length * 500 + 100_000;
}

function withHole(capture: OpenCapture, detail: string): OpenCapture {
  return { ...capture, holes: [...capture.holes, { kind: "truncated", ref: "", box: [0, 0, 0, 0], detail: `too large: ${detail}` }] };
}

/** Selector steps are not truncated, because they would match nothing. */
function truncateStrings(capture: OpenCapture): OpenCapture {
  const { nodes } = capture;
  const selectorSteps = new Set(nodes.step);
  const strings = nodes.strings.map((text, index) => (selectorSteps.has(index) ? text : truncate(text, longMaxChars)));
  return { ...capture, nodes: { ...nodes, strings } };
}

function removeStyles(capture: OpenCapture): OpenCapture {
  const { nodes, styles } = capture;
  return {
    ...capture,
    nodes: { ...nodes, style: nodes.style.map(() => 0) },
    styles: { properties: [], values: [], sets: [[]], tokens: styles.tokens },
  };
}

// Columns with one entry per element, and lists of pairs of an element's index and a value.
const columns = ["tag", "role", "name", "text", "step", "depth", "attributes", "style", "flags", "from"] as const;
const pairs = [...pairColumns, "rootRuns"] as const;

/** Returns a capture with its first elements, in document order, and what belongs to them. */
function firstElements(capture: OpenCapture, count: number): OpenCapture {
  const { nodes } = capture;
  const isFirst = (column: readonly number[], at: number) => (column[at - (at % 2)] ?? 0) < count;
  const shortened: Nodes = {
    ...nodes,
    ...Object.fromEntries(columns.map((name) => [name, nodes[name].slice(0, count)])),
    ...Object.fromEntries(pairs.map((name) => [name, (nodes[name] ?? []).filter((_, at, column) => isFirst(column, at))])),
    count,
    box: nodes.box.slice(0, count * 4),
    roots: nodes.roots.filter(({ host }) => host < count),
  };
  const holes = capture.holes.filter(({ ref }) => ref === "" || Number(ref.slice(1)) < count);
  return { ...capture, nodes: shortened, holes };
}
