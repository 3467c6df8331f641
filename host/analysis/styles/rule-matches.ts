import { AttributeAction, type AttributeSelector, parse, type Selector, SelectorType } from "css-what";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { rootPathOf } from "../roots.js";

/** What holds now and then: a rule touches the elements that it may match in some state. */
const states =
  /^(hover|active|focus|focus-visible|focus-within|visited|link|any-link|target|disabled|enabled|checked|indeterminate|default|required|optional|valid|invalid|user-valid|user-invalid|in-range|out-of-range|placeholder-shown|autofill|read-only|read-write|open|popover-open|modal|fullscreen|empty|defined)$/;

/**
 * Returns how many elements of a captured page's own document a selector of a rule matches, in whatever state they are; undefined for selectors that a
 * capture does not answer (nesting, shadow hosts and parts, positions among siblings, `:has()`).
 */
export function countRuleMatches(reader: CaptureReader, selectorText: string): number | undefined {
  const selectors = parsedSelector(selectorText);
  if (selectors === undefined) return undefined;
  let count = 0;
  for (const element of reader.elements())
    if (rootPathOf(reader, element.index).length === 0 && selectors.some((one) => matches(reader, element, one, one.length - 1))) count++;
  return count;
}

/** Undefined for what is not understood, also within lists. */
function parsedSelector(text: string): Selector[][] | undefined {
  // An unexpanded `&` stands for selectors that the capture does not have; truncated ones end in an ellipsis.
  if (/&|…$/.test(text)) return undefined;
  try {
    const parsed = parse(text);
    return parsed.every(isAnswered) ? parsed : undefined;
  } catch {
    // A selector that this parser does not know is one that cannot be counted.
    return undefined;
  }
}

function isAnswered(complex: readonly Selector[]): boolean {
  return complex.every((one) => {
    if (one.type === SelectorType.Pseudo) {
      if (/^(is|where|not|matches|-webkit-any|-moz-any)$/.test(one.name)) return Array.isArray(one.data) && one.data.every(isAnswered);
      return one.name === "root" || states.test(one.name);
    }
    return one.type === SelectorType.PseudoElement ? !/^(slotted|part)$/.test(one.name) : one.type !== SelectorType.ColumnCombinator;
  });
}

/** Whether an element matches a complex selector up to the part at `end`. */
function matches(reader: CaptureReader, element: CapturedElement, complex: readonly Selector[], end: number): boolean {
  let at = end;
  for (; at >= 0; at--) {
    const part = complex[at] as Selector;
    if (isCombinator(part)) break;
    if (!matchesSimple(reader, element, part)) return false;
  }
  if (at < 0) return true;
  const { type } = complex[at] as Selector;
  return related(reader, element, type).some((other) => matches(reader, other, complex, at - 1));
}

function isCombinator({ type }: Selector): boolean {
  return type === SelectorType.Descendant || type === SelectorType.Child || type === SelectorType.Sibling || type === SelectorType.Adjacent;
}

function related(reader: CaptureReader, element: CapturedElement, type: SelectorType): CapturedElement[] {
  if (type === SelectorType.Descendant) return reader.ancestors(element.index).map((index) => reader.element(index));
  if (element.parent < 0) return [];
  if (type === SelectorType.Child) return [reader.element(element.parent)];
  const siblings = reader.children(element.parent);
  const place = siblings.indexOf(element.index);
  return siblings
    .slice(type === SelectorType.Adjacent ? Math.max(0, place - 1) : 0, Math.max(0, place))
    .map((index) => reader.element(index));
}

function matchesSimple(reader: CaptureReader, element: CapturedElement, part: Selector): boolean {
  if (part.type === SelectorType.Tag) return element.tag.toLowerCase() === part.name.toLowerCase();
  if (part.type === SelectorType.Attribute) return matchesAttribute(element.attributes[part.name], part);
  if (part.type !== SelectorType.Pseudo) return true;
  if (part.name === "root") return element.parent < 0;
  if (states.test(part.name)) return true;
  const lists = part.data as Selector[][];
  if (part.name === "not") return !lists.some((one) => !one.some(isState) && matches(reader, element, one, one.length - 1));
  return lists.some((one) => matches(reader, element, one, one.length - 1));
}

/** What is excluded in a state is not always excluded. */
function isState(part: Selector): boolean {
  return part.type === SelectorType.Pseudo && states.test(part.name);
}

function matchesAttribute(value: string | undefined, { action, value: wanted, ignoreCase }: AttributeSelector): boolean {
  if (value === undefined) return false;
  return ignoreCase === true ? fits[action](value.toLowerCase(), wanted.toLowerCase()) : fits[action](value, wanted);
}

/** Whether a value is as the operator of an attribute selector asks. */
const fits: Readonly<Record<AttributeAction, (is: string, asked: string) => boolean>> = {
  [AttributeAction.Exists]: () => true,
  [AttributeAction.Equals]: (is, asked) => is === asked,
  [AttributeAction.Element]: (is, asked) => asked !== "" && is.split(/\s+/).includes(asked),
  [AttributeAction.Start]: (is, asked) => asked !== "" && is.startsWith(asked),
  [AttributeAction.End]: (is, asked) => asked !== "" && is.endsWith(asked),
  [AttributeAction.Any]: (is, asked) => asked !== "" && is.includes(asked),
  [AttributeAction.Hyphen]: (is, asked) => is === asked || is.startsWith(`${asked}-`),
  [AttributeAction.Not]: (is, asked) => is !== asked,
};
