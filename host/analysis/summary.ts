import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { elementsWithin } from "./element-facts.js";
import { fieldRoles, headingLevel, isHeading, landmarkRoles } from "./roles.js";

export interface Summary {
  readonly landmarks: readonly (readonly [ref: string, role: string, name: string])[];
  readonly headings: readonly (readonly [ref: string, level: number, name: string])[];
  /** ref, name, and its fields as `role "name"` */
  readonly forms: readonly (readonly [ref: string, name: string, fields: readonly string[]])[];
  readonly counts: Readonly<
    Record<"elements" | "visible" | "interactive" | "links" | "buttons" | "fields" | "images" | "frames" | "dialogs", number>
  >;
}

export function summaryOf(reader: CaptureReader): Summary {
  const counts = { elements: reader.count, visible: 0, interactive: 0, links: 0, buttons: 0, fields: 0, images: 0, frames: 0, dialogs: 0 };
  const landmarks: [string, string, string][] = [];
  const headings: [string, number, string][] = [];
  const forms: [string, string, string[]][] = [];
  for (const element of reader.elements()) {
    if (element.visible) counts.visible++;
    if (!element.rendered) continue;
    // Roles are those of the accessibility tree.
    if (element.visible || element.accessible) countKind(counts, element, element.accessible ? element.role : "");
    if (element.accessible && landmarkRoles.has(element.role)) landmarks.push([element.ref, element.role, element.name]);
    if (element.accessible && isHeading(element)) headings.push([element.ref, headingLevel(element), element.name || element.text]);
    if (element.tag === "form" || element.role === "form") forms.push([element.ref, element.name, fieldsIn(reader, element)]);
  }
  return { landmarks, headings, forms, counts };
}

function countKind(
  counts: { -readonly [K in keyof Summary["counts"]]: number },
  { interactive, tag }: CapturedElement,
  role: string,
): void {
  if (interactive) counts.interactive++;
  if (role === "link") counts.links++;
  else if (role === "button") counts.buttons++;
  else if (fieldRoles.has(role)) counts.fields++;
  else if (role === "img" || tag === "img") counts.images++;
  else if (role === "dialog" || role === "alertdialog") counts.dialogs++;
  if (tag === "iframe" || tag === "frame") counts.frames++;
}

const mostFields = 30;

function fieldsIn(reader: CaptureReader, form: CapturedElement): string[] {
  return elementsWithin(reader, form.index)
    .slice(1)
    .filter(({ rendered, role }) => rendered && (fieldRoles.has(role) || role === "button"))
    .slice(0, mostFields)
    .map(({ role, name }) => (name === "" ? role : `${role} "${name}"`));
}
