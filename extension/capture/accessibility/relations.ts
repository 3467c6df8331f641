import { queryAll } from "../dom.js";
import { controlOf, elementById } from "./dom.js";
import type { AxRoot } from "./index.js";
import type { AxElement } from "./node.js";
import { wordsOf } from "./words.js";

/** One document's or shadow root's ids and labels, looked up when first asked for. */
export class Scope implements AxRoot {
  readonly scope: Document | ShadowRoot;
  /** Why the frame that shows the document is hidden; bits as in `AxElement.hidden`. */
  readonly hidden: number;
  /** The modal dialog that makes all else inert. */
  readonly modal: Element | undefined;
  private labels: Map<Element, Element[]> | undefined;

  constructor(scope: Document | ShadowRoot, hidden: number) {
    this.scope = scope;
    this.hidden = hidden;
    this.modal = [...queryAll(scope, "dialog:modal")].pop();
  }

  /** Elements that an id-list attribute names, in its order; ids that name nothing are left out. */
  named(node: AxElement, attribute: string): Element[] {
    return wordsOf(node.get(attribute)).flatMap((id) => elementById(this.scope, id) ?? []);
  }

  /** The labels of a control. One search for all controls: `control.labels` searches the document anew for each. */
  labelsOf(control: Element): readonly Element[] {
    this.labels ??= labelsIn(this.scope);
    return this.labels.get(control) ?? [];
  }
}

function labelsIn(scope: Document | ShadowRoot): Map<Element, Element[]> {
  const labels = new Map<Element, Element[]>();
  for (const label of queryAll(scope, "label")) {
    const control = controlOf(label);
    if (control !== null) labels.set(control, [...(labels.get(control) ?? []), label]);
  }
  return labels;
}
