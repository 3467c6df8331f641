// Bits that an element passes on to its descendants.

/** `display: none`, not slotted, collapsed or skipped. No style is read. */
export const notRendered = 1;
/** In a region that the user edits. */
export const editable = 2;
export const transparent = 4;
/** In a script, style or template, whose text is not content. */
export const code = 8;
/** In a control whose text is its value: a field or a choice made by scripts. */
export const value = 16;
/** Its texts may have a shadow, a stroke or a fill. */
export const paintedText = 32;
