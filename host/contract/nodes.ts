/**
 * Elements as columns: one entry an element, in document order of the composed tree (a shadow root's children come as children of its
 * host, slotted elements below their slot, a frame's document below its frame). Texts are indices into tables, so that a repeated one costs nothing.
 * `sparse` columns are flat pairs `[element, value, element, value, …]` with rising elements.
 */
export interface Nodes {
  readonly count: number;
  /** Shared table; entry 0 is the empty string. */
  readonly strings: readonly string[];
  /** Depth in the composed tree; the first is 0, each at most one deeper than the one before it. */
  readonly depth: readonly number[];
  /** Local name, lower case in HTML: index into strings. */
  readonly tag: readonly number[];
  /** Computed ARIA role; 0 for none. Index into strings. */
  readonly role: readonly number[];
  /** Accessible name: index into strings. */
  readonly name: readonly number[];
  /** The element's own text as rendered: index into strings. */
  readonly text: readonly number[];
  /** Index into attributeSets; 0 is the empty set. */
  readonly attributes: readonly number[];
  /** Flat pairs of name and value: indices into strings. */
  readonly attributeSets: readonly (readonly number[])[];
  /** Four numbers an element, in quarters of a CSS pixel: x and y relative to the parent element's box, width, height. All 0 when not rendered. */
  readonly box: readonly number[];
  /** Index into `styles.sets`; 0 for an element that is not rendered, whose styles were not read. */
  readonly style: readonly number[];
  /** Bits of `nodeFlags`. */
  readonly flags: readonly number[];
  /** This element's own part of its selector: index into strings. */
  readonly step: readonly number[];
  /** 0: `step` alone finds the element in its root. Else how many elements back stands the one that `step` is a child of. */
  readonly from: readonly number[];
  /** The roots that elements belong to: root 0 is the document; others name their host or frame element. */
  readonly roots: readonly NodeRoot[];
  /** Runs `[first element, root, …]`: each element belongs to the root of the last run that starts at or before it. */
  readonly rootRuns: readonly number[];
  /** Sparse: `state=value` words joined by a space (checked, expanded, disabled, …): index into strings. */
  readonly states: readonly number[];
  /** Sparse: text that style sheets put before or after the element's own: index into strings. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Sparse: component names, nearest first, joined by ` < `, and `file:line:column` where a framework or marker provides it. */
  readonly component: readonly number[];
  readonly source: readonly number[];
  /** Sparse: where own text lies outside of the box: `x y width height` relative to it, in quarters of a CSS pixel, as an index into strings. */
  readonly spill?: readonly number[];
  /** Sparse: properties that running animations set, and transitions with `~` before, joined by a space: index into strings. Absent in captures of versions that did not read it. */
  readonly animated?: readonly number[];
  /** Sparse: why a person cannot see an element's own text, though it is rendered: index into strings. Absent in older captures. */
  readonly unseen?: readonly number[];
}

export const rootKinds = ["document", "shadow", "closed-shadow", "frame"] as const;

export interface NodeRoot {
  readonly kind: (typeof rootKinds)[number];
  /** The host or frame element; -1 for the document. */
  readonly host: number;
  /** Address of the document that a frame shows, made fit for a capture; absent in captures of versions that did not read it. */
  readonly url?: string;
}
