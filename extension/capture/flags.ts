import type { nodeFlags } from "../../host/contract/node-flags.js";

/** The bits of a capture's `flags` column. A copy, because nothing is imported at run time; its type holds it to the contract's. */
export const flag: typeof nodeFlags = { rendered: 1, visible: 2, interactive: 4, focusable: 8, accessible: 16, topLayer: 32, withheld: 64 };

/** Bits that hold for all below an element. */
export const below = {
  /** Not displayed: `display: none`, not slotted, folded away or skipped. No style is read. */
  gone: 1,
  /** In a region that a person edits. */
  edited: 2,
  transparent: 4,
  /** In a script, style or template, whose text is no content. */
  code: 8,
} as const;
