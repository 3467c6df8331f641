import { attributeOf } from "../dom.js";
import { wordSet } from "../text.js";

const pressed = /^on(?:click|dblclick|(?:mouse|pointer)(?:down|up)|touch(?:start|end)|key(?:down|up|press))$/i;
const undrawn = /^svg:(title|style|script|desc|metadata|defs|symbol|clipPath|mask|pattern|marker|filter|.+Gradient)$/;
const namedByMarkup = wordSet("input textarea select meter progress output img area table fieldset optgroup summary");
const hidingChildren = wordSet("video audio meter progress textarea iframe input img embed details");
const replaced = wordSet("img svg:svg canvas video iframe object embed");

/** What tag and attributes alone decide: computed once for all elements with the same tag and attributes. */
export interface AxKind {
  readonly tag: string;
  readonly names: readonly string[];
  /** Has attributes that begin with `aria-`. */
  readonly aria: boolean;
  readonly ariaHidden: boolean;
  readonly inert: boolean;
  /** Can take focus as far as its attributes decide. */
  readonly focusable: boolean;
  /** Only scripts can focus it: the target of a link to the content, the root of a layer, a list that is announced. */
  readonly onlyScripted: boolean;
  /** Its markup states what a press does. */
  readonly acts: boolean;
  /** Something other than its role may give it a name, or a state. */
  readonly nameable: boolean;
  readonly stateful: boolean;
  /** Replaced element: an atomic box even where it is inline. */
  readonly replaced: boolean;
  /** Never rendered where it stands, whatever its style: SVG definitions, `<wbr>`. */
  readonly undrawn: boolean;
  /** Does not always render its children: the browser shows its own content instead, or collapses them. */
  readonly hidesChildren: boolean;
  readonly role: string | undefined;
}

/** Reads an element's attributes; `get` returns "" for an absent one. */
interface Attributes {
  has(name: string): boolean;
  get(name: string): string;
}

/** Returns what an element's tag, as returned by `tagOf`, and attributes decide. */
export function kindOf(element: Element, tag: string, names: readonly string[]): AxKind {
  const has = (name: string) => names.includes(name);
  const get = (name: string) => (has(name) ? (attributeOf(element, name) ?? "") : "");
  const aria = names.some((name) => name.startsWith("aria-"));
  const isSvg = tag.startsWith("svg:");
  return {
    tag,
    names,
    aria,
    ariaHidden: aria && get("aria-hidden") === "true" && tag !== "html" && tag !== "body",
    inert: !isSvg && has("inert"),
    focusable: takesFocus(tag, { has, get }) || /^\s*[-+]?\d/.test(get("tabindex")),
    onlyScripted: /^\s*-\d/.test(get("tabindex")) && !takesFocus(tag, { has, get }),
    acts: names.some((name) => pressed.test(name)) && tag !== "html" && tag !== "body",
    nameable: aria || isSvg || namedByMarkup.has(tag) || has("title"),
    stateful: aria || isFormControl(tag) || tag === "summary" || has("popovertarget"),
    replaced: replaced.has(tag),
    undrawn: isSvg ? undrawn.test(tag) : tag === "wbr",
    hidesChildren: hidingChildren.has(tag),
    role: contextFreeRoleOf(tag, { has, get }),
  };
}

export function isFormControl(tag: string): boolean {
  return tag === "input" || tag === "button" || tag === "select" || tag === "textarea";
}

/** Returns whether tag and attributes other than `tabindex` make an element focusable, where it is not disabled. */
function takesFocus(tag: string, attributes: Attributes): boolean {
  if (isFormControl(tag)) return attributes.get("type").trim().toLowerCase() !== "hidden";
  if ((tag === "a" || tag === "area" || tag === "svg:a") && (attributes.has("href") || attributes.has("xlink:href"))) return true;
  if ((tag === "audio" || tag === "video") && attributes.has("controls")) return true;
  return attributes.has("contenteditable") && attributes.get("contenteditable").trim().toLowerCase() !== "false";
}

// Implicit roles: HTML-AAM, SVG-AAM, MathML-AAM.
const tagRoles = rolesIn(
  "address=group datalist=listbox dd=definition del=deletion details=group dfn=term dir=list dt=term em=emphasis fieldset=group h1=heading " +
    "h2=heading h3=heading h4=heading h5=heading h6=heading hgroup=group hr=separator ins=insertion menu=list nav=navigation ol=list " +
    "optgroup=group output=status p=paragraph progress=progressbar s=deletion sub=subscript sup=superscript textarea=textbox ul=list " +
    "math:math=math svg:image=img svg:use=graphics-object",
);
for (const tag of wordSet("article blockquote button caption code dialog figure form main mark meter option search strong table time"))
  tagRoles.set(tag, tag);
// Without a role; listed because they are the most frequent elements and would otherwise pass every case below.
for (const tag of wordSet("b body br div font html i label small span svg:text")) tagRoles.set(tag, "");

/** `<input>` types; those without an ARIA role of their own (date, colour, …) count as text fields. */
const inputRoles = rolesIn(
  "button=button checkbox=checkbox file=button hidden= image=button number=spinbutton radio=radio range=slider reset=button " +
    "search=searchbox submit=button",
);

function rolesIn(pairs: string): Map<string, string> {
  return new Map(pairs.split(" ").map((pair) => [pair.replace(/=.*/, ""), pair.replace(/.*=/, "")]));
}

/** Returns the implicit role where tag and attributes alone decide it; otherwise undefined. */
function contextFreeRoleOf(tag: string, attributes: Attributes): string | undefined {
  const role = tagRoles.get(tag);
  if (/^(div|span)$|-/.test(tag) && attributes.has("popover")) return "group";
  if (
    role === "" &&
    tag === "div" &&
    (attributes.has("autofocus") || (attributes.has("draggable") && attributes.get("draggable") !== "false"))
  )
    return "group";
  if (role !== undefined) return role;
  switch (tag) {
    case "a":
    case "area":
      return attributes.has("href") ? "link" : "";
    case "svg:a":
      return attributes.has("href") || attributes.has("xlink:href") ? "link" : "group";
    case "img":
      return attributes.has("alt") && attributes.get("alt") === "" ? undefined : "img";
    case "input":
      return attributes.has("list") ? undefined : inputRoleOf(attributes);
    case "select":
      return attributes.has("multiple") || Number.parseInt(attributes.get("size"), 10) > 1 ? "listbox" : "combobox";
    default:
      return undefined;
  }
}

/** The role of an input, but for what a list of suggestions makes of it. */
export function inputRoleOf(attributes: Pick<Attributes, "get">): string {
  return inputRoles.get(attributes.get("type").trim().toLowerCase()) ?? "textbox";
}
