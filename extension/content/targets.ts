import type { Annotation, AnnotationTarget, Box, ElementTarget } from "../../host/contract/annotation.js";
import { type FoundAgain, findAgain } from "../../host/contract/find-again.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../host/contract/reader.js";
import { markedText } from "../../host/contract/stated-lines.js";
import { elementsInRegion, elementTargetOf, holderOf } from "../../host/contract/targets.js";
import type { CaptureWithElements } from "../capture/capture.js";
import { redactAll } from "../capture/redact.js";
import { windowBox } from "./boxes.js";
import { innerRoot } from "./closed-roots.js";

export interface LiveReading extends CaptureWithElements {
  readonly reader: CaptureReader;
  readonly indices: ReadonlyMap<Element, number>;
}

/** A picked element as this document has it. `look`: what was seen of it and around it when it was last known to be the one. */
interface Known {
  readonly target: ElementTarget;
  readonly element: WeakRef<Element>;
  readonly look: string;
}

export interface Targets {
  /** From now on elements are named by this reading. */
  use(reading: CaptureWithElements): LiveReading;
  /** Undefined when the element is not on the page now, as far as the newest reading shows. */
  live(target: ElementTarget): Element | undefined;
  /** What is not found is not there, by a reading of the page as it is now. */
  isDecided(): boolean;
  /** The newest reading, while no node of the page, of its shadow roots and of its readable frames has changed since. */
  unchanged(): LiveReading | undefined;
  /** Reads the page where a target that was asked for may be found or lost since; returns whether it did. Takes a twentieth of the time at most. */
  renew(): boolean;
  /** The one element that a selector as captures have it finds now. */
  find(selector: string): Element | undefined;
  /** What was read of the page beside a capture, without what the newest reading withholds. */
  redacted<Data>(data: Data): Data;
  tokens(): Readonly<Record<string, string>>;
  /** Where a region is in the document now: it moves with the elements in it. */
  regionNow(target: RegionTarget): Box;
  /** A region of the document, with what lies whole in it by the newest reading, or else what holds it. */
  region(box: Box): AnnotationTarget;
  /** The annotation with its elements as the newest reading has them: those that are not found keep the record of their pick. */
  bind(annotation: Annotation): Annotation;
  /** How annotations name these elements, by a reading of this moment. Throws where none of them is on the page any more. */
  name(elements: readonly Element[]): ElementsTarget;
  /** The outermost elements of meaning that lie whole in a box of the document, by the newest reading. */
  within(box: Box): readonly Element[];
  /** What the page states of the other tags in a source's files, by the newest reading. */
  marked(source: string): string;
  known(element: Element): CapturedElement | undefined;
  stop(): void;
}

/** `readNow` reads the page anew: for what is picked, and to find again what has left the page or changed. */
export function makeTargets(readNow: () => CaptureWithElements): Targets {
  const named = new Map<string, Known>();
  const changes = watchChanges();
  let last: LiveReading | undefined;
  /** What became of targets in the newest reading. */
  let found = new Map<string, FoundAgain>();
  let isWanted = false;
  let nextAt = 0;

  function use(reading: CaptureWithElements): LiveReading {
    const reader = readCapture(reading.capture);
    const elements = reading.elements.slice(0, reader.count);
    const made = { ...reading, reader, elements, indices: new Map(elements.map((element, index) => [element, index])) };
    last = made;
    found = new Map();
    isWanted = false;
    changes.seen(reading.roots);
    for (const known of named.values()) if (!isStill(known)) settle(made, known.target);
    return made;
  }

  /** Finds a target in a reading. Of equal candidates the live element that it was is the one. */
  function settle(reading: LiveReading, target: ElementTarget): Element | undefined {
    const id = idOf(target);
    const result = found.get(id) ?? findAgain(reading.reader, target);
    found.set(id, result);
    const before = named.get(id)?.element.deref();
    const place = before === undefined ? undefined : reading.indices.get(before);
    const isBefore = result.status === "ambiguous" && place !== undefined && result.indices.includes(place);
    const element = isBefore ? before : result.status === "found" ? reading.elements[result.index] : undefined;
    if (isInPage(element)) return remember(target, element);
    named.delete(id);
    return undefined;
  }

  function live(target: ElementTarget): Element | undefined {
    const known = named.get(idOf(target));
    if (known === undefined) {
      const element = last === undefined ? undefined : settle(last, target);
      if (element !== undefined) return element;
      isWanted ||= last === undefined || changes.any();
      return undefined;
    }
    // It may show something else by now, as rows of a virtual list do: the next reading decides.
    isWanted ||= !isStill(known);
    const element = known.element.deref();
    return isInPage(element) ? element : undefined;
  }

  function remember(target: ElementTarget, element: Element): Element {
    named.set(idOf(target), { target, element: new WeakRef(element), look: lookOf(element, target) });
    return element;
  }

  /** The record stays as it was picked; where the element is in the newest reading is that reading's. */
  function bound(reading: LiveReading, target: ElementTarget): ElementTarget {
    const { ref: _ref, candidates: _candidates, ...facts } = target;
    const element = live(target);
    const index = element === undefined ? undefined : reading.indices.get(element);
    if (index === undefined) {
      const result = found.get(idOf(target));
      const equal = result?.status === "ambiguous" ? { candidates: result.indices.map((one) => `e${one}`) } : {};
      return { ...facts, present: false, ...equal };
    }
    const now = elementTargetOf(reading.reader, index);
    const { ref, selector, box } = now;
    // The capture explains it.
    const { rules: _rules, ...picked } = facts;
    return { ...(target.tag === undefined ? now : {}), ...picked, ...(ref === undefined ? {} : { ref }), selector, box, present: true };
  }

  function regionNow({ box: [x, y, width, height], elements }: RegionTarget): Box {
    const moves = elements.flatMap((one) => {
      const element = live(one);
      if (element === undefined) return [];
      const [left, top] = windowBox(element);
      return [[left + scrollX - one.box[0], top + scrollY - one.box[1]] as const];
    });
    // The median: one element that moved alone takes no region along.
    const [dx, dy] = [0, 1].map((axis) => moves.map((move) => move[axis] ?? 0).sort((a, b) => a - b)[moves.length >> 1] ?? 0);
    return [x + (dx ?? 0), y + (dy ?? 0), width, height];
  }

  return {
    use,
    live,
    isDecided: () => last !== undefined && !isWanted,
    unchanged: () => (changes.any() ? undefined : last),
    renew: () => {
      if (!isWanted || performance.now() < nextAt) return false;
      const start = performance.now();
      use(readNow());
      nextAt = performance.now() + (performance.now() - start) * pausePerReading;
      return true;
    },
    find,
    redacted: (data) => redactAll(data, (last ?? use(readNow())).redact),
    tokens: () => last?.capture.styles.tokens ?? {},
    regionNow,
    region: (box) => ({ type: "region", box, elements: elementsAt(last ?? use(readNow()), box) }),
    bind: (annotation) => {
      const { target } = annotation;
      if (target.type === "page" || last === undefined) return annotation;
      const reading = last;
      const elements = target.elements.map((one) => bound(reading, one));
      return { ...annotation, target: { ...target, elements, ...(target.type === "region" ? { box: regionNow(target) } : {}) } };
    },
    name: (elements) => {
      const reading = use(readNow());
      const named = elements.flatMap((element) => {
        const index = nearestIndex(reading, element);
        if (index === undefined) return [];
        const target = elementTargetOf(reading.reader, index);
        remember(target, reading.elements[index] ?? element);
        return [target];
      });
      if (named.length === 0) throw new Error("What you picked has left the page. Pick it again.");
      return { type: named.length > 1 ? "elements" : "element", elements: named.slice(0, 50) };
    },
    within: (box) => {
      if (last === undefined) return [];
      const { reader, elements } = last;
      const inside = new Set(elementsInRegion(reader, box));
      const outermost = [...inside].filter((index) => !reader.ancestors(index).some((one) => inside.has(one)));
      return outermost.flatMap((index) => elements[index] ?? []);
    },
    marked: (source) => markedText((last ?? use(readNow())).reader, source),
    known: (element) => {
      const index = last?.indices.get(element);
      return index === undefined ? undefined : last?.reader.element(index);
    },
    stop: changes.stop,
  };
}

/** How much longer than a reading the pause is before the page is read again to find what is lost. */
const pausePerReading = 20;

type RegionTarget = Extract<AnnotationTarget, { type: "region" }>;
export type ElementsTarget = Extract<AnnotationTarget, { type: "element" | "elements" }>;

/** The same for a target wherever it is carried. */
function idOf({ key, selector, pickedAt = "" }: ElementTarget): string {
  return `${key} ${pickedAt || selector}`;
}

function elementsAt({ reader }: LiveReading, box: Box): ElementTarget[] {
  const inside = elementsInRegion(reader, box);
  return (inside.length > 0 ? inside : [holderOf(reader, box)]).map((index) => elementTargetOf(reader, index));
}

/** It is on the page and looks, with its row or card, as it did: else another reading has to decide. */
function isStill({ element, target, look }: Known): boolean {
  const now = element.deref();
  return isInPage(now) && lookOf(now, target) === look;
}

/** What a frame showed before it was loaded again stays connected, to a document without a window. */
function isInPage(element: Element | undefined): element is Element {
  return Boolean(element?.isConnected && element.ownerDocument.defaultView);
}

/** Words beyond these add nothing. */
const lookChars = 200;

/** Tag and words of an element, and of the row or card that distinguishes it from others of its kind. */
function lookOf(element: Element, { item }: ElementTarget): string {
  let around: Element = element;
  for (let level = 0; level < (item?.up ?? 0); level++) around = around.parentElement ?? around;
  const words = (one: Element) => (one.textContent ?? "").trim().slice(0, lookChars);
  return `${element.localName} ${words(element)} ${around === element ? "" : words(around)}`;
}

/** Whether the roots that were read, what a frame shows in the document, or the window that shows it, have changed since. */
function watchChanges() {
  let hasChanged = true;
  const change = () => {
    hasChanged = true;
    // The first change is enough until somebody reads.
    observer.disconnect();
  };
  const observer = new MutationObserver(change);
  // What loads in a document is not heard by its window (DOM standard, "get the parent" of a document).
  const heard = [[window, "resize"] as const, [document, "load"] as const];
  for (const [target, type] of heard) target.addEventListener(type, change, true);
  return {
    any: () => hasChanged,
    seen: (roots: readonly Node[]) => {
      hasChanged = false;
      for (const root of roots) observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    },
    stop: () => {
      observer.disconnect();
      for (const [target, type] of heard) target.removeEventListener(type, change, true);
    },
  };
}

/** The element, or the nearest around it that the reading has. Throws for one after the last that was read. */
function nearestIndex({ indices, elements, capture }: LiveReading, element: Element): number | undefined {
  const isCut = capture.holes.some(({ kind }) => kind === "truncated") && !indices.has(element);
  if (isCut && ((elements.at(-1)?.compareDocumentPosition(element) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING) > 0)
    throw new Error(
      `Only the first ${elements.length} elements of this page are read, and this comes after them. Select the region instead.`,
    );
  for (let current: Element | null = element; current !== null; current = current.parentElement) {
    const index = indices.get(current);
    if (index !== undefined) return index;
  }
  return undefined;
}

/** The one element that a selector of ours finds, through shadow roots and frames of the same site at ` >>> `. */
function find(selector: string): Element | undefined {
  let root: Document | ShadowRoot | null = document;
  let found: Element | undefined;
  for (const part of selector.split(" >>> ")) {
    const matches: readonly Element[] = root === null ? [] : queryAll(root, part);
    if (matches.length !== 1) return undefined;
    found = matches[0];
    root = found === undefined ? null : innerRoot(found);
  }
  return found;
}

/** A selector that was cut to fit the contract is none. */
function queryAll(root: Document | ShadowRoot, selector: string): readonly Element[] {
  try {
    return [...root.querySelectorAll(selector)];
  } catch (error) {
    if (error instanceof DOMException && error.name === "SyntaxError") return [];
    throw error;
  }
}
