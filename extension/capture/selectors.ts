import { groupBy } from "../../host/contract/group-by.js";
import { memoized } from "../../host/contract/memoized.js";
import { at } from "./at.js";
import { previousElementOf } from "./dom.js";
import { isPageWord, type Redact, type Redaction } from "./redact.js";
import type { Root, WalkState } from "./walk/state.js";

/** Adds selector steps: an anchor that is unique in its root stands alone; any other element by its type, else position, in its parent. */
export function addSelectors(walk: WalkState, { redact, suspects }: Redaction): void {
  const counts = countAnchors(walk);
  const positions = siblingPositions(walk);
  const { step, from } = walk.columns;
  const isOpen = memoized((anchor: string) => suspects.size === 0 || isPublic(anchor, redact));
  const isOpenTag = memoized((tag: string) => !isPageWord(tag) || redact(tag) === tag);
  for (const [index, record] of walk.records.entries()) {
    const root = at(walk.rootOf, index);
    const isUnique = (anchor: string) => counts[root.index]?.get(keyIn(root, anchor)) === 1;
    const isTyped = isOpenTag(record.tag);
    const anchor = isTyped ? record.anchors.find((one) => isUnique(one) && isOpen(one)) : undefined;
    const parent = walk.domParents[index] ?? -1;
    const isTopOfShadow = parent < 0 && root.kind !== "document" && root.kind !== "frame";
    const position = positions[index] ?? 0;
    const child =
      isTyped && position >= 0 ? record.type + (position === 0 ? "" : `:nth-of-type(${position})`) : placeOf(at(walk.elements, index));
    // Without a parent element, only this distinguishes the top of a shadow tree from deeper elements.
    step.push(walk.strings.add(anchor ?? (isTopOfShadow ? `${child}:not(* > *)` : child)));
    from.push(anchor !== undefined || parent < 0 ? 0 : index - parent);
  }
}

/** A name or attribute that is redacted would find nothing in what is shown of the page. */
function isPublic(anchor: string, redact: Redact): boolean {
  const [, id = "", value = id] = /^(?:[^#[]*#(.*)|[^[]*\[[^=]*="(.*)"\])$/s.exec(anchor) ?? [];
  return redact(value) === value;
}

function countAnchors(walk: WalkState): Map<string, number>[] {
  const all = walk.roots.map(() => new Map<string, number>());
  for (const [index, { anchors }] of walk.records.entries()) {
    const root = at(walk.rootOf, index);
    const counts = at(all, root.index);
    for (const anchor of anchors) {
      const key = keyIn(root, anchor);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return all;
}

function keyIn({ quirks }: Root, anchor: string): string {
  return quirks ? anchor.toLowerCase() : anchor;
}

/** Each element's position among siblings of its type, from 1; 0 for the only one, -1 where a type selector would not find these alone. */
function siblingPositions(walk: WalkState): Int32Array {
  const { domParents, records, rootOf, elements } = walk;
  const types = new Map<string, number>();
  const lower = new Map<string, number>();
  for (const { tag } of records) {
    if (types.has(tag)) continue;
    const type = lower.get(tag.toLowerCase()) ?? lower.size;
    types.set(tag, type);
    lower.set(tag.toLowerCase(), type);
  }
  const groups = groupBy(siblingsInOrder(walk), (index) => {
    const parent = domParents[index] ?? -1;
    // At the top of a root, which has no parent element, the root itself is the parent.
    return (parent >= 0 ? parent : -1 - at(rootOf, index).index) * types.size + (types.get(records[index]?.tag ?? "") ?? 0);
  });
  const positions = new Int32Array(elements.length);
  for (const group of groups.values()) {
    const isFound = isFoundByType(walk, group);
    if (group.length === 1 && isFound) continue;
    for (const [at, index] of group.entries()) positions[index] = isFound ? at + 1 : -1;
  }
  return positions;
}

/** Whether a type selector finds all of some siblings whose tags differ in letter case at most: HTML documents read it in lower case for HTML elements. */
function isFoundByType({ records }: WalkState, [first = -1, ...others]: readonly number[]): boolean {
  const { tag, kind } = at(records, first);
  const isKnown = kind.tag !== "?" || others.length === 0;
  const isWritten = kind.tag !== tag || tag === tag.toLowerCase();
  return isKnown && isWritten && others.every((index) => records[index]?.kind.tag === kind.tag);
}

/** Returns all indices so that siblings are in the document's order: slots show a host's children in another. */
function siblingsInOrder({ elements, domParents, lightChildren }: WalkState): number[] {
  const indices = [...elements.keys()];
  if (lightChildren.size === 0) return indices;
  const order = new Map([...lightChildren.values()].flatMap((children) => children.map((node, at) => [node, at] as const)));
  const ranks = indices.map((index) => (lightChildren.has(domParents[index] ?? -1) ? (order.get(at(elements, index)) ?? 0) : -1));
  return indices.sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
}

/** Returns the step of a child whose type must not be named, or does not find it alone. */
function placeOf(element: Element): string {
  let place = 1;
  for (let before = previousElementOf(element); before !== null; before = previousElementOf(before)) place++;
  return `:nth-child(${place})`;
}
