import type { Capture } from "../../host/contract/capture.js";
import type { Nodes } from "../../host/contract/nodes.js";
import { testIdAttributes } from "../../host/contract/test-ids.js";
import { truncate } from "./text.js";

const longMaxChars = 120;
const identifying = /^(?:id|name|type|role|href|alt|title|for|placeholder|aria-.*)$/;
const isIdentifying = (name: string) => identifying.test(name) || testIdAttributes.some((testId) => testId === name);

/** What is removed to save bytes, in this order, each step only when those before were not enough. */
const steps: readonly { readonly detail: string; readonly apply: (capture: Capture) => Capture }[] = [
  { detail: `texts and attributes above ${longMaxChars} characters are cut`, apply: truncateStrings },
  { detail: "attributes that neither identify nor name an element are left out", apply: removeAttributes },
  { detail: "computed styles are left out", apply: removeStyles },
  {
    detail: "network entries, design tokens and style rules are left out",
    apply: ({ rules: _, ...capture }) => ({ ...capture, network: [], styles: { ...capture.styles, tokens: {} } }),
  },
];

/**
 * Makes a capture's JSON fit a number of bytes of UTF-8 and records in holes what was removed: long texts, attributes, styles, extras, and at
 * last elements from the end of the page.
 */
export function fitInto(capture: Capture, maxBytes: number): Capture {
  if (upperBoundOf(capture) * 1.2 <= maxBytes || bytesOf(capture) <= maxBytes) return capture;
  let fitting = capture;
  for (const { detail, apply } of steps) {
    fitting = withHole(apply(fitting), detail);
    if (bytesOf(fitting) <= maxBytes) return fitting;
  }
  const all = fitting.nodes.count;
  for (let count = all; count > 1; ) {
    const bytes = bytesOf(fitting);
    if (bytes <= maxBytes) break;
    // A little less than the proportional share, since elements differ in size: usually one or two rounds are enough.
    count = Math.max(1, Math.min(count - 1, Math.floor(count * (maxBytes / bytes) * 0.97)));
    fitting = firstElements(fitting, count);
  }
  return withHole(fitting, `the last ${all - fitting.nodes.count} of ${all} elements are left out`);
}

function bytesOf(capture: Capture): number {
  return new TextEncoder().encode(JSON.stringify(capture)).length;
}

/** Returns an upper bound of the bytes without building JSON, which is enough for most captures. Rendered text has no control characters. */
function upperBoundOf({ nodes, styles, network, rules }: Capture): number {
  let chars = rules === undefined ? 0 : JSON.stringify(rules).length;
  for (const text of nodes.strings) chars += text.length + 1;
  for (const text of styles.values) chars += text.length + 1;
  return chars * 3 + nodes.count * 120 + nodes.attributeSets.length * 100 + styles.sets.length * 150 + network.length * 500 + 100_000;
}

function withHole(capture: Capture, detail: string): Capture {
  return { ...capture, holes: [...capture.holes, { kind: "truncated", ref: "", box: [0, 0, 0, 0], detail: `too large: ${detail}` }] };
}

/** Selector steps are not truncated, because they would match nothing. */
function truncateStrings(capture: Capture): Capture {
  const { nodes } = capture;
  const selectorSteps = new Set(nodes.step);
  const strings = nodes.strings.map((text, index) => (selectorSteps.has(index) ? text : truncate(text, longMaxChars)));
  return { ...capture, nodes: { ...nodes, strings } };
}

function removeAttributes(capture: Capture): Capture {
  const { nodes } = capture;
  const attributeSets = nodes.attributeSets.map((set) =>
    set.filter((_, at) => isIdentifying(nodes.strings[set[at - (at % 2)] ?? 0] ?? "")),
  );
  return { ...capture, nodes: compactStrings({ ...nodes, attributeSets }) };
}

function removeStyles(capture: Capture): Capture {
  const { nodes, styles } = capture;
  return {
    ...capture,
    nodes: { ...nodes, style: nodes.style.map(() => 0) },
    styles: { properties: [], values: [], sets: [[]], tokens: styles.tokens },
  };
}

// Columns with one entry per element, and lists of pairs of an element's index and a value. Those of strings come first.
const stringColumns = ["tag", "role", "name", "text", "step"] as const;
const stringPairs = ["states", "before", "after", "component", "source", "spill", "animated", "unseen"] as const;
const columns = [...stringColumns, "depth", "attributes", "style", "flags", "from"] as const;
const pairs = [...stringPairs, "rootRuns"] as const;

/** Returns a capture with its first elements, in document order, and what belongs to them. */
function firstElements(capture: Capture, count: number): Capture {
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
  return { ...capture, nodes: compactStrings(shortened), holes };
}

/** Strings that are named more often than this come first. */
const mostSeldom = 3;

/** Removes strings and attribute sets that are no longer referenced. What is named often comes first: its index has the fewest digits. */
export function compactStrings(nodes: Nodes): Nodes {
  const times = new Uint32Array(nodes.strings.length);
  const used = new Set(nodes.attributes);
  const attributeSets = nodes.attributeSets.map((set, index) => (used.has(index) ? set : []));
  const named = [...attributeSets, ...stringColumns.map((name) => nodes[name])];
  const paired = stringPairs.map((name) => nodes[name] ?? []);
  const count = (index = 0) => {
    times[index] = (times[index] ?? 0) + 1;
  };
  for (const column of named) for (const index of column) count(index);
  for (const column of paired) for (let at = 1; at < column.length; at += 2) count(column[at]);
  const order: number[] = [];
  const seldom: number[] = [];
  for (const [index, many] of times.entries()) if (index > 0 && many > 0) (many > mostSeldom ? order : seldom).push(index);
  order.sort((one, other) => (times[other] ?? 0) - (times[one] ?? 0));
  const indices = new Uint32Array(nodes.strings.length);
  const strings = [""];
  for (const index of [...order, ...seldom]) indices[index] = strings.push(nodes.strings[index] ?? "") - 1;
  const moved = (index: number) => indices[index] ?? 0;
  return {
    ...nodes,
    ...Object.fromEntries(stringColumns.map((name) => [name, nodes[name].map(moved)])),
    ...Object.fromEntries(stringPairs.map((name, at) => [name, paired[at]?.map((value, at) => (at % 2 === 0 ? value : moved(value)))])),
    attributeSets: attributeSets.map((set) => set.map(moved)),
    strings,
  };
}
