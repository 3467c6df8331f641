import { AttributeAction, type AttributeSelector, parse, type Selector, SelectorType } from "css-what";
import { ServiceError } from "../contract/errors.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { rootHostOf, rootOf } from "./roots.js";

/** What holds now and then. */
const states =
  /^(hover|active|focus|focus-visible|focus-within|visited|link|any-link|target|disabled|enabled|checked|indeterminate|default|required|optional|valid|invalid|user-valid|user-invalid|in-range|out-of-range|placeholder-shown|autofill|read-only|read-write|open|popover-open|modal|fullscreen|empty|defined)$/;

/** States that a capture holds. */
const captured: Readonly<Record<string, (element: CapturedElement) => boolean>> = {
  disabled: ({ states: { disabled } }) => disabled !== undefined,
  enabled: ({ states: { disabled }, interactive }) => interactive && disabled === undefined,
  checked: ({ states: { checked, selected } }) => checked === "true" || selected === "true",
  required: ({ attributes }) => attributes["required"] !== undefined,
};

/** Elements that a selector finds, in document order; ` >>> ` crosses roots, `:hover` counts as given. Throws ServiceError `invalid-input`. */
export function selectAll(reader: CaptureReader, selector: string): CapturedElement[] {
  let hosts: ReadonlySet<number> = new Set([-1]);
  let found: CapturedElement[] = [];
  for (const part of selector.split(" >>> ")) {
    const complexes = parsed(part);
    const isFound = makeMatcher(reader);
    found = [...reader.elements()].filter(
      (element) => hosts.has(rootHostOf(reader, element.index)) && complexes.some((complex) => isFound(element, complex)),
    );
    hosts = new Set(found.map(({ index }) => index));
  }
  return found;
}

function parsed(text: string): Selector[][] {
  try {
    return parse(text);
  } catch (error) {
    const why = error instanceof Error ? `: ${error.message.slice(0, 100)}` : "";
    throw new ServiceError("invalid-input", `selector: this is no CSS selector${why}. Pass CSS, or a ref.`);
  }
}

/** Whether an element matches a complex selector within its own document or shadow root (Selectors 4). */
function makeMatcher(reader: CaptureReader): (element: CapturedElement, complex: readonly Selector[]) => boolean {
  const inRootOf = ({ index }: CapturedElement) => {
    const root = rootOf(reader, index);
    return (other: number) => rootOf(reader, other) === root;
  };

  const groups = new Map<string, ReadonlyMap<number, number>>();

  /** The places of an element and those beside it, from 1; of its tag alone where `tag` is given. */
  function placesBeside(element: CapturedElement, tag = ""): ReadonlyMap<number, number> {
    const key = `${element.parent} ${rootOf(reader, element.index)} ${tag}`;
    const known = groups.get(key);
    if (known !== undefined) return known;
    const all = element.parent < 0 ? [element.index] : reader.children(element.parent).filter(inRootOf(element));
    const chosen = tag === "" ? all : all.filter((index) => reader.element(index).tag === tag);
    const places = new Map(chosen.map((index, at) => [index, at + 1]));
    groups.set(key, places);
    return places;
  }

  function ancestorsOf(element: CapturedElement): CapturedElement[] {
    return reader
      .ancestors(element.index)
      .filter(inRootOf(element))
      .map((index) => reader.element(index));
  }

  function related(element: CapturedElement, type: SelectorType): CapturedElement[] {
    if (type === SelectorType.Descendant) return ancestorsOf(element);
    if (type === SelectorType.Child) return ancestorsOf(element).slice(0, 1);
    const siblings = [...placesBeside(element).keys()];
    const before = siblings.indexOf(element.index);
    return siblings
      .slice(type === SelectorType.Adjacent ? Math.max(0, before - 1) : 0, Math.max(0, before))
      .map((index) => reader.element(index));
  }

  /** Up to the part at `end`. */
  function matches(element: CapturedElement, complex: readonly Selector[], end = complex.length - 1): boolean {
    for (let at = end; at >= 0; at--) {
      const part = complex[at] as Selector;
      if (isCombinator(part)) return related(element, part.type).some((other) => matches(other, complex, at - 1));
      if (!matchesSimple(element, part)) return false;
    }
    return true;
  }

  function matchesSimple(element: CapturedElement, part: Selector): boolean {
    if (part.type === SelectorType.Tag) return element.tag.toLowerCase() === part.name.toLowerCase();
    if (part.type === SelectorType.Attribute) return matchesAttribute(element.attributes[part.name], part);
    return part.type !== SelectorType.Pseudo || matchesPseudo(element, part.name, part.data);
  }

  function matchesPseudo(element: CapturedElement, name: string, data: unknown): boolean {
    if (name === "root" || name === "scope") return element.parent < 0;
    if (states.test(name)) return captured[name]?.(element) !== false;
    const position = /^(?:nth-|first-|last-|only-|nth-last-)/.test(name) ? positionOf(element, name) : undefined;
    if (position !== undefined) return isInSteps(position, name, String(data ?? ""));
    if (!Array.isArray(data)) throw unanswered(name);
    const lists = data as Selector[][];
    if (name === "not") return !lists.some((one) => !one.some(isState) && matches(element, one));
    if (/^(is|where|matches|-webkit-any|-moz-any)$/.test(name)) return lists.some((one) => matches(element, one));
    if (name === "has" && lists.every((one) => !one[0] || !isCombinator(one[0])))
      return descendantsOf(element).some((inner) => lists.some((one) => matches(inner, one)));
    throw unanswered(name);
  }

  function descendantsOf({ index }: CapturedElement): CapturedElement[] {
    const all: CapturedElement[] = [];
    for (let at = index + 1; at < reader.end(index); at++) all.push(reader.element(at));
    return all;
  }

  /** The place among siblings, of the same tag where the name asks so, and how many there are. */
  function positionOf(element: CapturedElement, name: string): { readonly place: number; readonly of: number } {
    const places = placesBeside(element, name.endsWith("-of-type") ? element.tag : "");
    const place = places.get(element.index) ?? 0;
    return { place: name.includes("last") ? places.size + 1 - place : place, of: places.size };
  }

  return (element, complex) => matches(element, complex);
}

function unanswered(name: string): ServiceError {
  return new ServiceError("invalid-input", `selector: a capture does not answer :${name.slice(0, 40)}. Leave it out, or pass a ref.`);
}

/** Whether a place is one of `an+b` (Selectors 4, section 13.3). */
function isInSteps({ place, of }: { readonly place: number; readonly of: number }, name: string, formula: string): boolean {
  if (name.startsWith("only-")) return of === 1;
  if (!name.startsWith("nth-")) return place === 1;
  const plain = formula.replace(/\s+/g, "").toLowerCase();
  const [, a = "", n = "", b = ""] =
    /^(?:([+-]?\d*)(n))?([+-]?\d+)?$/.exec(plain === "odd" ? "2n+1" : plain === "even" ? "2n" : plain) ?? [];
  if (n === "" && b === "") throw unanswered(name);
  const [step, offset] = [n === "" ? 0 : Number(/\d/.test(a) ? a : `${a}1`), Number(b)];
  return step === 0 ? place === offset : (place - offset) % step === 0 && (place - offset) / step >= 0;
}

function isCombinator({ type }: Selector): boolean {
  return type === SelectorType.Descendant || type === SelectorType.Child || type === SelectorType.Sibling || type === SelectorType.Adjacent;
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
