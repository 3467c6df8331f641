import { memoized } from "../../../host/contract/memoized.js";
import { scan, splitList } from "./selector.js";

/** One declaration of a block as it was written, as far as the browser keeps it. */
export interface Declaration {
  /** The property that was written: the longhand asked for, a shorthand that holds it, or its logical counterpart. */
  readonly name: string;
  readonly value: string;
  /** Value of the longhand alone; undefined when it depends on a custom property within a shorthand. */
  readonly longhand: string | undefined;
  readonly important: boolean;
}

/** How an element writes: what logical properties stand for depends on it (CSS Logical Properties 1). */
export interface Flow {
  readonly writingMode: string;
  readonly direction: string;
}

/** Reads what a block declares for a longhand or custom property; of a physical and a logical one the important, else the later one. */
export function makeDeclarationReader() {
  /** Longhands of a block with their places. */
  const listedIn = memoized((block: CSSStyleDeclaration) => new Map(Array.from(block, (name, place) => [name, place])));
  const writtenIn = memoized((block: CSSStyleDeclaration) => splitList(textOf(block), ";").map(splitDeclaration));

  /** The declaration of a block's text that sets a longhand: itself or a shorthand. The browser writes shorthands together where it can. */
  function writtenAs(block: CSSStyleDeclaration, longhand: string, value: string): WrittenDeclaration {
    // Chromium lists `all` in place of what it sets.
    if (longhand === "all") return { name: longhand, value };
    const all = writtenIn(block);
    const found = all.findLast(({ name }) => name === longhand) ?? all.findLast(({ name }) => longhandsOf(name).has(longhand));
    return found ?? { name: longhand, value: "" };
  }

  return (block: CSSStyleDeclaration, property: string, flow: Flow): Declaration | undefined => {
    const listed = listedIn(block);
    const isImportant = (one: string) => block.getPropertyPriority(one) === "important";
    const names = [property, logicalOf(property, flow) ?? property, isSetByAll(property) ? "all" : property];
    const [name] = names
      .filter((one) => listed.has(one))
      .toSorted((one, other) => Number(isImportant(other)) - Number(isImportant(one)) || (listed.get(other) ?? 0) - (listed.get(one) ?? 0));
    if (name === undefined) return undefined;
    const longhand = block.getPropertyValue(name === "all" && property !== "all" ? property : name);
    const written = writtenAs(block, name, longhand);
    return {
      name: written.name,
      value: written.value || longhand,
      longhand: longhand === "" && written.value !== "" ? undefined : longhand,
      important: isImportant(name),
    };
  };
}

const noBorder = /\bborder-width: medium( !important)?; border-style: none\1; border-color: currentcolor\1; border-image: none\1(?=;)/;

/** A block's text with `border: none`, of which Chromium makes four declarations. */
export function textOf({ cssText }: CSSStyleDeclaration): string {
  return cssText.replace(noBorder, "border: none$1");
}

type WrittenDeclaration = Pick<Declaration, "name" | "value">;

function splitDeclaration(declaration: string): WrittenDeclaration {
  const colon = declaration.indexOf(":");
  const value = declaration
    .slice(colon + 1)
    .trim()
    .replace(/!important$/, "")
    .trimEnd();
  return { name: declaration.slice(0, colon).trim(), value };
}

/** Longhands of a shorthand, asked of the browser on a style of no element; empty for a longhand. */
export const longhandsOf = memoized((shorthand: string): ReadonlySet<string> => {
  if (shorthand.startsWith("--")) return new Set();
  const { style } = document.createElement("i");
  style.setProperty(shorthand, "inherit");
  return new Set([...style].filter((longhand) => longhand !== shorthand));
});

/** Names of custom properties that a value asks for, in order, those of fallbacks too. */
export function variablesIn(value: string): string[] {
  return references(value).flatMap(({ name, fallback = "" }) => [name, ...variablesIn(fallback)]);
}

/** Replaces each `var()` by what `lookUp` returns for its name, else by its fallback; undefined when one has neither. */
export function substituteVariables(value: string, lookUp: (name: string) => string): string | undefined {
  let text = "";
  let from = 0;
  for (const { name, fallback, start, end } of references(value)) {
    const by = lookUp(name) || (fallback === undefined ? undefined : substituteVariables(fallback, lookUp));
    if (by === undefined) return undefined;
    text += `${value.slice(from, start)}${by}`;
    from = end;
  }
  return text + value.slice(from);
}

interface Reference {
  readonly name: string;
  readonly fallback: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Whether `all` sets a property (CSS Cascading 5, section 3.2). */
function isSetByAll(property: string): boolean {
  return !property.startsWith("--") && property !== "direction" && property !== "unicode-bidi";
}

function references(value: string): Reference[] {
  const found: Reference[] = [];
  if (!/var\(/i.test(value)) return found;
  let open: { start: number; depth: number } | undefined;
  scan(value, (character, index, depth) => {
    if (open === undefined && character === "(" && /(?:^|[^\w-])var$/i.test(value.slice(Math.max(0, index - 4), index)))
      open = { start: index - 3, depth };
    else if (open !== undefined && character === ")" && depth === open.depth) {
      const inside = value.slice(open.start + 4, index);
      const comma = inside.indexOf(",");
      found.push({
        name: (comma < 0 ? inside : inside.slice(0, comma)).trim(),
        fallback: comma < 0 ? undefined : inside.slice(comma + 1).trim(),
        start: open.start,
        end: index + 1,
      });
      open = undefined;
    }
  });
  return found;
}

const opposite = { top: "bottom", right: "left", bottom: "top", left: "right" } as const;
type BoxSide = keyof typeof opposite;

/** The logical name of a physical longhand in a flow; undefined when there is none. */
export function logicalOf(property: string, flow: Flow): string | undefined {
  const size = /^(min-|max-)?(width|height)$/.exec(property);
  const isVertical = !flow.writingMode.startsWith("horizontal");
  if (size !== null) return `${size[1] ?? ""}${(size[2] === "width") === isVertical ? "block" : "inline"}-size`;
  const overflow = /^(overflow|overscroll-behavior)-(x|y)$/.exec(property);
  if (overflow !== null) return `${overflow[1]}-${(overflow[2] === "x") === isVertical ? "block" : "inline"}`;
  const corner = /^border-(top|bottom)-(left|right)-radius$/.exec(property);
  if (corner !== null) {
    const [one, other] = [logicalSide(corner[1], flow), logicalSide(corner[2], flow)];
    const [block, inline] = one.startsWith("block") ? [one, other] : [other, one];
    return `border-${block.slice("block-".length)}-${inline.slice("inline-".length)}-radius`;
  }
  const side = /^(?:(margin|padding|border|scroll-margin|scroll-padding)-)?(top|right|bottom|left)(-width|-style|-color)?$/.exec(property);
  if (side === null) return undefined;
  const logical = logicalSide(side[2], flow);
  return side[1] === undefined ? `inset-${logical}` : `${side[1]}-${logical}${side[3] ?? ""}`;
}

function logicalSide(side: string | undefined, { writingMode, direction }: Flow): string {
  const [blockStart, inlineStart]: readonly [BoxSide, BoxSide] = writingMode.startsWith("horizontal")
    ? ["top", direction === "rtl" ? "right" : "left"]
    : [writingMode.endsWith("-lr") ? "left" : "right", (direction === "rtl") !== (writingMode === "sideways-lr") ? "bottom" : "top"];
  if (side === blockStart) return "block-start";
  if (side === opposite[blockStart]) return "block-end";
  return side === inlineStart ? "inline-start" : "inline-end";
}
