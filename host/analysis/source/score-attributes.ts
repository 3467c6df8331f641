import { testIdAttributes } from "../../contract/test-ids.js";
import { onceFor } from "./cached-parser.js";
import { isComponentTag, type SourceTag, type TagAttribute } from "./tags.js";
import { hasKey, joinSpace, quotedIn } from "./texts.js";
import type { Wanted } from "./wanted.js";
import type { Add, Feature } from "./weights.js";

/** Attributes by which people know an element. */
const own: ReadonlySet<string> = new Set(["id", ...testIdAttributes]);
const naming: ReadonlySet<string> = new Set("aria-label placeholder href alt title for action name value src".split(" "));
/** Others of which another value belongs to another element. */
const distinguishing: ReadonlySet<string> = new Set("type role width height viewbox fill stroke".split(" "));

function isKnown(name: string): boolean {
  return own.has(name) || naming.has(name) || distinguishing.has(name);
}

function featureOf(name: string): Feature {
  return own.has(name) ? "ownAttribute" : naming.has(name) ? "namingAttribute" : "attribute";
}

/** Names under which components take something of their own, as `<Button type="primary">`. */
const ofTheComponent: ReadonlySet<string> = new Set(["type", "role", "value", "title", "src", "action", "name", "width", "height"]);

/** Names under which components take the element that they draw, as `<Box component="ul">`. */
const drawnAs: ReadonlySet<string> = new Set(["component", "as"]);

/** Attributes of a plain tag that stay in the page as they are written. */
const alwaysWritten: ReadonlySet<string> = new Set(["id", "href", "name", "placeholder", "aria-label", "action", "for"]);

/** Attributes of a component that are shown nowhere. */
const namesNothing: ReadonlySet<string> = new Set(["id", "for", "type"]);

/** Judges the attributes of a tag. False when one of them belongs to another element. */
export function scoreAttributes(tag: SourceTag, wanted: Wanted, script: () => string, add: Add): boolean {
  for (const [name, attribute] of tag.attributes) {
    if (drawnAs.has(name) && isComponentTag(tag.tag) && !attribute.isDynamic && /^[a-z][a-z0-9]*$/.test(attribute.value)) {
      if (attribute.value !== wanted.tag) return false;
      add("tag", 1, `${name}="${attribute.value}"`);
      continue;
    }
    if (name === "class" || /^(on|@|v-|\(|\*|#|key$|style$|ref$|xmlns$)/.test(name)) continue;
    const actual = Object.hasOwn(wanted.attributes, name) ? wanted.attributes[name] : undefined;
    if (isKeyed(name, attribute, wanted.keys)) add("key", 1, `message key in ${name}`);
    else if (actual === undefined) scoreMissing(name, attribute, tag.tag, wanted, add);
    else if (!attribute.isDynamic && sameValue(name, actual, attribute.value)) add(featureOf(name), 1, `${name}="${actual.slice(0, 60)}"`);
    else if (attribute.isDynamic) scoreExpression(name, actual, attribute, add);
    else if (!(isComponentTag(tag.tag) && ofTheComponent.has(name)) && isKnown(name)) return false;
  }
  for (const name of ["type", ...alwaysWritten])
    if (wanted.attributes[name] !== undefined && !tag.attributes.has(name) && !tag.isOpenEnded) add("foreignAttribute");
  if (isOfOtherModule(tag, wanted)) return false;
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
  const isShown = (text: string) => text.length > 1 && wanted.shown.some((one) => one.toLowerCase() === joinSpace(text).toLowerCase());
  if (!isDynamic && /^[a-z]\w*$/.test(tag)) return;
  if (!namesNothing.has(name) && (isDynamic ? quotedIn(value) : [value]).some(isShown))
    add("handedText", 1, isDynamic ? `${name} with its text` : `${name}="${value.slice(0, 60)}"`);
  else if (!isDynamic && isKnown(name) && name !== "title" && name !== "type") add("foreignAttribute");
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
function scoreExpression(name: string, actual: string, { value }: TagAttribute, add: Add): void {
  const forms = [...quotedIn(value), value.includes("{") || value.includes("<") ? value : ""]
    .map((text) =>
      text
        .split(/[$#]?\{\{?[^}]*\}?\}|<[%?][^>]*>/)
        .map((part) => part.trim())
        .filter((part) => part.length > 1),
    )
    .filter((parts) => parts.length > 0);
  const isThere = forms.some((parts) => parts.every((part) => actual.includes(part)));
  add(forms.length === 0 ? "openAttribute" : isThere ? "attributeOfExpression" : "foreignAttribute", 1, `${name} from an expression`);
}

/** Judges the class names of a tag. */
function scoreClasses(tag: SourceTag, { classes, attributes }: Wanted, add: Add): void {
  const written = tag.attributes.get("class");
  if (written === undefined) {
    // A library's components bring classes of their own; a plain tag has those that are written.
    if (classes.length === 0 || tag.isOpenEnded || isComponentTag(tag.tag)) return;
    add("noClasses", Math.log1p(classes.length));
    return;
  }
  const known = namesIn(written).filter((name) => name !== "" && !/[{$]/.test(name));
  const shown = new Set((attributes["class"] ?? "").split(/\s+/));
  const had = new Set([...classes, ...shown]);
  const hits = known.filter((name) => had.has(name));
  add("classes", Math.log1p(hits.length), `class ${hits.slice(0, mostClasses).join(" ")}`);
  // All of the element's, and no other.
  if (!written.isDynamic && hits.length === known.length && hits.length >= Math.max(leastHeld, classes.length)) add("allClasses");
  // A fixed class that the element lacks belongs to another one, but for a component that merges classes.
  const missing = known.length - hits.length;
  if (!written.isDynamic) add("foreignClasses", isComponentTag(tag.tag) ? missing / 2 : missing);
}

/** As many of an element's classes must stand in a file's script until they speak for a tag whose classes it makes. */
const leastHeld = 2;
const leastShare = 1 / 3;
/** More of them say no more. */
const mostClasses = 4;

/** Judges the class names that a file's script holds for a tag with an expression: `:class="classes"` with `const classes = ["px-2", "py-1"]`. */
function scoreHeldClasses({ tag, attributes }: SourceTag, { classes }: Wanted, script: () => string, add: Add): void {
  const written = attributes.get("class");
  // What a component is handed can be for any element: a button's and a badge's are much alike.
  if (isComponentTag(tag) || written?.isDynamic !== true || written.value.length > longestString) return;
  const own = new Set(namesIn(written));
  // A name that is no string's and no property's: `classes`, `cn(base)`, `variants({ size })`.
  if (!/(?<![\w$.])[A-Za-z_$][\w$]*/.test(written.value.replace(/(["'`])(?:(?!\1)[^\\]|\\.)*\1/g, ""))) return;
  const held = classes.filter((name) => !own.has(name) && isHeldIn(script(), name));
  if (held.length >= leastHeld && held.length >= (classes.length - own.size) * leastShare)
    add("heldClasses", Math.log1p(held.length), `class ${held.slice(0, mostClasses).join(" ")} in its script`);
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

const namesIn = onceFor(({ value, isDynamic }: TagAttribute): string[] => {
  if (!isDynamic) return value.split(/\s+/);
  const quoted = quotedIn(value).flatMap((text) => text.split(/\s+/));
  const ofModules = value.match(/\b(?:styles|classes|css|s)(?:\.|\[["'])([\w-]+)/g) ?? [];
  const keys = [...value.matchAll(/[{,]\s*([\w-]+)\s*(?=[,:}])/g)].map((match) => match[1] ?? "");
  // Around a template's marks (`btn{% if active %} active{% endif %}`) stand names as they are.
  const around = /\{%|<[%?]|\{\{|^[\w -]*\{/.test(value) ? value.replace(marks, " ").split(/\s+/) : [];
  return [...new Set([...quoted, ...ofModules.map((text) => text.replace(/.*[.'"]/, "")), ...keys, ...around])].filter((name) =>
    /^[\w:/.[\]()%!@&#,>+-]+$/.test(name),
  );
});

/** A name of a CSS module is written in one tag or few, and an element that has one was made by such a tag. */
function isOfOtherModule({ attributes }: SourceTag, wanted: Wanted): boolean {
  const written = attributes.get("class");
  if (written?.isDynamic !== true || !ofModule.test(written.value)) return false;
  const shown = new Set((wanted.attributes["class"] ?? "").split(/\s+/));
  const local = wanted.classes.filter((name) => !shown.has(name));
  return local.length > 0 && !namesIn(written).some((name) => local.includes(name));
}

/** `styles.card`, `classes["card"]`. */
const ofModule = /^\s*\w+(?:\.\w+|\[["'][\w-]+["']\])\s*$/;

const marks = /\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)|<%[\s\S]*?(?:%>|$)|<\?[\s\S]*?(?:\?>|$)|(?<![\w-])[\w-]*\{[^{}]*\}[\w-]*/g;
