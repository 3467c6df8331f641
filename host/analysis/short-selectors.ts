import { addToGroup, groupBy } from "../contract/group-by.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { rootHostOf, rootOf as rootOfElement, rootPathOf } from "./roots.js";

/**
 * Shortens selectors: from the end upward only as many parts as find the element alone, or find it alone below the nearest element with an
 * id or test id. Exact in the capture, which holds all elements of the page; where that cannot be shown, the long selector stays.
 */
export function makeShortSelectorOf(reader: CaptureReader): (element: CapturedElement) => string {
  const shortStep = makeShortStepOf(domOf(reader));
  const short = (element: CapturedElement): string => {
    const steps = element.selector.split(" >>> ");
    const own = steps.pop() ?? "";
    const host = rootHostOf(reader, element.index);
    const outer = host < 0 || steps.length === 0 ? "" : `${short(reader.element(host))} >>> `;
    const shorter = outer + (shortStep(element) ?? own);
    return shorter.length < element.selector.length ? shorter : element.selector;
  };
  return short;
}

/**
 * Short selectors for engines that pierce open shadow roots, as Playwright's does: exact only when they find nothing there either.
 * Undefined where none is known, and for what itself stands in a shadow root or frame.
 */
export function makePiercingSelectorOf(reader: CaptureReader): (element: CapturedElement) => string | undefined {
  const shortStep = makeShortStepOf(piercedDomOf(reader));
  return (element) => (rootPathOf(reader, element.index).length > 0 ? undefined : shortStep(element));
}

/** How elements hang together for an engine of selectors. */
interface Dom {
  readonly reader: CaptureReader;
  /** Number of the tree in which a selector is looked up. */
  readonly treeOf: (index: number) => number;
  /** -1 at the top of a tree. */
  readonly parentOf: (index: number) => number;
  /** Siblings have one parent and one root. */
  readonly rootOf: (index: number) => number;
  /** Each element's own part of a selector. */
  readonly parts: readonly Part[];
  /** Attributes, `name=value`, of what stands in the tree but not in the document that anchors were counted in. */
  readonly foreign: ReadonlySet<string>;
}

function domOf(reader: CaptureReader): Dom {
  const rootOf = (index: number) => rootOfElement(reader, index);
  const parentOf = (index: number): number => {
    for (let at = reader.element(index).parent; at >= 0; at = reader.element(at).parent) if (rootOf(at) === rootOf(index)) return at;
    return -1;
  };
  return { reader, treeOf: rootOf, parentOf, rootOf, parts: partsOf(reader, parentOf), foreign: new Set() };
}

/** Shadow roots belong to the tree of their host. */
function piercedDomOf(reader: CaptureReader): Dom {
  const { roots } = reader.capture.nodes;
  const { rootOf, parentOf, parts } = domOf(reader);
  const trees = roots.map((_, root) => {
    let tree = root;
    for (let turn = 0; turn < roots.length && roots[tree]?.kind === "shadow"; turn++) tree = rootOf(roots[tree]?.host ?? 0);
    return tree;
  });
  const isShadow = (index: number) => roots[rootOf(index)]?.kind === "shadow";
  const foreign = new Set<string>();
  for (const { index, attributes } of reader.elements())
    if (isShadow(index)) for (const [name, value] of Object.entries(attributes)) foreign.add(`${name}=${value}`);
  return {
    reader,
    treeOf: (index) => trees[rootOf(index)] ?? 0,
    parentOf: (index) => {
      const parent = parentOf(index);
      return parent < 0 && isShadow(index) ? (roots[rootOf(index)]?.host ?? -1) : parent;
    },
    rootOf,
    parts,
    foreign,
  };
}

/** Elements that the end of a selector finds, each with the ancestor that the selector has come to. */
interface Level {
  readonly found: { readonly index: number; readonly at: number }[];
  /** By the next step upward: a tag, alone or with a place. Made when first asked for. */
  next: Map<string, Level> | undefined;
  /** By a step anywhere above: the one element that it finds, or `several`. Made when first asked for. */
  onlyBelow?: ReadonlyMap<string, number>;
}

const several = -1;
/** Steps above so many elements are not looked for: on a large page that would take longer than a shorter selector is worth. */
const mostFound = 5_000;

function makeShortStepOf(dom: Dom): (element: CapturedElement) => string | undefined {
  const { reader, treeOf, parentOf, parts: all } = dom;
  // Of elements that were left out for size nothing is known.
  if (reader.capture.holes.some(({ kind }) => kind === "truncated")) return () => undefined;
  const trees = new Map<number, Level>();
  const counts = new Map<string, number>();
  for (const element of reader.elements()) {
    const tree = treeOf(element.index);
    const level = trees.get(tree) ?? { found: [], next: undefined };
    level.found.push({ index: element.index, at: element.index });
    trees.set(tree, level);
    for (const selector of ownSelectors(element)) counts.set(`${tree} ${selector}`, (counts.get(`${tree} ${selector}`) ?? 0) + 1);
  }
  return (element) => {
    const tree = treeOf(element.index);
    const alone = anchorStep(element, dom) ?? ownSelectors(element).find((selector) => counts.get(`${tree} ${selector}`) === 1);
    if (alone !== undefined) return alone;
    const anchor = anchorAbove(dom, element);
    const parts: string[] = [];
    let level = trees.get(tree);
    let shortest: string | undefined;
    const offer = (selector: string) => {
      if (shortest === undefined || selector.length < shortest.length) shortest = selector;
    };
    for (let at = element.index; at >= 0 && at !== anchor?.index && level !== undefined; at = parentOf(at)) {
      const part = all[at];
      if (part === undefined || !plainTag.test(part.tag) || part.place === undefined) return shortest;
      const step = written(part);
      level = expand(dom, level).get(step);
      parts.unshift(step);
      const own = parts.join(">");
      if (level === undefined || own.length >= (shortest?.length ?? Number.POSITIVE_INFINITY)) return shortest;
      if (level.found.length === 1) {
        offer(own);
        return shortest;
      }
      const above = stepAbove(dom, level, element.index, parentOf(at));
      if (above !== undefined) offer(`${above} ${own}`);
      if (anchor !== undefined && isOnlyBelow(reader, level, anchor.index)) {
        offer(`${anchor.step} ${own}`);
        return shortest;
      }
    }
    return shortest;
  };
}

/** The shortest step of an ancestor below which a level finds only this element; undefined for none. */
function stepAbove(dom: Dom, level: Level, index: number, start: number): string | undefined {
  if (level.found.length > mostFound) return undefined;
  level.onlyBelow ??= onlyBelowOf(dom, level);
  let best: string | undefined;
  for (let at = start; at >= 0 && dom.rootOf(at) === dom.rootOf(index); at = dom.parentOf(at)) {
    const step = stepsOf(dom.parts[at]).find((one) => level.onlyBelow?.get(one) === index);
    if (step !== undefined && step.length < (best?.length ?? Number.POSITIVE_INFINITY)) best = step;
  }
  return best;
}

function onlyBelowOf({ parentOf, parts }: Dom, { found }: Level): ReadonlyMap<string, number> {
  const only = new Map<string, number>();
  const unplaced = new Map<string, Set<number>>();
  for (const { index, at: start } of found) {
    for (let at = start; at >= 0; at = parentOf(at)) {
      const part = parts[at];
      for (const step of stepsOf(part)) only.set(step, (only.get(step) ?? index) === index ? index : several);
      if (part?.place === undefined) unplaced.set(part?.tag ?? "", (unplaced.get(part?.tag ?? "") ?? new Set()).add(index));
    }
  }
  // What stands at an unknown place may stand at any.
  for (const [step, index] of only) {
    const unknown = unplaced.get(step.replace(/:.*$/, ""));
    if (unknown !== undefined && step.includes(":") && [...unknown].some((other) => other !== index)) only.set(step, several);
  }
  return only;
}

/** All steps that find an element by its tag, alone or with its place; the shortest first. */
function stepsOf(part: Part | undefined): readonly string[] {
  if (part === undefined || !plainTag.test(part.tag)) return [];
  const { tag, place, child } = part;
  return place === undefined ? [tag] : [tag, nthChild(tag, child), nthOfType(tag, place)];
}

/** The engine's own step of an element, where that finds it alone; see `addSelectors` in the extension. */
function anchorStep({ selector, attributes }: CapturedElement, { foreign }: Dom): string | undefined {
  const step = selector.split(" >>> ").at(-1) ?? "";
  if (step.includes(" > ")) return undefined;
  const name = step.startsWith("#") ? "id" : /^[^[]*\[([\w-]+)=/.exec(step)?.[1];
  return name === undefined || foreign.has(`${name}=${attributes[name] ?? ""}`) ? undefined : step;
}

function anchorAbove(dom: Dom, { index }: CapturedElement): { readonly index: number; readonly step: string } | undefined {
  for (let at = dom.parentOf(index); at >= 0 && dom.rootOf(at) === dom.rootOf(index); at = dom.parentOf(at)) {
    const step = anchorStep(dom.reader.element(at), dom);
    if (step !== undefined) return { index: at, step };
  }
  return undefined;
}

const plainTag = /^[a-z][a-z0-9-]*$/;
/** Values without a query, fragment, user or white space: captures hold these as the page does. */
const plainValue = /^[\w./-]{1,80}$/;
/** Attributes that name an element's purpose, and may identify it together with its tag. */
const ownAttributes = ["href", "role", "type"];

function ownSelectors({ tag, attributes }: CapturedElement): string[] {
  if (!plainTag.test(tag)) return [];
  return ownAttributes.flatMap((name) => {
    const value = attributes[name] ?? "";
    return plainValue.test(value) ? [`${tag}[${name}="${value}"]`] : [];
  });
}

/** One element's own part of a selector. */
interface Part {
  readonly tag: string;
  /** Place among the siblings of its tag, from 1; undefined where slots leave it unknown. */
  readonly place: number | undefined;
  /** Place among all siblings, from 1. */
  readonly child: number;
  /** No sibling has its tag. */
  readonly isSole: boolean;
}

function written({ tag, place, child, isSole }: Part): string {
  if (isSole) return tag;
  return child === place ? nthChild(tag, child) : nthOfType(tag, place);
}

/** `:first-child` is two tokens, `:nth-child(1)` five. */
function nthChild(tag: string, place: number): string {
  return place === 1 ? `${tag}:first-child` : `${tag}:nth-child(${place})`;
}

function nthOfType(tag: string, place = 0): string {
  return place === 1 ? `${tag}:first-of-type` : `${tag}:nth-of-type(${place})`;
}

function partsOf(reader: CaptureReader, parentOf: Dom["parentOf"]): readonly Part[] {
  const parts: Part[] = [];
  const shadowed = new Set(reader.capture.nodes.roots.filter(({ kind }) => kind !== "frame").map(({ host }) => host));
  for (const [parent, siblings] of groupBy(reader.elements(), ({ index }) => parentOf(index))) {
    // Slots show a host's children in an order of their own; at the top of a root there is no parent to count in.
    const isUnknown = parent < 0 || shadowed.has(parent);
    const alike = groupBy(siblings, ({ tag }) => tag);
    const places = new Map<string, number>();
    for (const [position, { index, tag }] of siblings.entries()) {
      const place = (places.get(tag) ?? 0) + 1;
      places.set(tag, place);
      const isSole = !isUnknown && alike.get(tag)?.length === 1;
      parts[index] = { tag, place: isUnknown ? undefined : place, child: position + 1, isSole };
    }
  }
  return parts;
}

/** Groups what a level found by the part that comes next: an element fits its tag, and its tag with its place. */
function expand({ parentOf, parts }: Dom, level: Level): ReadonlyMap<string, Level> {
  if (level.next !== undefined) return level.next;
  const next = new Map<string, Level["found"]>();
  const unplaced: { readonly tag: string; readonly found: Level["found"][number] }[] = [];
  for (const { index, at } of level.found) {
    const part = parts[at];
    if (part === undefined) continue;
    const { tag, place, child } = part;
    const found = { index, at: parentOf(at) };
    addToGroup(next, tag, found);
    if (place === undefined) unplaced.push({ tag, found });
    else for (const step of [nthOfType(tag, place), nthChild(tag, child)]) addToGroup(next, step, found);
  }
  // What stands at an unknown place may stand at any.
  for (const { tag, found } of unplaced) for (const [step, group] of next) if (step.startsWith(`${tag}:`)) group.push(found);
  level.next = new Map([...next].map(([step, found]) => [step, { found, next: undefined }]));
  return level.next;
}

function isOnlyBelow(reader: CaptureReader, { found }: Level, anchor: number): boolean {
  const end = reader.end(anchor);
  let count = 0;
  for (const { index } of found) if (index > anchor && index < end && ++count > 1) return false;
  return count === 1;
}
