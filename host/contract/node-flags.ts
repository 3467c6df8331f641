// Bits of `Nodes.flags`.

/** Has boxes, or would have but for `display: contents`. */
export const rendered = 1;
/** A person can see it: rendered, not `visibility: hidden`, not transparent, not clipped away entirely. */
export const visible = 2;
/** Can be focused or activated. */
export const interactive = 4;
export const focusable = 8;
/** In the browser's accessibility tree. */
export const accessible = 16;
/** In the top layer: a modal dialog, an open popover, full screen. */
export const topLayer = 32;
/** Text and name were cleared or withheld for privacy. */
export const withheld = 64;
/** A value that a person entered or chose is left out of the name, or test frameworks may compute it otherwise. */
export const partialName = 128;
