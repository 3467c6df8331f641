import { attributeOf, matchesSelector } from "../dom.js";
import type { AxNode, ElementFacts } from "./index.js";
import type { AxKind } from "./kind.js";
import type { Scope } from "./relations.js";

// How an element's box stands among its neighbours' text, by its computed `display`.
export const inline = 0;
export const block = 1;
export const atomic = 2;
export const boxless = 3;

// Why an element is not exposed. Bits; those of an ancestor hold below it, but for `invisible`.
export const notDisplayed = 1;
export const invisible = 2;
export const ariaHidden = 4;
export const inert = 8;

// Kinds of ancestors that change what stands in them. Bits.
export const inSection = 1;
export const inMain = 2;
export const inGrid = 4;
export const inDisabled = 8;

/** What is kept of an element until names are made. */
export class AxElement implements AxNode {
  readonly element: Element;
  readonly kind: AxKind;
  readonly tag: string;
  readonly parent: AxElement | undefined;
  readonly scope: Scope;
  role = "";
  name = "";
  states = "";
  accessible = true;
  focusable = false;
  interactive = false;
  hidden = 0;
  within: number;
  flow = inline;
  /** A block stands somewhere in this inline element. */
  parted = false;
  /** The role came from the `role` attribute. */
  explicit = false;
  /** The author said `none` or `presentation`, or an image says nothing. */
  none = false;
  /** The text in it is the user's. */
  mute: boolean;
  /** Computed `text-transform`. */
  transform: string;
  before: string;
  after: string;
  children: (AxElement | string)[] | undefined;
  owns: AxElement[] | undefined;
  owner: AxElement | undefined;

  constructor(element: Element, kind: AxKind, parent: AxElement | undefined, scope: Scope, facts: ElementFacts) {
    this.element = element;
    this.kind = kind;
    this.tag = kind.tag;
    this.parent = parent;
    this.scope = scope;
    this.within = parent?.within ?? 0;
    this.mute = facts.withheld || parent?.mute === true;
    this.transform = facts.textTransform;
    this.before = facts.before;
    this.after = facts.after;
  }

  has(name: string): boolean {
    return this.kind.names.includes(name);
  }

  /** An attribute's value; "" where there is none. */
  get(name: string): string {
    return this.has(name) ? (attributeOf(this.element, name) ?? "") : "";
  }

  /** A keyword, in lower case. */
  word(name: string): string {
    return this.get(name).trim().toLowerCase();
  }

  is(selector: string): boolean {
    return matchesSelector(this.element, selector);
  }

  append(child: AxElement | string): void {
    if (this.children === undefined) this.children = [child];
    else this.children.push(child);
  }
}

/** Child elements alone. */
export function elementsOf(node: AxElement): AxElement[] {
  return (node.children ?? []).filter((child) => typeof child !== "string");
}
