import { parse, type Selector, SelectorType } from "css-what";
import type { CaptureReader } from "../../contract/reader.js";
import { rootHostOf } from "../roots.js";
import { makeMatcher, states } from "../select.js";

/**
 * Returns how many elements of a captured page's own document a selector of a rule matches, in whatever state they are; undefined for selectors that a
 * capture does not answer (nesting, shadow hosts and parts, positions among siblings, `:has()`).
 */
export function countRuleMatches(reader: CaptureReader, selectorText: string): number | undefined {
  const selectors = parsedSelector(selectorText);
  if (selectors === undefined) return undefined;
  const matches = makeMatcher(reader, false);
  let count = 0;
  for (const element of reader.elements())
    if (rootHostOf(reader, element.index) < 0 && selectors.some((one) => matches(element, one))) count++;
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
