import type { AnnotationTarget, Box, ElementTarget } from "./annotation.js";
import type { CapturedElement, CaptureReader } from "./reader.js";

/** Most elements of one annotation. */
const elementsMax = 50;

/** Names an element of a capture: by its ref there, and by key, selector and place for other captures of the page. */
export function elementTargetOf(reader: CaptureReader, index: number): ElementTarget {
  const element = reader.element(index);
  const { ref, key, selector, box, source } = element;
  const target = { ref, present: true, key, selector: selector.slice(0, 4_000), box, label: labelWithin(reader, element) };
  return source === "" ? target : { ...target, source: source.slice(0, 600) };
}

/** What has no words of its own is named by the control that it is a part of: `image in button “Add”`. */
function labelWithin(reader: CaptureReader, element: CapturedElement): string {
  const label = labelOf(element);
  if (/[“<]/.test(label) || element.interactive) return label;
  const control = reader.ancestors(element.index).find((above) => reader.element(above).interactive);
  return control === undefined ? label : `${label} in ${labelOf(reader.element(control))}`;
}

/** Longest name within a label, in characters. */
const nameMax = 60;

type Labelled = Pick<CapturedElement, "role" | "tag" | "name" | "text" | "component">;

/** Role, name and component: `button “Add” <TodoForm>`. */
export function labelOf({ role, tag, name, text, component }: Labelled): string {
  const words = (name === "" ? text : name).replace(/\s+/g, " ").trim();
  const named = words === "" ? "" : `“${words.length > nameMax ? `${words.slice(0, nameMax - 1)}…` : words}”`;
  const made = component === "" ? "" : `<${component.slice(0, nameMax)}>`;
  return [kindWord(role, tag), named, made].filter((part) => part !== "").join(" ");
}

/** Roles and tags of drawings, which nobody calls by these names. */
const drawings = /^(graphics-.*|img|image|svg|g|path|circle|ellipse|rect|line|polyline|polygon|use)$/;

/** What a person calls an element of a role and tag. */
export function kindWord(role: string, tag: string): string {
  const word = role === "" || role === "generic" ? tag : role;
  return drawings.test(word) ? "image" : word;
}

/** What lies whole in a region of the document and carries meaning: text, a name, a control; the first fifty. */
export function elementsInRegion(reader: CaptureReader, [left, top, width, height]: Box): ElementTarget[] {
  const found: ElementTarget[] = [];
  for (const { index, visible, box, text, name, interactive } of reader.elements()) {
    if (!visible || (text === "" && name === "" && !interactive)) continue;
    const [x, y, w, h] = box;
    if (x < left || y < top || x + w > left + width || y + h > top + height) continue;
    found.push(elementTargetOf(reader, index));
    if (found.length === elementsMax) break;
  }
  return found;
}

/** The first source that the elements of a target state; empty where none does. */
export function sourceOf(target: AnnotationTarget): string {
  return target.type === "page" ? "" : (target.elements.find(({ source = "" }) => source !== "")?.source ?? "");
}

/** The smallest box around all; of nothing, an empty one. */
export function boxAround(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return [0, 0, 0, 0];
  const left = Math.min(...boxes.map(([x]) => x));
  const top = Math.min(...boxes.map(([, y]) => y));
  const right = Math.max(...boxes.map(([x, , width]) => x + width));
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}

/** The target that names these elements; with none of them left, the region where they were. */
export function targetOf(elements: readonly ElementTarget[], lastBoxes: readonly Box[]): AnnotationTarget {
  if (elements.length > 1) return { type: "elements", elements: elements.slice(0, elementsMax) };
  if (elements.length > 0) return { type: "element", elements: [...elements] };
  return { type: "region", box: boxAround(lastBoxes), elements: [] };
}
