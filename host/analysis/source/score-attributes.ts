import { testIdAttributes } from "../../contract/test-ids.js";
import { drawnIconOf, isNamedIn } from "./icons.js";
import { iconNamesOf } from "./library-names.js";
import { isComponentTag, type SourceTag, type TagAttribute } from "./tags.js";
import { hasKey, holdsInOrder, joinSpace, quotedIn } from "./texts.js";
import type { Wanted } from "./wanted.js";

/** Takes points, and words where they speak for the tag. */
export type Add = (points: number, words?: string) => void;

/** Points for an attribute that is written as the element has it. */
const weights: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...Object.fromEntries(testIdAttributes.map((attribute) => [attribute, 6])),
    id: 6,
    name: 4,
    "aria-label": 5,
    placeholder: 5,
    href: 4,
    alt: 4,
    title: 4,
    for: 4,
    action: 4,
    value: 3,
    src: 3,
    type: 1.5,
    role: 1.5,
    // Every icon has these.
    xmlns: 0,
    width: 0.5,
    height: 0.5,
    viewbox: 0.5,
    fill: 0.3,
    stroke: 0.3,
  }),
);

/** Names under which components take something of their own, as `<Button type="primary">`. */
const ofTheComponent: ReadonlySet<string> = new Set(["type", "role", "value", "title", "src", "action", "name", "width", "height"]);

/** Names under which components take the element that they draw, as `<Box component="ul">`. */
const drawnAs: ReadonlySet<string> = new Set(["component", "as"]);

/** Judges the attributes of a tag. False when one of them belongs to another element. */
export function scoreAttributes(tag: SourceTag, wanted: Wanted, script: () => string, add: Add): boolean {
  for (const [name, attribute] of tag.attributes) {
    if (drawnAs.has(name) && isComponentTag(tag.tag) && !attribute.isDynamic && /^[a-z][a-z0-9]*$/.test(attribute.value)) {
      if (attribute.value !== wanted.tag) return false;
      add(2, `${name}="${attribute.value}"`);
      continue;
    }
    if (name === "class" || /^(on|@|v-|\(|\*|#|key$|style$|ref$)/.test(name)) continue;
    const actual = Object.hasOwn(wanted.attributes, name) ? wanted.attributes[name] : undefined;
    if (isKeyed(name, attribute, wanted.keys)) add(5, `message key in ${name}`);
    else if (actual === undefined) scoreMissing(name, attribute, tag.tag, wanted, add);
    else if (!attribute.isDynamic && sameValue(name, actual, attribute.value))
      add(weights.get(name) ?? 2, weights.get(name) === 0 ? undefined : `${name}="${actual.slice(0, 60)}"`);
    else if (attribute.isDynamic) add(dynamicPoints(actual, attribute), `${name} from an expression`);
    else if (isComponentTag(tag.tag) && ofTheComponent.has(name)) add(-0.3);
    else if (weights.has(name)) return false;
  }
  for (const name of ["id", "type", "href", "name", "placeholder", "aria-label"]) {
    if (wanted.attributes[name] !== undefined && !tag.attributes.has(name) && !tag.isOpenEnded) add(-0.7);
  }
  scoreClasses(tag, wanted, add);
  scoreHeldClasses(tag, wanted, script, add);
  return true;
}

function isKeyed(name: string, { value, isDynamic }: TagAttribute, keys: ReadonlySet<string>): boolean {
  if (keys.size === 0) return false;
  if (isDynamic) return quotedIn(value).some((text) => hasKey(keys, text));
  return keys.has(value) && (value.includes(".") || /i18n|key|msg|message|trans/i.test(name));
}

/** What the element does not have: a component's property with the element's own words (`label="Save"`), or another element's. */
function scoreMissing(name: string, { value, isDynamic }: TagAttribute, tag: string, wanted: Wanted, add: Add): void {
  if (/icon$/.test(name) || (name === "name" && /icon/i.test(tag))) scoreIcon(name, { value, isDynamic }, wanted, add);
  // What a font draws as an icon is the text of no label.
  const isIconText = /(?:^|\s)material-(?:icons|symbols)/.test(wanted.attributes["class"] ?? "") && !/icon$|^name$/.test(name);
  const written = isIconText ? [] : isDynamic ? quotedIn(value) : [value];
  if (!isDynamic && /^[a-z]\w*$/.test(tag)) {
    if (alwaysWritten.has(name)) add(-2);
  } else if (
    !namesNothing.has(name) &&
    written.some((text) => text.length >= 2 && wanted.shown.some((one) => one.toLowerCase() === joinSpace(text).toLowerCase()))
  )
    add(
      ofHeads.has(name) && isInLink(wanted) ? 0.5 : /^\s*\[/.test(value) ? 2 : 4,
      isDynamic ? `${name} with its text` : `${name}="${value.slice(0, 60)}"`,
    );
  else if (
    !isDynamic &&
    name === "label" &&
    /^(a|button)$/.test(wanted.tag) &&
    wanted.levels[0]?.texts.includes(joinSpace(value).toLowerCase()) === true
  )
    add(3, `${name}="${value.slice(0, 60)}"`);
  else if (isDynamic && written.some((text) => fitsFilled(text, wanted.shown))) add(3, `${name} with parts filled in`);
  else if (!isDynamic && ofFields.has(name) && isComponentTag(tag) && isFieldOf(value, wanted)) add(3.5, `${name}="${value}"`);
  else if (!isDynamic && weights.has(name) && name !== "title" && name !== "type") add(-0.5);
  // A control without any words has no label.
  else if (!isDynamic && /^(?:label|text)$/.test(name) && wanted.shown.length === 0 && /^(?:a|button)$/.test(wanted.tag)) add(-3);
}

/** Names under which components of tables and forms take the name of a field of the data. */
const ofFields: ReadonlySet<string> = new Set(["source", "field", "prop", "property", "name", "dataindex", "accessor", "accessorkey"]);

/** Whether the element shows or has the name of a field: `last_seen` and `lastSeen` are shown as “Last seen”, or as the message of that name. */
function isFieldOf(field: string, { shown, attributes, keys }: Wanted): boolean {
  if (field.length < 3) return false;
  const last = field.slice(field.lastIndexOf(".") + 1);
  const words = last.replace(/([a-z0-9])(?=[A-Z])|_/g, "$1 ").toLowerCase();
  return (
    attributes["name"] === field || shown.some((one) => one.toLowerCase() === words) || [...keys].some((key) => key.endsWith(`.${last}`))
  );
}

/** Names under which components take what they show at their head, which is seldom a link of a menu. */
const ofHeads: ReadonlySet<string> = new Set(["title", "heading", "header", "subtitle"]);

function isInLink({ tag, parents }: Wanted): boolean {
  return [tag, ...parents.slice(0, 2)].some((one) => one === "a" || one === "li");
}

/** An icon's name in an attribute of a component, as `prepend-icon="ri-mail-line"`: the element's, or another one of the same package. */
function scoreIcon(name: string, { value, isDynamic }: TagAttribute, wanted: Wanted, add: Add): void {
  const drawn = drawnIconOf(wanted);
  if (drawn !== undefined) {
    const isNamed = isNamedIn(value, isDynamic, drawn);
    if (isNamed !== undefined) add(isNamed ? 6 : -3, `${name}: ${drawn}`);
    return;
  }
  const icons = iconNamesOf(wanted);
  const written = value.replace(/^["'`]|["'`]$/g, "").replace(":", "-");
  if (icons.includes(written)) add(6, `${name}="${written}"`);
  else if (/^(?:fa\w? )?[a-z]+-[\w-]+$/.test(written) && icons.some((icon) => icon.split("-", 1)[0] === written.split("-", 1)[0])) add(-3);
}

/** Attributes of a component that are shown nowhere. */
const namesNothing: ReadonlySet<string> = new Set(["id", "for", "type"]);

/** Attributes of a plain tag that stay in the page as they are written. */
const alwaysWritten: ReadonlySet<string> = new Set(["id", "href", "name", "placeholder", "aria-label", "action", "for"]);

/** `Remove ${name}` in a text: each fixed part in order, at least four letters of them. */
function fitsFilled(text: string, shown: readonly string[]): boolean {
  if (!text.includes("${")) return false;
  const parts = text.split(/\$\{[^}]*\}/).map((part) => part.trim().toLowerCase());
  if (parts.join("").length < 4) return false;
  return shown.some((one) => holdsInOrder(one.toLowerCase(), parts));
}

function sameValue(name: string, actual: string, written: string): boolean {
  if (actual === written) return true;
  // What such an address does is cut from captures.
  if (actual === "javascript:" && written.startsWith(actual)) return true;
  // A router that keeps its path in the fragment.
  if (name === "href" && written.startsWith("/") && (actual === `#${written}` || actual === `#!${written}`)) return true;
  // The browser's capture may have made an address whole.
  return (name === "href" || name === "src" || name === "action") && written !== "" && actual.endsWith(written) && /^https?:/.test(actual);
}

/** An expression fits when the fixed parts of it (`/products/${id}`) stand in the value. */
function dynamicPoints(actual: string, { value }: TagAttribute): number {
  const forms = [...quotedIn(value), value.includes("{") || value.includes("<") ? value : ""]
    .map((text) =>
      text
        .split(/[$#]?\{\{?[^}]*\}?\}|<[%?][^>]*>/)
        .map((part) => part.trim())
        .filter((part) => part.length >= 2),
    )
    .filter((parts) => parts.length > 0);
  if (forms.length === 0) return 0.5;
  return forms.some((parts) => parts.every((part) => actual.includes(part))) ? 3 : -0.5;
}

/** Judges the class names of a tag. */
function scoreClasses(tag: SourceTag, { classes, attributes }: Wanted, add: Add): void {
  const written = tag.attributes.get("class");
  if (written === undefined) {
    // A library's components bring classes of their own; a plain tag has those that are written.
    if (classes.length > 0 && !tag.isOpenEnded && !isComponentTag(tag.tag)) add(-1 - Math.min(3, classes.length * 0.75));
    return;
  }
  const known = namesIn(written).filter((name) => name !== "" && !/[{$]/.test(name));
  const shown = new Set((attributes["class"] ?? "").split(/\s+/));
  const had = new Set([...classes, ...shown]);
  const hits = known.filter((name) => had.has(name));
  if (hits.length > 0) add(1 + Math.min(3, hits.length * 0.7), `class ${hits.slice(0, 4).join(" ")}`);
  // All of the element's, and no other.
  if (!written.isDynamic && hits.length === known.length && hits.length >= Math.max(2, classes.length)) add(1.5);
  // A name of a CSS module is written in one tag or few, and an element that has one was made by such a tag.
  const isOfModule = written.isDynamic && known.length > 0 && ofModule.test(written.value) && classes.some((name) => !shown.has(name));
  if (isOfModule) add(hits.length > 0 ? 3 : -5);
  // A fixed class that the element lacks belongs to another one, but for a component that merges classes.
  const missing = known.length - hits.length;
  if (!written.isDynamic && missing > 0) add(isComponentTag(tag.tag) ? -1 * missing : -2 * missing);
}

/** As many of an element's classes must stand in a file's script until they speak for a tag whose classes it makes. */
const leastHeld = 2;

/** Judges the class names that a file's script holds for a tag with an expression: `:class="classes"` with `const classes = ["px-2", "py-1"]`. */
function scoreHeldClasses({ tag, attributes }: SourceTag, { classes }: Wanted, script: () => string, add: Add): void {
  const written = attributes.get("class");
  // What a component is handed can be for any element: a button's and a badge's are much alike.
  if (isComponentTag(tag) || written?.isDynamic !== true || written.value.length > longestString) return;
  const own = new Set(namesIn(written));
  // A name that is no string's and no property's: `classes`, `cn(base)`, `variants({ size })`.
  if (!/(?<![\w$.])[A-Za-z_$][\w$]*/.test(written.value.replace(/(["'`])(?:(?!\1)[^\\]|\\.)*\1/g, ""))) return;
  const held = classes.filter((name) => !own.has(name) && isHeldIn(script(), name));
  if (held.length >= leastHeld && held.length * 3 >= classes.length - own.size)
    add(Math.min(3.5, held.length * 0.7), `class ${held.slice(0, 3).join(" ")} in its script`);
}

const mostOccurrences = 20;
const longestString = 400;

/** Whether a class name is a word in a string of a script. */
function isHeldIn(script: string, name: string): boolean {
  let at = script.indexOf(name);
  for (let times = 0; at >= 0 && times < mostOccurrences; times++, at = script.indexOf(name, at + name.length)) {
    if (!/[\s"'`]/.test(script[at - 1] ?? "") || !/[\s"'`]/.test(script[at + name.length] ?? "")) continue;
    if (/["'`][^"'`\n]*$/.test(script.slice(Math.max(0, at - longestString), at))) return true;
  }
  return false;
}

function namesIn({ value, isDynamic }: TagAttribute): string[] {
  if (!isDynamic) return value.split(/\s+/);
  const quoted = quotedIn(value).flatMap((text) => text.split(/\s+/));
  const ofModules = value.match(/\b(?:styles|classes|css|s)(?:\.|\[["'])([\w-]+)/g) ?? [];
  const keys = [...value.matchAll(/[{,]\s*([\w-]+)\s*(?=[,:}])/g)].map((match) => match[1] ?? "");
  // Around a template's marks (`btn{% if active %} active{% endif %}`) stand names as they are.
  const around = /\{%|<[%?]|\{\{|^[\w -]*\{/.test(value) ? value.replace(marks, " ").split(/\s+/) : [];
  return [...new Set([...quoted, ...ofModules.map((text) => text.replace(/.*[.'"]/, "")), ...keys, ...around])].filter((name) =>
    /^[\w:/.[\]()%!@&#,>+-]+$/.test(name),
  );
}

/** `styles.card`, `classes["card"]`. */
const ofModule = /^\s*\w+(?:\.\w+|\[["'][\w-]+["']\])\s*$/;

const marks = /\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)|<%[\s\S]*?(?:%>|$)|<\?[\s\S]*?(?:\?>|$)|(?<![\w-])[\w-]*\{[^{}]*\}[\w-]*/g;
