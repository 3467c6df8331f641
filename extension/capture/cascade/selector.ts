import { isTraversal, parse, type Selector, SelectorType, stringify } from "css-what";

/** How specific a complex selector is: ids; classes, attributes and pseudo-classes; types and pseudo-elements (Selectors 4, section 17). */
export type Specificity = readonly [ids: number, classes: number, types: number];

/** Whose element a complex selector is about, seen from the tree that its rule stands in. */
export type Subject =
  /** An element of the rule's own tree. */
  | { readonly kind: "own"; readonly text: string; readonly namespace?: string | undefined }
  /** The shadow host of the rule's tree: `:host`, `:host(…)`, `:host-context(…)`. */
  | { readonly kind: "host"; readonly condition: string; readonly context: boolean; readonly namespace?: string | undefined }
  /** What a slot of the rule's tree takes: `slot::slotted(…)`. */
  | { readonly kind: "slotted"; readonly slot: string; readonly condition: string }
  /** A part of a shadow tree below an element of the rule's tree: `host::part(…)`. */
  | { readonly kind: "part"; readonly host: string; readonly names: readonly string[]; readonly rest: string };

export interface ComplexSelector {
  readonly specificity: Specificity;
  readonly subject: Subject;
  /** Why it may match other elements than it is taken for; undefined where it does not. */
  readonly doubt?: string | undefined;
}

/** What the prefixes of a sheet's type selectors stand for; "" is the default namespace (CSS Namespaces 3). */
export type Namespaces = ReadonlyMap<string, string>;

/** Parses a list with expanded nesting; pseudo-elements are left out. What is not understood is of the rule's own tree, in doubt. */
export function parseSelectorList(list: string, namespaces: Namespaces = new Map()): readonly ComplexSelector[] {
  return splitList(list).flatMap((text): ComplexSelector[] => {
    try {
      const [complex] = parse(text);
      if (complex === undefined) return [];
      const specificity = specificityOf(complex);
      if (namespaces.size === 0) return subjectsOf(text, complex, namespaces).map((subject) => ({ specificity, subject }));
      const doubt = doubtOf(complex, namespaces);
      const asked = doubt === undefined ? text : stringify([complex.map((one) => (asksForNamespace(one, namespaces) ? anything : one))]);
      return subjectsOf(withAnyPrefix(asked), complex, namespaces).map((subject) => ({ specificity, subject, doubt }));
    } catch {
      return [{ specificity: [0, 0, 0], subject: { kind: "own", text }, doubt: `the selector ${text} is not understood` }];
    }
  });
}

const lastCompound = (complex: readonly Selector[]) => complex.slice(complex.findLastIndex(isTraversal) + 1);

/** Script may name no namespace in a selector: that of the subject is compared apart. */
function withAnyPrefix(text: string): string {
  return text.replace(/(^|[\s>+~,([!])(?:[\w-]+)?\|(?=[\w*])/g, "$1*|");
}

function doubtOf(complex: readonly Selector[], namespaces: Namespaces): string | undefined {
  const others = complex.slice(0, complex.length - lastCompound(complex).length);
  const isPrefixed = others.some((one) => isType(one) && (one.namespace ?? "*") !== "*");
  if (!isPrefixed && !complex.some((one) => asksForNamespace(one, namespaces))) return undefined;
  return "script cannot ask for the namespace of an element around it, nor in brackets";
}

/** `:is(*)`, whatever the default namespace is. */
const anything: Selector = {
  type: SelectorType.Pseudo,
  name: "is",
  data: [[{ type: SelectorType.Universal, namespace: "*" }]],
};

/** Whether types in the brackets of a pseudo-class are those of a namespace: without a prefix of the default one (Selectors 4, section 4.2). */
function asksForNamespace(one: Selector, namespaces: Namespaces): boolean {
  if (one.type !== SelectorType.Pseudo || !Array.isArray(one.data) || isHost(one)) return false;
  const isOfOne = (inner: Selector) => isType(inner) && (inner.namespace === null ? namespaces.has("") : inner.namespace !== "*");
  return one.data.flat().some((inner) => isOfOne(inner) || asksForNamespace(inner, namespaces));
}

const isType = (one: Selector) => one.type === SelectorType.Tag || one.type === SelectorType.Universal;

/** The namespace that a compound asks for; undefined for any. */
function namespaceOfCompound(compound: readonly Selector[], namespaces: Namespaces): string | undefined {
  const prefix = compound.find(isType)?.namespace ?? null;
  return prefix === "*" ? undefined : prefix === "" ? "" : namespaces.get(prefix ?? "");
}

/** What is not the same without `:is()` around it: lists, pseudo-elements, escaped code points, whose space may have been cut off. */
const needsBrackets = /,|::|\\[\da-f]/i;

/** Expands `&` in the selectors of a nested rule; a selector without `&` is relative to its parent (CSS Nesting 1, section 3). */
export function expandNesting(list: string, parent: string): string {
  const outer = `:is(${parent})`;
  // At the start of a selector a parent without brackets matches the same, and has an anchor.
  const first = needsBrackets.test(parent) ? outer : parent;
  return splitList(list)
    .map((one) => {
      if (one.lastIndexOf("&") === 0) return `${first}${one.slice(1)}`;
      const expanded = replaceAmpersands(one, outer);
      return expanded === one ? `${first} ${one}` : expanded;
    })
    .join(", ");
}

/** Splits at commas outside of brackets and strings. */
export function splitList(list: string, separator = ","): string[] {
  const parts: string[] = [];
  let start = 0;
  scan(list, (character, index, depth) => {
    if (character === separator && depth === 0) {
      parts.push(list.slice(start, index));
      start = index + 1;
    }
  });
  parts.push(list.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

export function replaceScope(selector: string, by: string): string {
  return replaceOutside(selector, /:scope(?![\w-])/iy, by);
}

/** Replaces `&` outside of strings. Browsers write no type behind it: `&div` is none, `div&` is one (Chromium 156, Firefox 153). */
export function replaceAmpersands(selector: string, by: string): string {
  return replaceOutside(selector, /&/y, by);
}

/** Replaces what a sticky pattern finds outside of strings and escapes. */
export function replaceOutside(text: string, pattern: RegExp, by: string): string {
  let replaced = "";
  let from = 0;
  scan(text, (_, index) => {
    pattern.lastIndex = index;
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined) return;
    replaced += text.slice(from, index) + by;
    from = index + found.length;
  });
  return replaced + text.slice(from);
}

/** Visits each character outside of strings and escapes with its depth in brackets. */
export function scan(text: string, visit: (character: string, index: number, depth: number) => void): void {
  let depth = 0;
  let quote = "";
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "\\") index++;
    else if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else {
      if (character === ")" || character === "]" || character === "}") depth--;
      visit(character, index, depth);
      if (character === "(" || character === "[" || character === "{") depth++;
    }
  }
}

/** The text of a selector itself is used, since no parser writes each selector back as it was. */
function subjectsOf(text: string, complex: readonly Selector[], namespaces: Namespaces): Subject[] {
  const element = complex.find(({ type }) => type === SelectorType.PseudoElement);
  const own =
    element?.type === SelectorType.PseudoElement ? pseudoElementSubject(text, element.name) : subjectOf(text, complex, namespaces);
  const inner = /^:(?:is|where)\((.*)\)$/is.exec(text)?.[1] ?? "";
  const hosts =
    complex.length === 1 && /:host/i.test(inner)
      ? splitList(inner).flatMap((one) => hostSubject(one, parse(one)[0] ?? [], namespaces))
      : [];
  return own === undefined ? hosts : [own, ...hosts];
}

function subjectOf(text: string, complex: readonly Selector[], namespaces: Namespaces): Subject | undefined {
  const compound = lastCompound(complex);
  if (!compound.some(isHost)) return { kind: "own", text, namespace: namespaceOfCompound(compound, namespaces) };
  return hostSubject(text, complex, namespaces)[0];
}

/** `:host` has neither a parent nor features in its tree (CSS Scoping 1, section 3.2): nothing else in its compound matches it. */
function hostSubject(text: string, complex: readonly Selector[], namespaces: Namespaces): Subject[] {
  // `:host:host` is more specific than `:host`, and matches the same.
  const [, name = "", rest = ""] = /^(?::host(?=:))*:(host(?:-context)?)(.*)$/is.exec(text) ?? [];
  if (complex.length === 0 || !complex.every(isHost) || closingBracket(rest) < rest.length) return [];
  const last = complex.at(-1);
  const [inBrackets] = last?.type === SelectorType.Pseudo && Array.isArray(last.data) ? last.data : [];
  const namespace = inBrackets === undefined ? undefined : namespaceOfCompound(lastCompound(inBrackets), namespaces);
  const condition = rest === "" ? "*" : rest.slice(1, -1);
  return [{ kind: "host", condition, context: name.toLowerCase() === "host-context", namespace }];
}

function isHost(one: Selector): boolean {
  return one.type === SelectorType.Pseudo && (one.name === "host" || one.name === "host-context");
}

function pseudoElementSubject(text: string, name: string): Subject | undefined {
  if (name !== "slotted" && name !== "part") return undefined;
  const at = text.indexOf(`::${name}(`);
  const inside = text.slice(at + name.length + 2);
  const end = closingBracket(inside);
  const [before, argument, rest] = [text.slice(0, at), inside.slice(1, end - 1), inside.slice(end)];
  if (name === "slotted") return rest === "" ? { kind: "slotted", slot: completed(before), condition: argument } : undefined;
  if (rest.includes("::")) return undefined;
  return { kind: "part", host: completed(before), names: argument.trim().split(/\s+/), rest: rest || "*" };
}

/** What stands before a pseudo-element, as a selector of elements: `a >` and `a ` end in a compound of their own. */
function completed(selector: string): string {
  return /(^|[\s>+~])$/.test(selector) ? `${selector}*` : selector;
}

function closingBracket(text: string): number {
  let end = text.length;
  scan(text, (character, index, depth) => {
    if (character === ")" && depth === 0 && end === text.length) end = index + 1;
  });
  return end;
}

/** Pseudo-classes whose argument counts in their place, as its most specific selector does. */
const byArgument: ReadonlySet<string> = new Set(["is", "not", "has", "matches", "-webkit-any", "-moz-any"]);

function specificityOf(complex: readonly Selector[]): Specificity {
  let [ids, classes, types] = [0, 0, 0];
  const add = (other: Specificity) => {
    ids += other[0];
    classes += other[1];
    types += other[2];
  };
  for (const one of complex) {
    if (one.type === SelectorType.Attribute) {
      if (one.name === "id" && one.action === "equals" && one.ignoreCase === "quirks") ids++;
      else classes++;
    } else if (one.type === SelectorType.Tag) types++;
    else if (one.type === SelectorType.PseudoElement) {
      types++;
      if (one.name === "slotted") add(greatest(one.data));
    } else if (one.type === SelectorType.Pseudo) {
      if (byArgument.has(one.name)) add(greatest(one.data));
      else if (one.name === "where") continue;
      else {
        classes++;
        // These count as a pseudo-class, and their argument beside.
        if (/^host(-context)?$/.test(one.name)) add(greatest(one.data));
        if (/^nth-(last-)?child$/.test(one.name)) add(greatest(/\sof\s+(.+)$/s.exec(String(one.data))?.[1]));
      }
    }
  }
  return [ids, classes, types];
}

/** Returns the specificity of the most specific selector of a list, as text or parsed; none for anything else. */
function greatest(data: unknown): Specificity {
  const list: readonly Selector[][] = typeof data === "string" ? parse(data) : Array.isArray(data) ? data : [];
  return list.map(specificityOf).reduce((best, one) => (compareSpecificity(one, best) > 0 ? one : best), [0, 0, 0]);
}

/** Positive when the first is more specific. */
export function compareSpecificity(one: Specificity, other: Specificity): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}
