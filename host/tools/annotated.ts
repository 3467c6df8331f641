import { controlAround } from "../analysis/element-facts.js";
import type { ElementTarget } from "../contract/annotation.js";
import { ServiceError } from "../contract/errors.js";
import { findAgain } from "../contract/find-again.js";
import { readPickedElement, shownElement } from "../contract/picked-element.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { labelOf, targetElements } from "../contract/targets.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { targetOf, wordsOf } from "./annotation-rows.js";
import type { Value } from "./answer.js";
import type { ToolContext } from "./context.js";
import { type OpenedCapture, openCapture } from "./open.js";
import { stateOfCode } from "./staleness.js";

export interface Annotated {
  readonly placed: PlacedAnnotation;
  /** The capture that shows the elements, or one made of what was stored when the first of them was picked: then `isPick`. */
  readonly opened: OpenedCapture;
  readonly isPick: boolean;
  /** The element that was picked, or the control that it is a part of where the annotation is about that. */
  readonly element: CapturedElement;
  readonly picked: CapturedElement;
  readonly others: readonly CapturedElement[];
  /** In words why the capture that carries the annotation does not show it, and which one did; absent where it does. */
  readonly absent?: string;
}

/** Opens what an annotation is about: in its capture, else the newest, else as picked; undefined for none. Throws ServiceError `not-found`. */
export async function openAnnotated(context: ToolContext, placed: PlacedAnnotation): Promise<Annotated | undefined> {
  const opened = await openCapture(context, placed.capture);
  const { target } = placed.annotation;
  if (target.type === "page") return undefined;
  const targets = targetElements(target);
  const found = about(placed, opened, elementsIn(opened.reader, targets));
  if (found !== undefined) return found;
  const equal = equalCandidates(opened.reader, targets[0]);
  const last = await context.annotations.lastShown(placed.annotation.id);
  if (last !== undefined) {
    const before = await openCapture(context, last.capture);
    const code = stateOfCode(before.capture);
    const absent = `${equal}Not in its newest capture, ${placed.capture}: shown as the last capture that has it does, ${last.capture}${code === undefined ? "" : ` (${code})`}.`;
    const shown = about(placed, before, elementsIn(before.reader, targetElements(last.annotation.target)));
    if (shown !== undefined) return { ...shown, absent };
  }
  const [first] = targets;
  if (first === undefined) return undefined;
  const { reader, element } = readPickedElement(opened.capture, first);
  const when = first.pickedAt === undefined ? "" : `, ${first.pickedAt}`;
  const isCut = opened.capture.holes.some(({ kind }) => kind === "truncated");
  const why = isCut ? "It is not among the elements that were read of this large page" : "It had left the page before it was sent";
  const absent = `${equal}${why} and no capture shows it: this was stored when it was picked${when}.`;
  const asPicked = about(placed, { filename: opened.filename, capture: reader.capture, reader }, [element]);
  return asPicked && { ...asPicked, isPick: true, absent };
}

/** As `openAnnotated`, by id. Throws ServiceError `invalid-input` for an annotation about no element. */
export async function openAnnotatedElement(context: ToolContext, id: string): Promise<Annotated> {
  const annotated = await openAnnotated(context, await context.annotations.find(id));
  if (annotated !== undefined) return annotated;
  throw new ServiceError("invalid-input", "This annotation is about no element. Ask with a ref or a selector.");
}

function about(placed: PlacedAnnotation, opened: OpenedCapture, elements: readonly CapturedElement[]): Annotated | undefined {
  const [picked, ...others] = elements;
  if (picked === undefined) return undefined;
  const control = others.length === 0 ? controlAround(opened.reader, picked, wordsOf(placed.annotation)) : undefined;
  return { placed, opened, isPick: false, element: control ?? picked, picked, others };
}

/** Those of an annotation's elements that a capture shows. */
function elementsIn(reader: CaptureReader, targets: readonly ElementTarget[]): CapturedElement[] {
  return targets.flatMap((target) => {
    const shown = shownElement(reader, target);
    const again = shown === undefined ? findAgain(reader, target) : undefined;
    return shown ?? (again?.status === "found" ? reader.element(again.index) : []);
  });
}

function equalCandidates(reader: CaptureReader, target: ElementTarget | undefined): string {
  const again = target && findAgain(reader, target);
  if (again?.status !== "ambiguous") return "";
  const refs = again.indices.map((index) => `e${index}`);
  return `${refs.length} elements of the capture may be it and nothing tells them apart: ${refs.join(", ")}. `;
}

/** Fields that say where an element is read. What was stored with the pick has no ref. */
export function placeFields({ opened, element, isPick, absent }: Annotated): { readonly [field: string]: Value | undefined } {
  return { capture: opened.filename, ref: isPick ? undefined : element.ref, absent };
}

/** How a row names the first element of an annotation: `ref` is null and `present` false where its capture does not show it. */
export async function targetCells(context: ToolContext, { annotation, capture }: PlacedAnnotation) {
  const target = targetOf(annotation);
  const isPresent = target?.ref !== undefined && target.present !== false;
  return {
    ref: isPresent ? (target.ref ?? null) : null,
    present: target === undefined ? null : isPresent,
    selector: target?.selector ?? null,
    // Older versions of the extension sent none.
    label:
      target === undefined
        ? null
        : (target.label ?? elementsIn((await openCapture(context, capture)).reader, [target]).map(labelOf)[0] ?? null),
  };
}
