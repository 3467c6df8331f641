import { addToGroup, groupBy } from "../contract/group-by.js";
import { weaklyMemoized } from "../contract/memoized.js";
import { hostsOf } from "../contract/node-tree.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { rootHostOf, rootOf as rootOfElement } from "./roots.js";

/** The shortest selectors that find elements alone, or below the nearest id or test id; long where that is not sure, empty where too long. */
export function makeShortSelectorOf(reader: CaptureReader): (element: CapturedElement) => string {
  const shortStep = shortStepIn(reader);
  const hostOf = hostsOf(reader.capture.nodes);
  const known = new Map<number, string>();
  return (element) => {
    const way: CapturedElement[] = [];
    for (let at: CapturedElement | undefined = element; at !== undefined && !known.has(at.index); ) {
      way.push(at);
      const host = hostOf(at.index);
      // In a file by hand a root may hold its own host.
      at = host >= 0 && host < at.index ? reader.element(host) : undefined;
    }
    for (const one of way.reverse()) {
      const outer = hostOf(one.index) < 0 ? "" : `${known.get(hostOf(one.index)) ?? ""} >>> `;
      const own = shortStep(one) ?? lastPart(one.selector);
      const isShort = own !== "" && outer !== " >>> " && (one.selector === "" || outer.length + own.length < one.selector.length);
      known.set(one.index, isShort ? outer + own : one.selector);
    }
    return known.get(element.index) ?? element.selector;
  };
}

/** The part of a selector in the element's own root. */
export function lastPart(selector: string): string {
  return selector.split(" >>> ").at(-1) ?? selector;
}

/** Short selectors for engines that pierce open shadow roots (Playwright); undefined where none is known, and within roots and frames. */
export function makePiercingSelectorOf(reader: CaptureReader): (element: CapturedElement) => string | undefined {
  const hasShadow = reader.capture.nodes.roots.some(({ kind }) => kind === "shadow");
  const shortStep = hasShadow ? makeShortStepOf(piercedDomOf(reader)) : shortStepIn(reader);
  return (element) => (rootHostOf(reader, element.index) >= 0 ? undefined : shortStep(element));
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
}

function domOf(reader: CaptureReader, foreign: ReadonlySet<string> = new Set()): Dom {
  const { roots } = reader.capture.nodes;
  const rootOf = (index: number) => rootOfElement(reader, index);
  const parents = Array.from({ length: reader.count }, (_, index) => {
    const [own, host] = [rootOf(index), rootHostOf(reader, index)];
    let at = reader.element(index).parent;
    // Around a slot stands the shadow root that it belongs to, and around that its host. Nothing of a root comes before the root's own host.
    while (at > host && rootOf(at) !== own) at = Math.min(roots[rootOf(at)]?.host ?? -1, at - 1);
    return at > host ? at : -1;
  });
  const parentOf = (index: number) => parents[index] ?? -1;
  return { reader, treeOf: rootOf, parentOf, rootOf, parts: partsOf(reader, parentOf, foreign) };
}

/** Shadow roots belong to the tree of their host. */
function piercedDomOf(reader: CaptureReader): Dom {
  const { roots } = reader.capture.nodes;
  const isShadow = (index: number) => roots[rootOfElement(reader, index)]?.kind === "shadow";
  const foreign = [...reader.elements()].filter(({ index }) => isShadow(index)).flatMap(({ attributes }) => Object.entries(attributes));
  const { rootOf, parentOf, parts } = domOf(reader, new Set(foreign.map(([name, value]) => `${name}=${value}`)));
  const trees: number[] = [];
  for (const [root, { kind, host }] of roots.entries()) trees.push(kind === "shadow" ? (trees[rootOf(host)] ?? root) : root);
  return {
    reader,
    treeOf: (index) => trees[rootOf(index)] ?? 0,
    parentOf: (index) => {
      const parent = parentOf(index);
      return parent < 0 && isShadow(index) ? (roots[rootOf(index)]?.host ?? -1) : parent;
    },
    rootOf,
    parts,
  };
}

/** Elements that the end of a selector finds, each with the ancestor that the selector has come to. */
interface Level {
  readonly found: { readonly index: number; readonly at: number }[];
  /** By the next step upward. Made when first asked for. */
  next?: ReadonlyMap<string, Level>;
  /** Made when first asked for. */
  above?: Above;
}

/** For each ancestor of what a level found, and for each step of one: the one element of the level that stands below, or `several`. */
interface Above {
  readonly byAncestor: ReadonlyMap<number, number>;
  readonly byStep: ReadonlyMap<string, number>;
}

const several = -1;
/** The steps of a chain: in pages that nest what is alike a level for each would cost the square of their depth. */
const mostSteps = 12;

type ShortStep = (element: CapturedElement) => string | undefined;

/** The short step of each element in its own root. */
const shortStepIn = weaklyMemoized((reader: CaptureReader): ShortStep => makeShortStepOf(domOf(reader)));

function makeShortStepOf(dom: Dom): ShortStep {
  const { reader, treeOf, parentOf, parts } = dom;
  // Of elements that were left out for size nothing is known.
  if (reader.capture.holes.some(({ kind }) => kind === "truncated")) return () => undefined;
  const trees = new Map<number, Level>();
  const counts = new Map<string, number>();
  for (const element of reader.elements()) {
    const tree = treeOf(element.index);
    const level = trees.get(tree) ?? { found: [] };
    level.found.push({ index: element.index, at: element.index });
    trees.set(tree, level);
    for (const selector of ownSelectors(element)) counts.set(`${tree} ${selector}`, (counts.get(`${tree} ${selector}`) ?? 0) + 1);
  }
  return (element) => {
    const { index } = element;
    const tree = treeOf(index);
    const alone = parts[index]?.anchor ?? ownSelectors(element).find((selector) => counts.get(`${tree} ${selector}`) === 1);
    if (alone !== undefined) return alone;
    let level = trees.get(tree);
    let own = "";
    let shortest: string | undefined;
    for (let at = index, steps = 0; at >= 0 && level !== undefined && steps < mostSteps; at = parentOf(at), steps++) {
      const { step, anchor } = parts[at] ?? {};
      // A chain of places through an element that can be named breaks sooner than its name.
      if (step === undefined || anchor !== undefined) break;
      own = own === "" ? step : `${step}>${own}`;
      level = nextLevels(dom, level).get(step);
      if (level === undefined || own.length >= (shortest?.length ?? Number.POSITIVE_INFINITY)) break;
      if (level.found.length === 1) return own;
      const above = stepAbove(dom, level, index, parentOf(at));
      if (above !== undefined) shortest = shorterOf(shortest, `${above} ${own}`);
    }
    return shortest;
  };
}

function shorterOf(known: string | undefined, other: string): string {
  return known === undefined || other.length < known.length ? other : known;
}

/**
 * The shortest step of an ancestor below which a level finds only this element; undefined for none. The ancestors that have no other below them
 * are those up to the first that has: each ancestor is looked at for one element of a level.
 */
function stepAbove(dom: Dom, level: Level, index: number, start: number): string | undefined {
  level.above ??= aboveOf(dom, level);
  const { byAncestor, byStep } = level.above;
  const isAlone = (step: string) => byStep.get(step) === index && (byStep.get(unplaced(step)) ?? index) === index;
  let best: string | undefined;
  for (let at = start; at >= 0 && byAncestor.get(at) === index && dom.rootOf(at) === dom.rootOf(index); at = dom.parentOf(at))
    for (const step of dom.parts[at]?.finds ?? []) if (!step.endsWith(":") && isAlone(step)) best = shorterOf(best, step);
  return best;
}

/** Goes up from each element until the way is known to have several below: each ancestor is visited twice at most. */
function aboveOf({ parentOf, parts }: Dom, { found }: Level): Above {
  const byAncestor = new Map<number, number>();
  for (const { index, at: start } of found)
    for (let at = start; at >= 0 && byAncestor.get(at) !== several; at = parentOf(at))
      byAncestor.set(at, (byAncestor.get(at) ?? index) === index ? index : several);
  const byStep = new Map<string, number>();
  for (const [ancestor, only] of byAncestor)
    for (const step of parts[ancestor]?.finds ?? []) byStep.set(step, (byStep.get(step) ?? only) === only ? only : several);
  return { byAncestor, byStep };
}

/** Groups what a level found by the step that comes next. */
function nextLevels({ parentOf, parts }: Dom, level: Level): ReadonlyMap<string, Level> {
  if (level.next !== undefined) return level.next;
  const next = new Map<string, Level["found"]>();
  for (const { index, at } of level.found) for (const step of parts[at]?.finds ?? []) addToGroup(next, step, { index, at: parentOf(at) });
  for (const [step, group] of next) if (unplaced(step) !== step) for (const found of next.get(unplaced(step)) ?? []) group.push(found);
  level.next = new Map([...next].map(([step, found]) => [step, { found }]));
  return level.next;
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

/** What finds one element in a selector. */
interface Part {
  /** Its step in a chain of children; undefined for a tag or a place that cannot be written. */
  readonly step: string | undefined;
  /** The engine's own step, where that finds it alone. */
  readonly anchor: string | undefined;
  /** All steps that find it, among others; `tag:` for one at an unknown place, which any step with a place may find. */
  readonly finds: readonly string[];
}

/** What a step with a place may find besides: the tag with a colon. */
function unplaced(step: string): string {
  return step.replace(/:(?:first|nth)-(?:child|of-type).*$/, ":");
}

/** `:first-child` is two tokens, `:nth-child(1)` five. */
function placed(tag: string, kind: "child" | "of-type", place: number): string {
  return place === 1 ? `${tag}:first-${kind}` : `${tag}:nth-${kind}(${place})`;
}

/** `foreign`: attributes, `name=value`, of what stands in the tree but not in the document that the engine counted anchors in. */
function partsOf(reader: CaptureReader, parentOf: Dom["parentOf"], foreign: ReadonlySet<string>): readonly Part[] {
  const parts: Part[] = [];
  const shadowed = new Set(reader.capture.nodes.roots.filter(({ kind }) => kind !== "frame").map(({ host }) => host));
  for (const [parent, siblings] of groupBy(reader.elements(), ({ index }) => parentOf(index))) {
    // Slots show a host's children in an order of their own; at the top of a root there is no parent to count in.
    const isUnknown = parent < 0 || shadowed.has(parent);
    // The engine wrote a bare place where siblings of one tag differ in namespace or letter case: types do not count them.
    const types = groupBy(siblings.entries(), ([, { tag, selector }]) => (/ > :[^>]*$/.test(selector) ? `:${tag}` : tag));
    for (const [type, alike] of types) {
      for (const [at, [position, element]] of alike.entries()) {
        const [{ index, tag }, anchor] = [element, anchorOf(element, foreign)];
        const places = [placed(tag, "child", position + 1), placed(tag, "of-type", at + 1)];
        const canStep = plainTag.test(type) && !isUnknown;
        const finds = !plainTag.test(tag) ? [] : [tag, ...(canStep ? places : [`${tag}:`])];
        const step = !canStep ? undefined : alike.length === 1 ? tag : places[position === at ? 0 : 1];
        parts[index] = { anchor, step, finds: anchor === undefined ? finds : [...finds, anchor] };
      }
    }
  }
  return parts;
}

/** The engine's own step of an element, where that finds it alone; see `addSelectors` in the extension. */
function anchorOf({ selector, attributes }: CapturedElement, foreign: ReadonlySet<string>): string | undefined {
  const step = lastPart(selector);
  if (step.includes(" > ")) return undefined;
  const name = step.startsWith("#") ? "id" : /^[^[]*\[([\w-]+)=/.exec(step)?.[1];
  return name === undefined || foreign.has(`${name}=${attributes[name] ?? ""}`) ? undefined : step;
}
