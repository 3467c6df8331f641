/** Bits of `Nodes.flags`. */
export const nodeFlags = {
  /** Has boxes, or would have but for `display: contents`. */
  rendered: 1,
  /** A person can see it: rendered, not `visibility: hidden`, not transparent, not clipped away entirely. */
  visible: 2,
  /** Can be focused or activated. */
  interactive: 4,
  focusable: 8,
  /** In the browser's accessibility tree. */
  accessible: 16,
  /** In the top layer: a modal dialog, an open popover, full screen. */
  topLayer: 32,
  /** Text and name were cleared or withheld for privacy. */
  withheld: 64,
  /** A value that a person entered or chose is left out of the name, or test frameworks may compute it otherwise. */
  partialName: 128,
} as const;
