import { attributeOf } from "../dom.js";
import { wordSet } from "../text.js";
import { isFormControl, takesFocus } from "./exposure.js";
import type { AxKind } from "./node.js";
import { contextFreeRoleOf } from "./roles.js";

const undrawn = /^svg:(title|style|script|desc|metadata|defs|symbol|clipPath|mask|pattern|marker|filter|.+Gradient)$/;
const namedByMarkup = wordSet("input textarea select meter progress output img area table fieldset optgroup summary");
const hidingChildren = wordSet("video audio meter progress textarea iframe input img embed details");
const replaced = wordSet("img svg:svg canvas video iframe object embed");

/** Returns what an element's tag and attributes decide. `names`: of all its attributes. */
export function kindOf(element: Element, tag: string, names: readonly string[]): AxKind {
  const has = (name: string) => names.includes(name);
  const get = (name: string) => (has(name) ? (attributeOf(element, name) ?? "") : "");
  const some = names.length > 0;
  const aria = some && names.some((name) => name.startsWith("aria-"));
  const formControl = isFormControl(tag);
  const hasRoleAttribute = some && has("role");
  const isSvg = tag.startsWith("svg:");
  return {
    tag,
    names,
    aria,
    ariaHidden: aria && get("aria-hidden") === "true" && tag !== "html" && tag !== "body",
    inert: !isSvg && some && has("inert"),
    referable: tag === "label" || (some && has("id")),
    formControl,
    focusable: (some || formControl) && takesFocus(tag, { has, get }),
    nameable: aria || isSvg || namedByMarkup.has(tag) || (some && has("title")),
    stateful: aria || formControl || tag === "summary" || (some && has("popovertarget")),
    disables: aria && get("aria-disabled") === "true",
    hasRoleAttribute,
    replaced: replaced.has(tag),
    undrawn: isSvg ? undrawn.test(tag) : tag === "wbr",
    hidesChildren: hidingChildren.has(tag),
    owns: aria && has("aria-owns"),
    role: hasRoleAttribute ? undefined : contextFreeRoleOf(tag, { has, get }),
  };
}
