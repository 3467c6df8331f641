import type { RemovedKind } from "../../../host/contract/capture.js";
import { attributeOf, ofDocument } from "../dom.js";
import { trait, traitsOfAttribute } from "../traits.js";
import { isModifiable } from "../user-modify.js";

/** What a text below an element inherits. */
export interface Shown {
  /** Not rendered at all. */
  readonly gone: boolean;
  /** Rendered and seen. */
  readonly visible: boolean;
  /** The user writes here. */
  readonly edited: boolean;
  /** In a control whose text is its value. */
  readonly value: boolean;
}

/** How a document stands for itself: one in design mode is edited as a whole. */
export function shownInDocument(document: Document): Shown {
  return { gone: false, visible: true, edited: ofDocument(document, "designMode") === "on", value: false };
}

/** As captures decide it: text is told only where it can be seen, and never where the user writes or chooses. */
export function shownIn(element: Element, tag: string, outer: Shown): Shown {
  let { edited, value } = outer;
  for (const name of ["contenteditable", "role", "class"]) {
    const given = attributeOf(element, name);
    const traits = given === null ? 0 : traitsOfAttribute(name, given);
    if ((traits & trait.edited) !== 0) edited = true;
    if ((traits & trait.fixed) !== 0) edited = false;
    if ((traits & trait.value) !== 0 && tag !== "select") value = true;
    if ((traits & trait.choices) !== 0) value = false;
  }
  edited ||= tag === "textarea";
  if (outer.gone) return { ...outer, edited, value };
  const style = getComputedStyle(element);
  const { display, visibility } = style;
  // Without any display is what no slot takes. Options are drawn by the browser in a place of their own.
  const listed = tag === "option" || tag === "optgroup";
  const gone = (display === "none" || display === "") && !listed;
  return { gone, visible: visibility === "visible", edited: edited || isModifiable(style), value };
}

/** The name under which a withheld text is counted; undefined for one that may be told. */
export function withheld({ gone, visible, edited, value }: Shown): RemovedKind | undefined {
  if (edited) return "editable-text";
  if (value) return "form-values";
  return gone || !visible ? "hidden-text" : undefined;
}
