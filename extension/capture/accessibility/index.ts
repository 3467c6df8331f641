import { decideInteraction, supportsFocus } from "./focus.js";
import { flowOf, hiddenBits } from "./hidden.js";
import type { AxKind } from "./kind.js";
import { mayBeNamed, nameOf } from "./names.js";
import { AxElement, block, inline } from "./node.js";
import { Scope } from "./relations.js";
import { decideRole } from "./roles.js";
import { mayHaveStates, statesOf } from "./states.js";

/**
 * Role, accessible name and states of every element, computed beside the walk's single pass.
 *
 * The walk calls, in the order of the composed tree (shadow children below their host, slotted nodes below their slot, a frame's document
 * below its frame): `root` once for each document or shadow root, then `enter` for each element and `append` for its text nodes, and
 * `finish` once at the end.
 * No layout and no style is read here: what the walk has read comes in as `ElementFacts`. Elements below `display: none` are entered too,
 * so that names that point at them can be made.
 *
 * Roles are ARIA role names in lower case, as the browser's accessibility tree has them after HTML-AAM: `<header>` is `banner` or `generic`
 * by its place. `generic`, `none` and `presentation` are told as "" (no semantics), and so are elements to which HTML-AAM gives no ARIA role
 * (`<video>`, `<label>`, `<iframe>`, `<summary>`, a `<section>` without name, …). `image` is told as `img`. Inputs without a role of their own
 * (date, colour, password, …) are told as `textbox`, `<input type=file>` as `button`, as test frameworks find them.
 */
export interface Accessibility {
  /** Announces a document or shadow root before its first element. `frame` is the frame that shows a document: what hides it hides all in it. */
  root(root: Document | ShadowRoot, frame?: AxNode): AxRoot;
  /** Opens an element. `parent` is its composed parent's node (undefined for the first, and for a frame's document element). */
  enter(element: Element, parent: AxNode | undefined, root: AxRoot, facts: ElementFacts): AxNode;
  /** Resolves what points elsewhere (labels, aria-labelledby, aria-owns). Names and states are final afterwards. */
  finish(): void;
}

/** What the walk has read already. Read during the call, never kept: one object can serve all calls. */
export interface ElementFacts {
  /** Computed value; "none" for every element below one that is not displayed, "" where the walk did not read it. */
  display: string;
  visibility: string;
  textTransform: string;
  /**
   * Text that style sheets put before and after the content, as shown, or its alternative text; "" for none. Spaces at its ends are kept:
   * give one where the generated box is a block or has alternative text, so that it stands apart from the content.
   */
  before: string;
  after: string;
  /** The text of the element and of all below is the user's or a secret: it goes into no name. */
  withheld: boolean;
  /** Of `kindOf`. */
  kind: AxKind;
}

/** One element's answer. Final after `finish`. */
export interface AxNode {
  role: string;
  name: string;
  /** `state=value` words joined by a space, for instance `checked=mixed expanded=false`; "" for none. */
  states: string;
  /** In the accessibility tree: not hidden by style, `hidden`, aria-hidden, inert or a closed `<details>`; not presentational. */
  accessible: boolean;
  focusable: boolean;
  /** Focusable, or a control by role. */
  interactive: boolean;
  /** Adds the raw data of a text node that is a composed child. */
  append(data: string): void;
}

/** A tree scope's labels and relations; opaque to the walk. */
export interface AxRoot {
  readonly scope: Document | ShadowRoot;
}

/** Makes the computation for one capture. */
export function createAccessibility(): Accessibility {
  return new Computation();
}

class Computation implements Accessibility {
  private readonly nodes: AxElement[] = [];
  private readonly owners: AxElement[] = [];
  /** Only what others can point at: elements with an id, labels. */
  private readonly referable = new Map<Element, AxElement>();

  root(root: Document | ShadowRoot, frame?: AxElement): AxRoot {
    return new Scope(root, frame?.hidden ?? 0);
  }

  enter(element: Element, parent: AxElement | undefined, root: Scope, facts: ElementFacts): AxElement {
    const { kind } = facts;
    const node = new AxElement(element, kind, parent, root, facts);
    node.flow = flowOf(facts.display, kind.replaced);
    node.hidden = hiddenBits(node, facts);
    node.focusable = (kind.focusable || kind.tag === "summary") && supportsFocus(node);
    settle(node);
    this.nodes.push(node);
    if (kind.owns) this.owners.push(node);
    if (kind.referable) this.referable.set(element, node);
    if (parent !== undefined) place(node, parent);
    return node;
  }

  finish(): void {
    const find = (element: Element) => this.referable.get(element);
    for (const node of this.owners) own(node, find);
    for (const node of this.nodes) {
      if (mayBeNamed(node)) node.name = nameOf(node, find);
      if (mayHaveStates(node)) node.states = statesOf(node);
    }
  }
}

function settle(node: AxElement): void {
  decideRole(node);
  decideInteraction(node);
  node.accessible = !node.none && node.hidden === 0;
}

function place(node: AxElement, parent: AxElement): void {
  parent.append(node);
  if (node.flow !== block && !node.parted) return;
  for (let each: AxElement | undefined = parent; each?.flow === inline && !each.parted; each = each.parent) each.parted = true;
}

/** Moves what `aria-owns` lists below its owner, unless it holds the owner or is owned already. */
function own(owner: AxElement, find: (element: Element) => AxElement | undefined): void {
  for (const element of owner.scope.named(owner, "aria-owns")) {
    const node = find(element);
    if (node === undefined || node.owner !== undefined || holds(node, owner)) continue;
    node.owner = owner;
    owner.owns = [...(owner.owns ?? []), node];
    // Its owner may be the container that its role asks for.
    settle(node);
  }
}

function holds(outer: AxElement, inner: AxElement): boolean {
  for (let node: AxElement | undefined = inner; node !== undefined; node = node.owner ?? node.parent) if (node === outer) return true;
  return false;
}
