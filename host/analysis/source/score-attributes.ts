import { weaklyMemoized } from "../../contract/memoized.js";
import { testIdAttributes } from "../../contract/test-ids.js";
import { isComponentTag, type SourceTag, type TagAttribute } from "./tags.js";
import { begin, joinSpace, quotedIn } from "./texts.js";
import type { Wanted } from "./wanted.js";
import type { Add, Feature } from "./weights.js";

/** Attributes by which people know an element. */
const own: ReadonlySet<string> = new Set(["id", ...testIdAttributes]);
const naming: ReadonlySet<string> = new Set("aria-label placeholder href alt title for action name value src data-slot".split(" "));

/** An address that leads nowhere is that of many. */
function featureOf(name: string, value: string): Feature {
  return value === "#" ? "attribute" : own.has(name) ? "ownAttribute" : naming.has(name) ? "namingAttribute" : "attribute";
}

/** Attributes of a component that are shown nowhere. */
const namesNothing: ReadonlySet<string> = new Set(["id", "for", "type"]);

/** Judges the attributes of a tag. */
export function scoreAttributes(tag: SourceTag, wanted: Wanted, file: string, add: Add): void {
  const isComponent = isComponentTag(tag.tag);
  for (const [name, attribute] of tag.attributes) {
    if (name === "class" || /^(on|@|v-|\(|\*|#|key$|style$|ref$|xmlns$)/.test(name)) continue;
    const actual = Object.hasOwn(wanted.attributes, name) ? wanted.attributes[name] : undefined;
    if (isComponent) addGivenClass(name, attribute, wanted, add);
    if (isComponent && !attribute.isDynamic && isIconName.test(attribute.value)) addIconName(attribute.value, wanted, add);
    if (actual === undefined) scoreMissing(name, attribute, tag.tag, wanted, add);
    else if (!attribute.isDynamic && sameValue(name, actual, attribute.value))
      add(featureOf(name, actual), 1, `${name}="${begin(actual)}"`);
    else if (attribute.isDynamic) scoreExpression(name, actual, attribute, add);
    else if (own.has(name) || naming.has(name) || name.startsWith("data-")) add("otherAttribute");
  }
  if (isComponent && isIconName.test(tag.inner)) addIconName(tag.inner.trim(), wanted, add);
  // Vue hands the attributes of a component's use to the outermost element of its template.
  const takesOthers = tag.attributes.has("...") || (tag.around < 0 && file.endsWith(".vue"));
  scoreClasses(tag, wanted, takesOthers, add);
}

/** Adds that a component is handed what stands in a class of the element: `icon="mdi-home"`, `color="primary"`. */
function addGivenClass(name: string, attribute: TagAttribute, { classes }: Wanted, add: Add): void {
  const isGiven = (one: string) => dashedOf(classes).includes(`-${one} `);
  if (givenIn(attribute).some((one) => one.every(isGiven))) add("givenClass", 1, `class of ${name}`);
}

const isIconName = /^\s*[a-z]+(?:-[a-z\d]+)+\s*$/;

/** What a component holds or is handed as a whole class: `<v-icon>mdi-home</v-icon>`; another one of its kind belongs to another element. */
function addIconName(name: string, { classes }: Wanted, add: Add): void {
  const dashed = dashedOf(classes);
  if (dashed.includes(` -${name} `)) add("givenClass", 1, `class ${name}`);
  else if (dashed.includes(` -${name.slice(0, name.indexOf("-") + 1)}`)) add("otherAttribute");
}

/** Class names, each with a dash before it and a space behind it, and with dashes for colons. */
const dashedOf = weaklyMemoized((classes: readonly string[]) => classes.map((token) => ` -${token.replaceAll(":", "-")} `).join(""));

/** The texts that an attribute hands on, each by its words. */
const givenIn = weaklyMemoized(({ value, isDynamic }: TagAttribute) =>
  (isDynamic ? quotedIn(value) : [value]).filter((one) => one.length > 1).map((one) => one.replaceAll(":", "-").split(" ")),
);

/** What the element does not have: a component's property with the element's own words (`label="Save"`), or another element's. */
function scoreMissing(name: string, { value, isDynamic }: TagAttribute, tag: string, wanted: Wanted, add: Add): void {
  const isShown = (text: string) => text.length > 1 && wanted.shown.some((one) => one.toLowerCase() === joinSpace(text).toLowerCase());
  if (!isDynamic && /^[a-z]\w*$/.test(tag)) return;
  if (!namesNothing.has(name) && (isDynamic ? quotedIn(value) : [value]).some(isShown))
    add("handedText", 1, isDynamic ? `${name} with its text` : `${name}="${begin(value)}"`);
}

function sameValue(name: string, actual: string, written: string): boolean {
  if (actual === written) return true;
  // What such an address does is cut from captures.
  if (actual === "javascript:" && written.startsWith(actual)) return true;
  // A router that keeps its path in the fragment.
  return name === "href" && written.startsWith("/") && (actual === `#${written}` || actual === `#!${written}`);
}

/** An expression fits when the fixed parts of it (`/products/${id}`) stand in the value. */
function scoreExpression(name: string, actual: string, { value: written }: TagAttribute, add: Add): void {
  const forms = [...quotedIn(written), written.includes("{") || written.includes("<") ? written : ""]
    .map((text) =>
      text
        .split(/[$#]?\{\{?[^}]*\}?\}|<[%?][^>]*>/)
        .map((part) => part.trim())
        .filter((part) => part.length > 1),
    )
    .filter((parts) => parts.length > 0);
  const isThere = forms.some((parts) => parts.every((part) => actual.includes(part)));
  if (forms.length === 0 || isThere) add(isThere ? "attributeOfExpression" : "openAttribute", 1, `${name} from an expression`);
}

/** Judges the class names of a tag. */
function scoreClasses(tag: SourceTag, { classes, attributes, around, styledAs }: Wanted, takesOthers: boolean, add: Add): void {
  const written = tag.attributes.get("class");
  const known = written === undefined ? [] : namesIn(written).filter((name) => name !== "" && !/[{$]/.test(name));
  const isWhole = written?.isDynamic !== true && !takesOthers && !isComponentTag(tag.tag);
  if (isWhole) add("lacksClasses", Math.log1p(classes.filter((name) => !known.includes(name)).length + Number(styledAs !== undefined)));
  if (written === undefined) return;
  const shown = new Set((attributes["class"] ?? "").split(/\s+/));
  const had = new Set([...classes, ...shown]);
  const hits = known.filter((name) => had.has(name));
  add("classes", Math.log1p(hits.length), `class ${begin(hits.join(" "))}`);
  // An element with a name of a CSS module was made by one of the few tags that write it.
  const isModular = classes.some((name) => !shown.has(name));
  if (hits.length === 0 && isModular && ofModule.test(written.value)) add("foreignClasses", otherModule);
  // A fixed class that the element lacks belongs to another one.
  const fixed = written.isDynamic ? (written.fixed ?? "").split(/\s+/).filter((name) => name !== "") : known;
  const foreign = fixed.filter((name) => !had.has(name));
  const joined = joinedIn(written);
  const replaced = joined.filter((name) => !had.has(name));
  if (replaced.length > joined.length / 2) add("foreignClasses", Math.log1p(replaced.length));
  // A component writes what it is handed on the outermost element that it draws.
  const isOuter = foreign.length > 0 && isComponentTag(tag.tag) && around.some((one) => fixed.every((name) => one.has(name)));
  if (isOuter) add("outerClasses", 1, `class ${begin(fixed.join(" "))} around`);
  else add("foreignClasses", foreign.length);
}

/** `styles.card`, `classes["card"]`, also as the first one of several that a call joins; how many foreign classes one of another element is. */
const ofModule = /^\s*(?:\w+\(\s*)?(?:styles|classes|css|s)(?:\.\w|\[["'])/;
const otherModule = 4;

/** The classes that a call always joins, as far as they stand first; what it is handed can replace some (`cn("flex h-9", className)`). */
const joinedIn = weaklyMemoized(({ value, isDynamic }: TagAttribute): string[] => {
  const [, , first = ""] = (isDynamic ? /^\s*[\w.]+\(\s*(["'`])((?:(?!\1)[^\\$])*)\1\s*[,)]/.exec(value) : undefined) ?? [];
  return first.split(/\s+/).filter((name) => name !== "");
});

const namesIn = weaklyMemoized(({ value, isDynamic }: TagAttribute): string[] => {
  if (!isDynamic) return value.split(/\s+/);
  const quoted = quotedIn(value).flatMap((text) => text.split(/\s+/));
  const ofModules = value.match(/\b(?:styles|classes|css|s)(?:\.|\[["'])([\w-]+)/g) ?? [];
  const keys = [...value.matchAll(/[{,]\s*([\w-]+)\s*(?=[,:}])/g)].map((match) => match[1] ?? "");
  // Around a template's marks (`btn{% if active %} active{% endif %}`) and expressions (`a ${b}`) stand names as they are.
  const around = /\{%|<[%?]|\{\{|^[\w -]*\{|^\s*`/.test(value) ? value.replace(marks, " ").split(/[\s`]+/) : [];
  return [...new Set([...quoted, ...ofModules.map((text) => text.replace(/.*[.'"]/, "")), ...keys, ...around])].filter((name) =>
    /^[\w:/.[\]()%!@&#,>+=*~'"<-]+$/.test(name),
  );
});

const marks = /\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)|<%[\s\S]*?(?:%>|$)|<\?[\s\S]*?(?:\?>|$)|(?<![\w-])[\w-]*\{[^{}]*\}[\w-]*/g;
