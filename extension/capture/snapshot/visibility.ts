import { attributeOf } from "../dom.js";

/** What a text below an element inherits. */
export interface Shown {
  /** Not rendered at all. */
  readonly gone: boolean;
  /** Rendered and seen. */
  readonly visible: boolean;
  /** The user writes here. */
  readonly edited: boolean;
}

export const pageShown: Shown = { gone: false, visible: true, edited: false };

/** As captures decide it: text is told only where it can be seen, and never where the user writes. */
export function shownIn(element: Element, tag: string, outer: Shown): Shown {
  const editable = attributeOf(element, "contenteditable")?.toLowerCase();
  const edited = tag === "textarea" || (editable === undefined ? outer.edited : editable !== "false" && editable !== "inherit");
  if (outer.gone) return outer.edited === edited ? outer : { ...outer, edited };
  const { display, visibility } = getComputedStyle(element);
  // Without any display is what no slot takes. Options are drawn by the browser in a place of their own.
  const listed = tag === "option" || tag === "optgroup";
  return { gone: (display === "none" || display === "") && !listed, visible: visibility === "visible", edited };
}

/** The name under which a withheld text is counted; undefined for one that may be told. */
export function withheld({ gone, visible, edited }: Shown): "editable-text" | "hidden-text" | undefined {
  if (edited) return "editable-text";
  return gone || !visible ? "hidden-text" : undefined;
}
