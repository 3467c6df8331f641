import { groupBy } from "../../../host/contract/group-by.js";
import { attributeOf, elementById, labeledControlOf, labelledByOf, matchesSelector, queryAll } from "../dom.js";
import type { GeneratedText } from "../styles/generated-content.js";
import { wordsOf } from "../text.js";
import type { AxKind } from "./kind.js";

// How an element's box takes part in its parent's line of text, by computed `display`.
export const inline = 0;
export const block = 1;
/** A box of its own within the line, as `inline-block` and images are. */
export const atomic = 2;
export const boxless = 3;

// Reasons why an element is not exposed, as bits. Descendants inherit all but `invisible`.
export const notDisplayed = 1;
export const invisible = 2;
export const ariaHidden = 4;
export const inert = 8;

// Kinds of ancestors on which roles, names and states depend, as bits.
export const inSection = 1;
export const inMain = 2;
export const inGrid = 4;
export const inDisabled = 8;

export interface ElementFacts {
  /** Computed value; "none" for every element below one that is not displayed, "" where the walk did not read it. */
  readonly display: string;
  readonly visibility: string;
  readonly transform: string;
  /** Generated text. What is spoken has a space at its end where the box is a block or has alternative text: a word of its own. */
  readonly before: GeneratedText;
  readonly after: GeneratedText;
  /** The text of the element and its descendants was entered by the user or is a secret: it goes into no name. */
  readonly withheld: boolean;
  readonly kind: AxKind;
}

/** An element's role, name and states, and what their computation needs. */
export class AxElement {
  readonly element: Element;
  readonly kind: AxKind;
  readonly tag: string;
  readonly parent: AxElement | undefined;
  readonly scope: Scope;
  role = "";
  name = "";
  /** A value that a person entered or chose is left out of the name, or test frameworks read it otherwise. */
  isNamePartial = false;
  /** Test frameworks read another content: by `aria-owns` parts are moved, or a CDATA section is among them. */
  differs = false;
  /** `state=value` words joined by a space, for instance `checked=mixed expanded=false`; "" for none. */
  states = "";
  /** In the accessibility tree: not hidden by style, `hidden`, aria-hidden, inert or a closed `<details>`; not presentational. */
  accessible = true;
  focusable = false;
  /** Focusable, a control by role, or with a handler of presses in its markup. */
  interactive = false;
  /** Bits of reasons. */
  hidden = 0;
  /** Bits of kinds of ancestors. */
  within: number;
  flow = inline;
  /** An inline element with a block among its descendants. */
  containsBlock = false;
  explicit = false;
  /** Role `none` or `presentation`, or an image with empty `alt`. */
  presentational = false;
  readonly withheld: boolean;
  readonly facts: ElementFacts;
  children: (AxElement | string)[] | undefined;
  owns: AxElement[] | undefined;
  owner: AxElement | undefined;

  constructor(element: Element, parent: AxElement | undefined, scope: Scope, facts: ElementFacts) {
    this.element = element;
    this.kind = facts.kind;
    this.tag = facts.kind.tag;
    this.parent = parent;
    this.scope = scope;
    this.within = parent?.within ?? 0;
    this.withheld = facts.withheld || parent?.withheld === true;
    this.facts = facts;
  }

  has(name: string): boolean {
    return this.kind.names.includes(name);
  }

  get(name: string): string {
    return this.has(name) ? (attributeOf(this.element, name) ?? "") : "";
  }

  keyword(name: string): string {
    return this.get(name).trim().toLowerCase();
  }

  is(selector: string): boolean {
    return matchesSelector(this.element, selector);
  }

  /** Appends a composed child: an element, or the data of a text node. */
  append(child: AxElement | string): void {
    if (this.children === undefined) this.children = [child];
    else this.children.push(child);
  }
}

export function elementsOf(node: AxElement): AxElement[] {
  return (node.children ?? []).filter((child) => typeof child !== "string");
}

export class Scope {
  readonly scope: Document | ShadowRoot;
  /** Why the frame that shows the document is hidden; bits as in `AxElement.hidden`. */
  readonly hidden: number;
  /** The modal dialog that makes everything else inert. */
  readonly modal: Element | undefined;
  private labels: Map<Element, Element[]> | undefined;

  constructor(scope: Document | ShadowRoot, hidden: number) {
    this.scope = scope;
    this.hidden = hidden;
    this.modal = [...queryAll(scope, "dialog:modal")].pop();
  }

  /** Elements of an id list, in its order; `aria-labelledby` is empty where a script set elements in place of ids. */
  referencedBy(node: AxElement, attribute: string): Element[] {
    if (attribute === "aria-labelledby" && node.get(attribute) === "") return labelledByOf(node.element);
    return wordsOf(node.get(attribute)).flatMap((id) => elementById(this.scope, id) ?? []);
  }

  /** Returns a control's labels. One query serves all controls, because `control.labels` searches the whole document each time. */
  labelsOf(control: Element): readonly Element[] {
    this.labels ??= groupBy(queryAll(this.scope, "label"), (label) => labeledControlOf(label) ?? undefined);
    return this.labels.get(control) ?? [];
  }
}
