import { attributeOf } from "../dom.js";
import { isField, takesFocus } from "./focus.js";
import { fixedRoleOf } from "./html-roles.js";
import { wordSet } from "./words.js";

/** What an element's tag and attributes decide alone: elements that have the same share it. */
export interface AxKind {
  /** As `tagOf` gives it. */
  readonly tag: string;
  /** Names of all attributes. */
  readonly names: readonly string[];
  /** It has attributes that begin with `aria-`. */
  readonly aria: boolean;
  readonly ariaHidden: boolean;
  readonly inert: boolean;
  /** Others can point at it: it has an id, or is a label. */
  readonly referable: boolean;
  /** A form control that a person sets or presses. */
  readonly field: boolean;
  /** It can take focus, so far as its attributes say. */
  readonly focusable: boolean;
  /** Something other than its role may give it a name, or a state. */
  readonly nameable: boolean;
  readonly stateful: boolean;
  /** `aria-disabled` stands against all below it. */
  readonly disables: boolean;
  /** The author wrote a role. */
  readonly authored: boolean;
  /** A box of its own also where it stands inline. */
  readonly replaced: boolean;
  /** Not drawn, or drawn elsewhere, whatever its style says: parts of pictures, places where a line may break. */
  readonly undrawn: boolean;
  /** Does not show its own children, or not always: a browser puts content of its own in their place, or folds them away. */
  readonly folds: boolean;
  /** `aria-owns` takes in what stands elsewhere. */
  readonly owns: boolean;
  /** The role without any author's, where nothing around the element has a say in it. */
  readonly role: string | undefined;
}

/** Reads an element's attributes. */
export interface Attributes {
  has(name: string): boolean;
  /** "" where there is none. */
  get(name: string): string;
}

const undrawn = /^svg:(title|style|script|desc|metadata|defs|symbol|clipPath|mask|pattern|marker|filter|.+Gradient)$/;
const namedByMarkup = wordSet("input textarea select meter progress output img area table fieldset optgroup summary");
const folding = wordSet("video audio meter progress textarea iframe input img embed details");
const replaced = wordSet("img svg:svg canvas video iframe object embed");

/** `names`: those of all its attributes. */
export function kindOf(element: Element, tag: string, names: readonly string[]): AxKind {
  const has = (name: string) => names.includes(name);
  const get = (name: string) => (has(name) ? (attributeOf(element, name) ?? "") : "");
  const some = names.length > 0;
  const aria = some && names.some((name) => name.startsWith("aria-"));
  const field = isField(tag);
  const authored = some && has("role");
  const isSvg = tag.startsWith("svg:");
  return {
    tag,
    names,
    aria,
    ariaHidden: aria && get("aria-hidden") === "true" && tag !== "html" && tag !== "body",
    inert: !isSvg && some && has("inert"),
    referable: tag === "label" || (some && has("id")),
    field,
    focusable: (some || field) && takesFocus(tag, { has, get }),
    nameable: aria || isSvg || namedByMarkup.has(tag) || (some && has("title")),
    stateful: aria || field || tag === "summary" || (some && has("popovertarget")),
    disables: aria && get("aria-disabled") === "true",
    authored,
    replaced: replaced.has(tag),
    folds: folding.has(tag),
    owns: aria && has("aria-owns"),
    undrawn: isSvg ? undrawn.test(tag) : tag === "wbr",
    role: authored ? undefined : fixedRoleOf(tag, { has, get }),
  };
}
