import type { Annotation, AnnotationTarget, ElementTarget } from "../../host/contract/annotation.js";
import type { Capture } from "../../host/contract/capture.js";
import type { CapturedElement, CaptureReader } from "../../host/contract/reader.js";
import { type RunAudit, receiveAudit } from "../capture/audit/handover.js";
import type { CaptureWithElements } from "../capture/capture.js";
import { elementsInRegion, elementTargetOf, openReader, targetOf } from "../sidebar/element-targets.js";
import type { Reading } from "../sidebar/ports.js";

/** Joins notes to elements: by the live element while it is there, by its key after the page made a new one. */
export interface Targets {
  /** Reads the page at once; the notes are bound to this reading. With `auditMs` axe-core's rules run after it, no longer than that. */
  read(notes: readonly Annotation[], auditMs?: number): Promise<Reading>;
  name(elements: readonly Element[]): AnnotationTarget;
  /** The element itself; undefined when it is gone. */
  live(target: ElementTarget): Element | undefined;
  /** What the last reading says of an element. */
  known(element: Element): CapturedElement | undefined;
}

interface Known extends CaptureWithElements {
  readonly reader: CaptureReader;
  readonly indices: ReadonlyMap<Element, number>;
  readonly ms: number;
}

export function makeTargets(readNow: () => CaptureWithElements, loadAudit: () => Promise<unknown>): Targets {
  const noted = new Map<string, WeakRef<Element>>();
  let last: Known | undefined;
  let runAudit: RunAudit | undefined;

  function readAgain(): Known {
    const started = performance.now();
    const reading = readNow();
    const ms = performance.now() - started;
    last = {
      ...reading,
      ms,
      reader: openReader(reading.capture),
      indices: new Map(reading.elements.map((element, index) => [element, index])),
    };
    return last;
  }

  function live({ key }: ElementTarget): Element | undefined {
    const element = noted.get(key)?.deref();
    if (element?.isConnected) return element;
    const found = last?.elements[last.reader.keys.indexOf(key)];
    return found?.isConnected ? found : undefined;
  }

  function nameIn(known: Known, element: Element): ElementTarget | undefined {
    const index = nearestIndex(known, element);
    if (index === undefined) return undefined;
    const target = elementTargetOf(known.reader, index);
    noted.set(target.key, new WeakRef(known.elements[index] ?? element));
    return target;
  }

  function bind(known: Known, note: Annotation): Annotation {
    const { target } = note;
    if (target.type === "page") return note;
    if (target.type === "region") return { ...note, target: { ...target, elements: elementsInRegion(known.reader, target.box) } };
    const found = target.elements.flatMap((one) => {
      const element = live(one);
      return element === undefined ? [] : (nameIn(known, element) ?? []);
    });
    return {
      ...note,
      target: targetOf(
        found,
        target.elements.map(({ box }) => box),
      ),
    };
  }

  async function auditOf({ indices }: Known, budgetMs: number): Promise<Capture["accessibility"]> {
    runAudit ??= await receiveAudit(loadAudit);
    return runAudit(document, {
      budgetMs,
      refOf: (element) => {
        const index = indices.get(element);
        return index === undefined ? undefined : `e${index}`;
      },
    });
  }

  return {
    live,
    read: async (notes, auditMs) => {
      const known = readAgain();
      const annotations = notes.map((note) => bind(known, note));
      const accessibility = auditMs === undefined ? known.capture.accessibility : await auditOf(known, auditMs);
      const capture = { ...known.capture, accessibility, annotations };
      const json = JSON.stringify(capture);
      return { capture, json, bytes: new Blob([json]).size, ms: known.ms };
    },
    name: (elements) => {
      // Elements that came after the last reading need a new one.
      const known = last !== undefined && elements.every((element) => last?.indices.has(element)) ? last : readAgain();
      return targetOf(
        elements.flatMap((element) => nameIn(known, element) ?? []),
        [],
      );
    },
    known: (element) => {
      const index = last?.indices.get(element);
      return index === undefined ? undefined : last?.reader.element(index);
    },
  };
}

/** The element, or the nearest around it that the reading has. */
function nearestIndex({ indices }: Known, element: Element): number | undefined {
  for (let current: Element | null = element; current !== null; current = current.parentElement) {
    const index = indices.get(current);
    if (index !== undefined) return index;
  }
  return undefined;
}
