// What an element's tag and attributes mean for the walk, as bits of one number: constants, which bundlers write as numbers.

/** Script, style or template: its text is no content. */
export const code = 1;
/** Its content is edited by the user. */
export const editable = 2;
/** `contenteditable="false"`: not editable within editable content. */
export const notEditable = 4;
/** Its content is fallback content, which is not rendered. */
export const fallback = 8;
/** Rendered without a box of its own, as options are, and content all the same. */
export const boxless = 16;
/** A box of its own even where it is inline. */
export const atomic = 32;
/** Contains a document. */
export const frame = 64;
export const slot = 128;
export const details = 256;
/** May have a shadow root made by the page (DOM, `attachShadow`). */
export const host = 512;
export const custom = 1024;
/** Contains pixels, sound, or a plugin. */
export const media = 2048;
/** May be in the top layer. */
export const top = 32768;
/** The root element or the body, whose overflow the viewport clips. */
export const viewport = 4096;
/** Part of an SVG image that is not text: it has no CSS box. */
export const shape = 65536;
/** A build plugin left a marker of its source or component. */
export const marked = 16384;
/** A scripted control whose text is what the user entered or chose. */
export const value = 131072;
/** The options that a control offers, as opposed to its value. */
export const choices = 262144;
/** Its own style may make it editable. */
export const modifies = 524288;
/** Its own style may have rare paint. */
export const paints = 1048576;
/** Its own style may make its text unseen by a clip, mask, filter, indentation or fill. */
export const veils = 2097152;
/** An option that a list offers. */
export const option = 4194304;
