import { attributeNamesOf } from "../dom.js";
import type { AxNode } from "./index.js";
import type { Scope } from "./relations.js";

/** How an element stands in its surroundings, by its computed `display`. */
export const flow = { inline: 0, block: 1, atomic: 2, contents: 3, none: 4 } as const;

/** Why an element is not exposed. Bits; those of an ancestor hold below it, but for `invisible`. */
export const hiddenBy = { display: 1, invisible: 2, aria: 4, inert: 8, pruned: 16 } as const;

/** Kinds of ancestors that change the role of what stands in them. Bits. */
export const within = { sectioning: 1, main: 2, grid: 4, disabled: 8 } as const;

/** What is kept of an element until names are made. */
export class AxElement implements AxNode {
  readonly element: Element;
  readonly tag: string;
  readonly parent: AxElement | undefined;
  readonly scope: Scope;
  /** Names of all attributes. */
  readonly attributes: readonly string[];
  role = "";
  name = "";
  states = "";
  accessible = true;
  focusable = false;
  interactive = false;
  hidden = 0;
  within = 0;
  flow = 0;
  /** A block stands somewhere in this inline element. */
  blockInside = false;
  /** The role came from the `role` attribute. */
  explicit = false;
  /** The author said `none` or `presentation`, or an ancestor's such word reaches here. */
  presentational = false;
  withheld = false;
  /** Computed `text-transform`. */
  transform = "";
  before = "";
  after = "";
  hasAria = false;
  hasRole = false;
  children: (AxElement | string)[] | undefined;
  owns: AxElement[] | undefined;
  ownedBy: AxElement | undefined;

  constructor(element: Element, tag: string, parent: AxElement | undefined, scope: Scope, names: readonly string[] | undefined) {
    this.element = element;
    this.tag = tag;
    this.parent = parent;
    this.scope = scope;
    this.attributes = names ?? attributeNamesOf(element);
    for (const name of this.attributes) {
      if (name.startsWith("aria-")) this.hasAria = true;
      else if (name === "role") this.hasRole = true;
    }
  }

  append(child: AxElement | string): void {
    if (this.children === undefined) this.children = [child];
    else this.children.push(child);
  }
}
