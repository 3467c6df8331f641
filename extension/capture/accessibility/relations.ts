import { attributeOf, queryAll } from "../dom.js";
import { controlOf, elementById, wordsOf } from "./dom.js";
import type { AxRoot } from "./index.js";

/** One document's or shadow root's ids and labels, looked up when first asked for. */
export class Scope implements AxRoot {
  readonly scope: Document | ShadowRoot;
  /** Bits of `hiddenBy` of the frame that shows the document. */
  readonly hidden: number;
  private labels: Map<Element, Element[]> | undefined;

  constructor(scope: Document | ShadowRoot, hidden: number) {
    this.scope = scope;
    this.hidden = hidden;
  }

  /** Elements that an id-list attribute names, in its order; ids that name nothing are left out. */
  named(element: Element, attribute: string): Element[] {
    const found: Element[] = [];
    for (const id of wordsOf(attributeOf(element, attribute))) {
      const target = elementById(this.scope, id);
      if (target !== null) found.push(target);
    }
    return found;
  }

  /** The labels of a control. One search for all controls: `control.labels` searches the document anew for each. */
  labelsOf(control: Element): readonly Element[] {
    this.labels ??= labelsIn(this.scope);
    return this.labels.get(control) ?? [];
  }

  /** The modal dialog that makes all else inert; undefined when none is open. */
  modal(): Element | undefined {
    let top: Element | undefined;
    for (const dialog of queryAll(this.scope, "dialog:modal")) top = dialog;
    return top;
  }
}

function labelsIn(scope: Document | ShadowRoot): Map<Element, Element[]> {
  const labels = new Map<Element, Element[]>();
  for (const label of queryAll(scope, "label")) {
    const control = controlOf(label);
    if (control === null) continue;
    const known = labels.get(control);
    if (known === undefined) labels.set(control, [label]);
    else known.push(label);
  }
  return labels;
}
