import { flowOf, hiddenBits, setInteraction, supportsFocus } from "./exposure.js";
import { mayHaveName, nameOf } from "./names.js";
import { AxElement, ariaHidden, block, type ElementFacts, elementsOf, inline, notDisplayed, type Scope } from "./node.js";
import { setRole } from "./roles.js";
import { mayHaveStates, statesOf } from "./states.js";

/**
 * Computes role, accessible name and states of every element during the walk's single pass.
 *
 * The walk calls, in the order of the composed tree, `enter` for each element, also below `display: none`, where names may reference it,
 * `append` for its texts, and `finish` once. Reads no layout and no style.
 *
 * Roles are ARIA's in lower case after HTML-AAM; "" for `generic`, `none` and elements without one; `image` is `img`. Inputs without one
 * (date, colour, password, …) are `textbox`, `<input type=file>` is `button`, as test frameworks find them.
 */
export class AccessibilityTree {
  readonly nodes: AxElement[] = [];
  /** Only what can be referenced: elements with an id, and labels. */
  private readonly referable = new Map<Element, AxElement>();

  /** Adds an element. `parent`: its composed parent; undefined for the first, and for a frame's document element. */
  enter(element: Element, parent: AxElement | undefined, scope: Scope, facts: ElementFacts): AxElement {
    const { kind } = facts;
    const node = new AxElement(element, parent, scope, facts);
    node.flow = flowOf(facts.display, kind.replaced);
    node.hidden = hiddenBits(node, facts);
    node.focusable = (kind.focusable || kind.tag === "summary") && facts.display !== "contents" && supportsFocus(node);
    updateRole(node);
    this.nodes.push(node);
    if (kind.tag === "label" || node.has("id")) this.referable.set(element, node);
    if (parent !== undefined) attach(node, parent);
    return node;
  }

  /** Exposes an element without a box as another one is. */
  expose(node: AxElement, as: AxElement): void {
    node.hidden = as.hidden | ((node.parent?.hidden ?? 0) & notDisplayed);
    node.focusable = node.kind.focusable;
    updateRole(node);
  }

  /** Resolves references (labels, aria-labelledby, aria-owns). Roles, names and states are final afterwards. */
  finish(): void {
    const find = (element: Element) => this.referable.get(element);
    for (const node of this.nodes) if (node.kind.aria && node.has("aria-owns")) applyAriaOwns(node, find);
    for (const node of this.nodes) {
      if (mayHaveName(node)) ({ name: node.name, isUnsure: node.isNamePartial } = nameOf(node, find));
      if (mayHaveStates(node)) node.states = statesOf(node);
    }
  }
}

function updateRole(node: AxElement): void {
  setRole(node);
  setInteraction(node);
  node.accessible = !node.presentational && node.hidden === 0;
}

function attach(node: AxElement, parent: AxElement): void {
  parent.append(node);
  if (node.flow !== block && !node.containsBlock) return;
  for (let each: AxElement | undefined = parent; each?.flow === inline && !each.containsBlock; each = each.parent)
    each.containsBlock = true;
}

/** Moves what `aria-owns` references below its owner, unless it contains the owner or has one already, or the owner is hidden. */
function applyAriaOwns(owner: AxElement, find: (element: Element) => AxElement | undefined): void {
  if ((owner.hidden & (notDisplayed | ariaHidden)) !== 0) return;
  for (const element of owner.scope.referencedBy(owner, "aria-owns")) {
    const node = find(element);
    if (node === undefined || node.owner !== undefined || contains(node, owner)) continue;
    node.owner = owner;
    owner.owns = [...(owner.owns ?? []), node];
    for (const each of [owner, node.parent]) if (each !== undefined) each.differs = true;
    if ((node.hidden & ariaHidden) !== 0) inheritAriaHidden(node, owner);
    // The owner may be the context that its role requires.
    updateRole(node);
  }
}

/** `aria-hidden` hides what stands below in the accessibility tree. */
function inheritAriaHidden(node: AxElement, parent: AxElement): void {
  node.hidden = (node.hidden & ~ariaHidden) | (node.kind.ariaHidden ? ariaHidden : parent.hidden & ariaHidden);
  node.accessible = !node.presentational && node.hidden === 0;
  for (const child of elementsOf(node)) if (child.owner === undefined || child.owner === node) inheritAriaHidden(child, node);
}

function contains(outer: AxElement, inner: AxElement): boolean {
  for (let node: AxElement | undefined = inner; node !== undefined; node = node.owner ?? node.parent) if (node === outer) return true;
  return false;
}
