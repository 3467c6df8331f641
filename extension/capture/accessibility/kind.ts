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
  /** It can take focus, so far as its attributes say. */
  readonly focusable: boolean;
  /** A box of its own also where it stands inline. */
  readonly replaced: boolean;
  /** Not drawn, or drawn elsewhere, whatever its style says: parts of pictures, places where a line may break. */
  readonly undrawn: boolean;
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
const replaced = wordSet("img svg:svg canvas video iframe object embed");

/** `names`: those of all its attributes. */
export function kindOf(element: Element, tag: string, names: readonly string[]): AxKind {
  const has = (name: string) => names.includes(name);
  const get = (name: string) => (has(name) ? (attributeOf(element, name) ?? "") : "");
  const some = names.length > 0;
  const isSvg = tag.startsWith("svg:");
  return {
    tag,
    names,
    aria: some && names.some((name) => name.startsWith("aria-")),
    ariaHidden: some && get("aria-hidden") === "true" && tag !== "html" && tag !== "body",
    inert: !isSvg && some && has("inert"),
    referable: tag === "label" || (some && has("id")),
    focusable: (some || isField(tag)) && takesFocus(tag, { has, get }),
    replaced: replaced.has(tag),
    undrawn: isSvg ? undrawn.test(tag) : tag === "wbr",
    role: some && has("role") ? undefined : fixedRoleOf(tag, { has, get }),
  };
}
