import { aroundOf } from "./alignment.js";
import type { AnnotationTarget, Box, ElementTarget } from "./annotation.js";
import { comparedEach, hasLetter, type Item, neighboursEach, pageContext } from "./page-context.js";
import * as pickLimits from "./pick-limits.js";
import type { CapturedElement, CaptureReader } from "./reader.js";
import { testIdAttributes } from "./test-ids.js";

const elementsMax = 50;

/** The record of an element of a capture: what names it there, and all by which it is found again in another reading or explained without one. */
export function elementTargetOf(reader: CaptureReader, index: number): ElementTarget {
  const element = reader.element(index);
  const { ref, key, selector, box, source, component, role, name, text, tag } = element;
  const { url, capturedAt } = reader.capture.metadata;
  const around = pageContext(reader);
  const inner = around.within(index);
  const item = around.item(index);
  const holds = around.holds(index);
  const common = commonFacts(reader, index, item);
  const frame = reader.frame(index);
  const given = { role: role.slice(0, 100), name: cut(name), text: cut(text), component: cut(component), source: source.slice(0, 600) };
  return {
    ...{ ref, present: true, key, selector: selector.slice(0, 4_000), box, label: labelWithin(reader, element) },
    ...{ url, pickedAt: capturedAt, tag: tag.slice(0, 100) },
    ...(frame === undefined ? {} : { frame }),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "")),
    ...(inner === cut(text) ? {} : { inner }),
    ...(holds === undefined ? {} : { holds }),
    size: reader.end(index) - index,
    ...(item === undefined ? {} : { item }),
    marks: around.marksAround(index).slice(0, marksMax),
    ...(common.length === 0 ? {} : { common }),
    attributes: namingAttributes(element, attributesMax),
    styles: distinctiveStyles(reader, index),
    ancestors: reader
      .ancestors(index)
      .slice(0, pickLimits.ancestorsMax)
      .map((above, level) => surrounding(reader.element(above), level < detailedLevels ? attributesMax : 2)),
    neighbours: neighboursOf(reader, index),
    anchors: anchorsOf(reader, index),
    around: aroundOf(reader, index),
  };
}

/** What another element of its shape has as well; attributes begin with `@`. */
function commonFacts(reader: CaptureReader, index: number, item: Item | undefined): NonNullable<ElementTarget["common"]> {
  const { nodes } = reader;
  const context = pageContext(reader);
  const peers = context.peers(index);
  const isShared = (column: readonly number[]) => peers.some((one) => column[one] === column[index]);
  const sets = new Set(peers.map((one) => nodes.attributes[one] ?? 0));
  const inPairs = (set: readonly number[]) => set.flatMap((name, at) => (at % 2 === 0 ? [`${name} ${set[at + 1]}`] : []));
  const others = new Set([...sets].flatMap((set) => inPairs(nodes.attributeSets[set] ?? [])));
  const own = inPairs(nodes.attributeSets[nodes.attributes[index] ?? 0] ?? []).filter((pair) => others.has(pair));
  const inner = context.within(index);
  const holds = context.holds(index);
  const near = [...nearest(peers, index, comparedEach), ...context.namesakes(index, comparedEach)];
  return [
    ...(isShared(nodes.text) || context.count(context.own(index)) > 1 ? ["text"] : []),
    ...(isShared(nodes.name) ? ["name"] : []),
    ...(!hasLetter(inner) || near.some((one) => context.within(one) === inner) ? ["inner"] : []),
    ...(holds !== undefined && near.some((one) => context.holds(one) === holds) ? ["holds"] : []),
    ...(item !== undefined && near.some((one) => context.wordsAround(one, item.up) === item.words) ? ["item"] : []),
    ...own.map((pair) => `@${nodes.strings[Number(pair.split(" ")[0])] ?? ""}`.slice(0, 200)),
  ].slice(0, 30);
}

/** The last numbers below one and the first above it, of a rising list. */
function nearest(rising: readonly number[], index: number, each: number): readonly number[] {
  const place = rising.findLastIndex((one) => one < index) + 1;
  return rising.slice(Math.max(0, place - each), place + each);
}

/** Most attributes of one element in a record. */
const attributesMax = 20;
/** Ancestors up to here have their attributes in full, further ones two. */
const detailedLevels = 8;

const marksMax = 5;

const cut = (text: string) => text.slice(0, pickLimits.factMaxChars);

/** What names an element, the most distinctive first; values that are longer than a fact are cut. */
function namingAttributes({ attributes }: CapturedElement, most: number): Record<string, string> {
  const names = Object.keys(attributes).filter((name) => name.length <= 200 && name !== "style" && attributes[name] !== "");
  const rank = (name: string) => (testIdAttributes.some((one) => one === name) ? 0 : name === "id" ? 1 : name === "class" ? 2 : 3);
  const chosen = names.sort((one, other) => rank(one) - rank(other)).slice(0, most);
  return Object.fromEntries(chosen.map((name) => [name, cut(attributes[name] ?? "")]));
}

function surrounding(element: CapturedElement, attributes: number): NonNullable<ElementTarget["ancestors"]>[number] {
  const { tag, text, component, source } = element;
  return {
    ...{ tag: tag.slice(0, 100), attributes: namingAttributes(element, attributes), text: cut(text) },
    ...(component === "" ? {} : { component: cut(component) }),
    ...(source === "" ? {} : { source: source.slice(0, 600) }),
  };
}

function neighboursOf(reader: CaptureReader, index: number): NonNullable<ElementTarget["neighbours"]> {
  const around = pageContext(reader);
  const facts = (at: number, one: number) => {
    const { tag, attributes: _attributes, ...rest } = surrounding(reader.element(one), 0);
    return { ...rest, tag, attributes: {}, text: around.own(one), at };
  };
  const before = around.before(index, neighboursEach).map((one, place) => facts(-1 - place, one));
  return [...before.reverse(), ...around.after(index, neighboursEach).map((one, place) => facts(place + 1, one))];
}

function anchorsOf(reader: CaptureReader, index: number): NonNullable<ElementTarget["anchors"]> {
  const context = pageContext(reader);
  const { before, after } = context.anchors(index, pickLimits.anchorsEach);
  const placed = (way: 1 | -1) => (text: string) => ({ text, at: context.placeFrom(context.shape(index), text, way)?.(index) ?? 0 });
  return [
    ...[...before, ""].slice(0, pickLimits.anchorsEach).map(placed(1)),
    ...[...after, ""].slice(0, pickLimits.anchorsEach).map(placed(-1)),
  ];
}

/** Computed values that are other than the parent's. */
function distinctiveStyles(reader: CaptureReader, index: number): Record<string, string> {
  const { parent } = reader.element(index);
  const values = reader.capture.styles.properties.flatMap((property) => {
    const value = reader.style(index, property);
    const isOwn = value !== undefined && (parent < 0 || value !== reader.style(parent, property));
    return isOwn ? [[property, cut(value)] as const] : [];
  });
  return Object.fromEntries(values);
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

export function kindWord(role: string, tag: string): string {
  const word = role === "" || role === "generic" ? tag : role;
  return drawings.test(word) ? "image" : word;
}

/** What lies whole in a region of the document and carries meaning: text, a name, a control; indices of the first fifty. */
export function elementsInRegion(reader: CaptureReader, [left, top, width, height]: Box): number[] {
  const found: number[] = [];
  for (const { index, visible, box, text, name, interactive } of reader.elements()) {
    if (!visible || (text === "" && name === "" && !interactive)) continue;
    const [x, y, w, h] = box;
    if (x < left || y < top || x + w > left + width || y + h > top + height) continue;
    found.push(index);
    if (found.length === elementsMax) break;
  }
  return found;
}

/** Index of the smallest visible element that holds a region of the document; of those of one size the innermost. The first element holds all. */
export function holderOf(reader: CaptureReader, [left, top, width, height]: Box): number {
  let [smallest, area] = [0, Number.POSITIVE_INFINITY];
  for (const { index, visible, box } of reader.elements()) {
    const [x, y, w, h] = box;
    if (!visible || w * h > area || x > left || y > top || x + w < left + width || y + h < top + height) continue;
    [smallest, area] = [index, w * h];
  }
  return smallest;
}

/** The elements that a target names; none for the page. */
export function targetElements(target: AnnotationTarget): readonly ElementTarget[] {
  return target.type === "page" ? [] : target.elements;
}

/** The first source that the elements of a target state; empty where none does. */
export function sourceOf(target: AnnotationTarget): string {
  return targetElements(target).find(({ source = "" }) => source !== "")?.source ?? "";
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
