import { testIdAttributes } from "../test-ids.js";
import type { SourceTag, TagAttribute } from "./tags.js";
import { fitOfText, joinSpace, quotedIn } from "./texts.js";
import type { Wanted } from "./wanted.js";

/** How well a tag of a source fits, in points, and why, in words. */
export interface TagScore {
  readonly points: number;
  readonly evidence: readonly string[];
}

/** Judges one tag of a source. Undefined when it cannot have made the element. */
export function scoreTag(tag: SourceTag, wanted: Wanted, keys: ReadonlySet<string>): TagScore | undefined {
  const isComponent = /^[A-Z]|[.-]/.test(tag.tag);
  if (wanted.tag !== "" && tag.tag !== wanted.tag && !isComponent) return undefined;
  const sum: { points: number; evidence: string[] } = { points: 0, evidence: [] };
  const add = (points: number, words?: string) => {
    sum.points += points;
    if (words !== undefined && points > 0) sum.evidence.push(words);
  };
  if (tag.tag === wanted.tag) add(2, `<${tag.tag}>`);
  if (!scoreAttributes(tag, wanted, keys, add) || !scoreText(tag, wanted, keys, isComponent, add)) return undefined;
  // A component's use is a candidate only for what it hands down.
  if (isComponent && tag.tag !== wanted.tag && sum.points <= 0) return undefined;
  return sum;
}

type Add = (points: number, words?: string) => void;

/** Points for an attribute that is written as the element has it. */
const weights: Readonly<Record<string, number>> = {
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
};

function scoreAttributes(tag: SourceTag, wanted: Wanted, keys: ReadonlySet<string>, add: Add): boolean {
  for (const [name, attribute] of tag.attributes) {
    if (name === "class" || /^(on|@|v-|\(|\*|#|key$|style$|ref$)/.test(name)) continue;
    const actual = wanted.attributes[name];
    if (keys.size > 0 && attribute.isDynamic && quotedIn(attribute.value).some((text) => keys.has(text))) add(5, `message key in ${name}`);
    else if (actual === undefined) scoreHandedDown(name, attribute, wanted, add);
    else if (!attribute.isDynamic && sameValue(name, actual, attribute.value)) add(weights[name] ?? 2, `${name}="${actual.slice(0, 60)}"`);
    else if (attribute.isDynamic) add(dynamicPoints(actual, attribute), `${name} from an expression`);
    else if (name in weights) return false;
  }
  for (const name of ["id", "type", "href", "name", "placeholder", "aria-label"]) {
    if (wanted.attributes[name] !== undefined && !tag.attributes.has(name) && !tag.isOpenEnded) add(-0.7);
  }
  return scoreClasses(tag, wanted, add);
}

/** A component's property with the element's own words: `label="Save"`. */
function scoreHandedDown(name: string, { value, isDynamic }: TagAttribute, { shown }: Wanted, add: Add): void {
  if (!isDynamic && value.length >= 2 && shown.some((text) => text.toLowerCase() === joinSpace(value).toLowerCase()))
    add(4, `${name}="${value.slice(0, 60)}"`);
  else if (!isDynamic && name in weights && name !== "title" && name !== "type") add(-0.5);
}

function sameValue(name: string, actual: string, written: string): boolean {
  if (actual === written) return true;
  // The browser's capture may have made an address whole.
  return (name === "href" || name === "src" || name === "action") && written !== "" && actual.endsWith(written) && /^https?:/.test(actual);
}

/** An expression fits when the fixed parts of it (`/products/${id}`) stand in the value. */
function dynamicPoints(actual: string, { value }: TagAttribute): number {
  const fixed = [...quotedIn(value), value.includes("{") || value.includes("<") ? value : ""]
    .flatMap((text) => text.split(/\$?\{\{?[^}]*\}?\}|<[%?][^>]*>/))
    .map((text) => text.trim())
    .filter((text) => text.length >= 2);
  if (fixed.length === 0) return 0.5;
  return fixed.some((text) => actual.includes(text)) ? 3 : -0.5;
}

function scoreClasses(tag: SourceTag, { classes, attributes }: Wanted, add: Add): boolean {
  const written = tag.attributes.get("class");
  if (written === undefined) {
    if (classes.length > 0 && !tag.isOpenEnded && !/^[A-Z]/.test(tag.tag)) add(-1);
    return true;
  }
  const names = written.isDynamic
    ? [
        ...quotedIn(written.value).flatMap((text) => text.split(/\s+/)),
        ...(written.value.match(/\b(?:styles|classes|css|s)(?:\.|\[["'])([\w-]+)/g) ?? []).map((text) => text.replace(/.*[.'"]/, "")),
      ]
    : written.value.split(/\s+/);
  const known = names.filter((name) => name !== "" && !name.includes("{") && !name.includes("$"));
  const had = new Set([...classes, ...(attributes["class"] ?? "").split(/\s+/)]);
  const hits = known.filter((name) => had.has(name));
  if (hits.length > 0) add(1 + Math.min(3, hits.length * 0.7), `class ${hits.slice(0, 4).join(" ")}`);
  // A fixed class that the element lacks belongs to another one.
  if (!written.isDynamic && hits.length < known.length) add(-1.5 * (known.length - hits.length));
  return true;
}

function scoreText(tag: SourceTag, wanted: Wanted, keys: ReadonlySet<string>, isComponent: boolean, add: Add): boolean {
  if (wanted.shown.length === 0) return true;
  const fit = fitOfText(tag.inner, wanted.shown, keys);
  const words = `“${(wanted.shown[0] ?? "").slice(0, 60)}”`;
  if (fit === "literal") add(5, `text ${words}`);
  else if (fit === "template") add(4, `text with parts filled in, ${words}`);
  else if (fit === "key") add(5, `message key of ${words}`);
  else if (fit === "open") add(0.4);
  else if (fit === "conflict") {
    // Fields and frames show what their source does not hold.
    if (/^(select|input|textarea|iframe|details|svg|video|form|ul|ol|table|div|section|main|body)$/.test(tag.tag)) add(-0.5);
    else if (isComponent) add(-1);
    else return false;
  }
  return true;
}
