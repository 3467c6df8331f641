import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { isHeading, landmarkRoles } from "./roles.js";

export const details = ["outline", "content", "full"] as const;
export type Detail = (typeof details)[number];

/** An element chosen for an outline, and the nearest chosen element around it (-1 for none). */
export interface OutlineEntry {
  readonly element: CapturedElement;
  readonly parent: number;
}

/** `outline`: landmarks, headings, controls, images, dialogs; `content`: all with text too; `full`: all. `depth` counts levels below `start`. */
export function outlineOf(reader: CaptureReader, detail: Detail, start = 0, depth = Number.POSITIVE_INFINITY): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  /** By element from `start` on: itself where it was chosen, else the nearest chosen ancestor. */
  const nearest: number[] = [];
  const end = reader.count === 0 ? 0 : reader.end(start);
  const base = reader.count === 0 ? 0 : reader.element(start).depth;
  for (let index = start; index < end; index++) {
    const element = reader.element(index);
    const parent = index === start ? -1 : (nearest[element.parent - start] ?? -1);
    const isChosen = index === start || (element.depth - base <= depth && belongs(element, detail));
    if (isChosen) entries.push({ element, parent });
    nearest.push(isChosen ? index : parent);
  }
  return entries;
}

function belongs(element: CapturedElement, detail: Detail): boolean {
  if (detail === "full") return true;
  if (!element.rendered) return false;
  if (element.interactive || isStructure(element)) return true;
  return detail === "content" && (element.text !== "" || element.before !== "" || element.after !== "");
}

const structureRoles = new Set(
  "dialog alertdialog alert status table list img image figure tablist tabpanel menu tree grid iframe".split(" "),
);

function isStructure(element: CapturedElement): boolean {
  if (isHeading(element) || landmarkRoles.has(element.role)) return true;
  return structureRoles.has(element.role) && (element.name !== "" || element.role !== "list");
}
