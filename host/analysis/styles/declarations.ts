import type { SourceDeclaration } from "./style-source.js";

/** Shorthands whose longhands begin with their own words. */
const shorthands =
  /^(animation|background(-position)?|border(-.*)?|column(s|-rule)|container|flex(-flow)?|font(-variant|-synthesis)?|gap|grid(-.*)?|inset(-.*)?|list-style|margin(-.*)?|mask(-.*)?|offset|outline|overflow|overscroll-behavior|padding(-.*)?|place-.*|scroll-.*|text-(decoration|emphasis|wrap)|transition|white-space)$/;
/** What begins with the words of a shorthand that does not set it. */
const notSet =
  /^(border (border-(.*-radius|radius|collapse|spacing))|outline outline-offset|flex flex-(direction|wrap|flow)|overflow overflow-(wrap|anchor|clip-margin))$/;

/** Whether a property sets another: it is the same or its shorthand. */
export function setsProperty(name: string, property: string): boolean {
  if (name === property) return true;
  if (name.startsWith("--") || property.startsWith("--")) return false;
  const [first = ""] = name.split("-", 1);
  if (name !== "gap" && !(property.startsWith(first) && property[first.length] === "-")) return false;
  if (!shorthands.test(name) || notSet.test(`${name} ${property}`)) return false;
  // `border-radius` sets `border-top-left-radius`: its words stand in the longhand's in the same order.
  const words = property.split("-");
  let at = 0;
  for (const word of name.split("-")) {
    at = words.indexOf(word, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Names that browsers report under another one (CSS Cascading 5, section 3.1, and vendors' prefixes). */
export function withoutPrefix(property: string): string {
  return property.replace(/^word-wrap$/, "overflow-wrap").replace(/^(-(webkit|moz)-|grid-(?=(row-|column-)?gap$)|page-(?=break-))/, "");
}

const sides = "(top|right|bottom|left)";
/** Logical properties, whose side depends on how an element writes, and shorthands of other words than their longhands'. */
const physical: readonly (readonly [RegExp, string])[] = [
  [/(inline|block)-size$/, "(width|height)"],
  [/^contain-intrinsic-size$/, "contain-intrinsic-(width|height)"],
  [/^(overflow|overscroll-behavior)-(inline|block)$/, "$1-(x|y)"],
  [/^border-(start|end)-(start|end)-radius$/, "border-.*-radius"],
  [/^inset(-.*)?$/, sides],
  [/^(.*)-(inline|block)(-start|-end)?(-width|-style|-color)?$/, `$1-${sides}$4(-(width|style|color))?`],
  [/^place-/, "(align|justify)-"],
  [/^columns$/, "column-(width|count)"],
  [/^grid-area$/, "grid-(row|column)-(start|end)"],
  [/^(caret|position-try|text-box)$/, "$1-.*"],
];

/** Longhands that a property may set which names none of them; itself where it is none such. */
export function standsFor(property: string): RegExp {
  const plain = property.replace(/[^\w-]/g, "");
  const [name, longhands] = physical.find(([one]) => !plain.startsWith("--") && one.test(plain)) ?? [/$/, ""];
  return new RegExp(`^${plain.replace(name, longhands)}$`);
}

/** One spelling for values that are the same. */
export function canonicalValue(value: string): string {
  return value
    .toLowerCase()
    .trimEnd()
    .replace(/!important$/, "")
    .replace(/["']/g, '"')
    .replace(/#([\da-f])([\da-f])([\da-f])\b/g, "#$1$1$2$2$3$3")
    .replace(
      /#([\da-f]{2})([\da-f]{2})([\da-f]{2})\b/g,
      (_, red, green, blue) => `rgb(${[red, green, blue].map((part) => Number.parseInt(part, 16))})`,
    )
    .replace(/(^|[\s,(+*/-])0?\.(\d)/g, "$10.$2")
    .replace(/(^|[\s,(])(-?)0(?:px|em|rem|%)(?=$|[\s,)])/g, "$10")
    .replace(/\s+/g, " ")
    .replace(/ ?([,/()]) ?/g, "$1")
    .trim();
}

/** Whether a value in a source is the one on the page: `unknown` where a variable or function of the source's language stands in it. */
export function sameValue(written: string, captured: string): boolean | "unknown" {
  const [one, other] = [canonicalValue(written), canonicalValue(captured)];
  if (one === other) return true;
  return /[$@#]\{|[$@][\w-]|\$\{|\b(?:theme|rem|em|darken|lighten|mix|rgba?|map-get|math)\b|\(/.test(written) || /^[a-z_]/i.test(written)
    ? "unknown"
    : false;
}

/** The declaration of a source's rule that sets a property: the last one, as the cascade has it; one with the same value first. */
export function declarationFor(
  declarations: readonly SourceDeclaration[],
  { name, value }: { readonly name: string; readonly value: string },
  property: string,
): { readonly declaration: SourceDeclaration; readonly same: boolean | "unknown" } | undefined {
  const setting = declarations.filter((one) => one.name === name || setsProperty(one.name, property));
  const exact = setting.findLast((one) => one.name === name && sameValue(one.value, value) === true);
  const last = exact ?? setting.at(-1);
  return last === undefined
    ? undefined
    : { declaration: last, same: exact === undefined ? (last.name === name ? sameValue(last.value, value) : "unknown") : true };
}

/** For a declaration of the rule, by whether its value is the same. */
const pointsOf = { true: 1, unknown: 0.7, false: 0.3 };

export function declarationsOf(css: string): SourceDeclaration[] {
  const declarations = css.matchAll(/(?<![\w-])([\w-]+)\s*:\s*((?:[^;("']|\([^)]{0,1000}\)|"[^"]{0,1000}"|'[^']{0,1000}')*)/g);
  return Array.from(declarations, ([, name = "", value = ""]) => ({ name, value: value.trim(), offset: 0 }));
}

/** Shares from 0 to 1; see sharesDeclared. */
export interface DeclaredShares {
  readonly ofRule: number;
  readonly ofSource: number;
  readonly against: number;
}

/**
 * How much of a rule's text on the page a source's rule declares, how much of what it declares stands in that text, and how much of it is missing there or has another value,
 * each from 0 to 1. A rule that is composed of several has little of each, but all of what one declares; for one with few declarations that is little evidence.
 */
export function sharesDeclared(declarations: readonly SourceDeclaration[], captured: readonly SourceDeclaration[]): DeclaredShares {
  const own = declarations.filter(({ name }) => name !== "@apply");
  if (captured.length === 0 || own.length === 0) return { ofRule: 0, ofSource: 0, against: 0 };
  let points = 0;
  for (const one of captured) {
    const found = declarationFor(declarations, one, one.name) ?? declarations.find((other) => setsProperty(one.name, other.name));
    if (found !== undefined) points += "same" in found ? pointsOf[`${found.same}`] : 0.5;
  }
  const applied = own.filter((one) => captured.some((other) => other.name === one.name && sameValue(one.value, other.value) !== false));
  const isSet = ({ name }: SourceDeclaration) =>
    captured.some((other) => other.name !== name && (setsProperty(name, other.name) || setsProperty(other.name, name)));
  return {
    ofRule: points / captured.length,
    ofSource: (applied.length / own.length) * (1 - 0.5 / own.length),
    against: own.filter((one) => !applied.includes(one) && !isSet(one)).length / own.length,
  };
}
