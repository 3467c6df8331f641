/**
 * Role, accessible name and states of every element, computed beside the walk's single pass.
 *
 * The walk calls, in the order of the composed tree (shadow children below their host, slotted nodes below their slot, a frame's document
 * below its frame): `root` once for each document or shadow root, then `enter` / `text` / `leave` for each element, and `finish` once at the end.
 * No layout and no style is read here: what the walk has read comes in as `ElementFacts`. Elements below `display: none` are entered too,
 * so that names that point at them can be made.
 *
 * Roles are ARIA role names in lower case, as the browser's accessibility tree has them after HTML-AAM: `<header>` is `banner` or `generic`
 * by its place, `<a>` without href is `generic`, `presentation` and `none` are told as `none`. `generic` elements are told as "" (no semantics).
 * Where HTML-AAM has no ARIA role (`<video>`, `<label>`, `<iframe>`, `<input type=date>` …) the role is "" as well, but for those in `roles.ts`
 * that Chromium and Firefox agree to tell apart.
 */
export interface Accessibility {
  /** Announces a document or shadow root before its first element. Reads its labels and relations once. */
  root(root: Document | ShadowRoot): AxRoot;
  /** Opens an element. `parent` is its composed parent's node (undefined for the first, and for a frame's document element). */
  enter(element: Element, parent: AxNode | undefined, root: AxRoot, facts: ElementFacts): AxNode;
  /** Adds the raw data of a text node that is a composed child of `parent`. */
  text(parent: AxNode, data: string): void;
  /** Closes an element after its composed children. */
  leave(node: AxNode): void;
  /** Resolves what points elsewhere (labels, aria-labelledby, aria-owns). Names and states are final afterwards. */
  finish(): void;
}

/** What the walk has read already. Read during the call, never kept: one object can serve all calls. */
export interface ElementFacts {
  /** Computed value; "none" for every element below one that is not displayed, "" where the walk did not read it. */
  display: string;
  visibility: string;
  textTransform: string;
  /** Text that style sheets put before and after the content, as shown (or its alternative text); "" for none. */
  before: string;
  after: string;
  /** The text of the element and of all below is the user's or a secret: it goes into no name. */
  withheld: boolean;
}

/** One element's answer. `role`, `focusable` and `interactive` are final after `enter`, the rest after `finish`. */
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
}

/** A tree scope's labels and relations; opaque to the walk. */
export interface AxRoot {
  readonly scope: Document | ShadowRoot;
}

/** Makes the computation for one capture. */
export function createAccessibility(): Accessibility {
  return {
    root: (scope) => ({ scope }),
    enter: () => ({ role: "", name: "", states: "", accessible: true, focusable: false, interactive: false }),
    text: () => undefined,
    leave: () => undefined,
    finish: () => undefined,
  };
}
