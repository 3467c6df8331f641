import type { Annotation, AnnotationTarget, Box, ElementTarget } from "../../host/contract/annotation.js";
import { type CaptureReader, readCapture } from "../../host/contract/reader.js";
import { markedText } from "../../host/contract/stated-lines.js";
import { elementsInRegion, elementTargetOf, targetOf } from "../../host/contract/targets.js";
import type { CaptureWithElements } from "../capture/capture.js";
import { windowBox } from "./boxes.js";
import { innerRoot } from "./closed-roots.js";

/** A reading of the page, with its live elements by index. */
export interface LiveReading extends CaptureWithElements {
  readonly reader: CaptureReader;
  readonly indices: ReadonlyMap<Element, number>;
}

/** `readNow` reads the page anew: for elements added after the newest reading. */
export function makeTargets(readNow: () => CaptureWithElements) {
  const named = new Map<string, { readonly element: WeakRef<Element>; readonly signature: string }>();
  let last: LiveReading | undefined;

  function use(reading: CaptureWithElements): LiveReading {
    const indices = new Map(reading.elements.map((element, index) => [element, index]));
    last = { ...reading, reader: readCapture(reading.capture), indices };
    return last;
  }

  function live(target: ElementTarget): Element | undefined {
    const known = named.get(target.key);
    const element = known?.element.deref();
    if (element?.isConnected) return element;
    const read = last?.elements[last.reader.keys.indexOf(target.key)];
    if (read?.isConnected) return remember(target.key, read);
    // A framework may have made it anew: the same selector finds the same kind of element with the same words.
    const again = find(target.selector);
    return known !== undefined && again !== undefined && signatureOf(again) === known.signature ? remember(target.key, again) : undefined;
  }

  function remember(key: string, element: Element): Element {
    named.set(key, { element: new WeakRef(element), signature: signatureOf(element) });
    return element;
  }

  function nameIn(reading: LiveReading, element: Element): ElementTarget | undefined {
    const index = nearestIndex(reading, element);
    if (index === undefined) return undefined;
    const target = elementTargetOf(reading.reader, index);
    remember(target.key, reading.elements[index] ?? element);
    return target;
  }

  function regionNow({ box: [x, y, width, height], elements }: Extract<AnnotationTarget, { type: "region" }>): Box {
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
    /** From now on elements are named by this reading. */
    use,
    /** Undefined when the element is not on the page now. */
    live,
    /** The one element that a selector as captures have it finds now. */
    find,
    /** Design tokens of the newest reading. */
    tokens: () => last?.capture.styles.tokens ?? {},
    /** Where a region is in the document now: it moves with the elements in it. */
    regionNow,
    /** A region of the document, with what lies whole in it by the newest reading. */
    region: (box: Box): AnnotationTarget => ({
      type: "region",
      box,
      elements: last === undefined ? [] : elementsInRegion(last.reader, box),
    }),
    /** The annotation with its elements as the newest reading names them; those that are gone become a region. */
    bind: (annotation: Annotation): Annotation => {
      const { target } = annotation;
      if (target.type === "page" || last === undefined) return annotation;
      const reading = last;
      if (target.type === "region") {
        const box = regionNow(target);
        return { ...annotation, target: { ...target, box, elements: elementsInRegion(reading.reader, box) } };
      }
      const found = target.elements.flatMap((one) => {
        const element = live(one);
        return element === undefined ? [] : (nameIn(reading, element) ?? []);
      });
      if (target.type === "text") return { ...annotation, target: { ...target, elements: found } };
      const boxes = target.elements.map(({ box }) => box);
      return { ...annotation, target: targetOf(found, boxes) };
    },
    name: (elements: readonly Element[]): AnnotationTarget => {
      const isKnown = last !== undefined && elements.every((element) => last?.indices.has(element));
      const reading = isKnown && last !== undefined ? last : use(readNow());
      return targetOf(
        elements.flatMap((element) => nameIn(reading, element) ?? []),
        [],
      );
    },
    /** The outermost elements of meaning that lie whole in a box of the document, by the newest reading. */
    within: (box: Box) => {
      if (last === undefined) return [];
      const { reader, elements } = last;
      const found = new Set(elementsInRegion(reader, box).map(({ ref = "" }) => Number(ref.slice(1))));
      const outermost = [...found].filter((index) => !reader.ancestors(index).some((one) => found.has(one)));
      return outermost.flatMap((index) => elements[index] ?? []);
    },
    /** What the page states of the other tags in a source's files, by the newest reading. */
    marked: (source: string) => markedText((last ?? use(readNow())).reader, source),
    /** What the newest reading holds of an element. */
    known: (element: Element) => {
      const index = last?.indices.get(element);
      return index === undefined ? undefined : last?.reader.element(index);
    },
  };
}

/** The element, or the nearest around it that the reading has. */
function nearestIndex({ indices }: LiveReading, element: Element): number | undefined {
  for (let current: Element | null = element; current !== null; current = current.parentElement) {
    const index = indices.get(current);
    if (index !== undefined) return index;
  }
  return undefined;
}

/** Words beyond these add nothing. */
const signatureChars = 200;

/** Tag and text: two elements in the same place that share both are the same to a person. */
function signatureOf(element: Element): string {
  return `${element.localName} ${(element.textContent ?? "").trim().slice(0, signatureChars)}`;
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
