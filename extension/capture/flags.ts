export { nodeFlags as flag } from "../../host/contract/node-flags.js";

/** Bits that hold for all below an element. */
export const below = {
  /** Not displayed: `display: none`, not slotted, folded away or skipped. No style is read. */
  gone: 1,
  /** In a region that a person edits. */
  edited: 2,
  transparent: 4,
  /** In a control whose text is its value: a field or a choice that scripts made. */
  value: 16,
  /** In a script, style or template, whose text is no content. */
  code: 8,
} as const;
