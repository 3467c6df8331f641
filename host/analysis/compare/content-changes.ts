import type { CaptureReader } from "../../contract/reader.js";
import type { Change, DiffContext, MatchedPair } from "./diff-context.js";

/** Attributes, own text, text made by style sheets, and states. Consequences of visibility are left out; `style` is compared by its declarations. */
export function contentChanges(context: DiffContext, matched: MatchedPair): Change[] {
  const { src, dst } = matched;
  const { matching } = context;
  const sameAttributes = matching.older.attributes[src.index] === matching.newer.attributes[dst.index];
  const attributes = sameAttributes
    ? []
    : differences("attribute ", src.attributes, dst.attributes)
        .filter(({ property }) => property !== "attribute style")
        .map((change) => withPresence(change, matched));
  const states = differences("state ", src.states, dst.states).filter((change) => !isStateExplained(context, matched, change, attributes));
  const texts =
    isShown(context.older, src.index) === isShown(context.newer, dst.index) && src.withheld === dst.withheld ? textChanges(matched) : [];
  return [...texts, ...attributes, ...states];
}

function differences(prefix: string, src: Readonly<Record<string, string>>, dst: Readonly<Record<string, string>>): Change[] {
  const names = new Set([...Object.keys(src), ...Object.keys(dst)]);
  return [...names]
    .filter((name) => src[name] !== dst[name])
    .map((name) => ({ property: prefix + name, before: src[name] ?? "", after: dst[name] ?? "" }));
}

/** An attribute without a value, such as `hidden`, has the same value as an absent one. */
function withPresence(change: Change, { src }: MatchedPair): Change {
  if (change.before !== "" || change.after !== "") return change;
  const isGone = src.attributes[change.property.slice("attribute ".length)] !== undefined;
  return { ...change, [isGone ? "before" : "after"]: "present" };
}

/** Text is captured where it is rendered. */
function isShown(reader: CaptureReader, index: number): boolean {
  const { rendered } = reader.element(index);
  return rendered && reader.style(index, "visibility") === "visible";
}

function textChanges({ src, dst }: MatchedPair): Change[] {
  const changes: Change[] = [];
  if (src.text !== dst.text) changes.push({ property: "text", before: src.text, after: dst.text });
  for (const place of ["before", "after"] as const) {
    if (src[place] !== dst[place]) changes.push({ property: `text ::${place}`, before: src[place], after: dst[place] });
  }
  return changes;
}

function isStateExplained(
  { newer, older }: DiffContext,
  { src, dst }: MatchedPair,
  { property }: Change,
  attributes: readonly Change[],
): boolean {
  const state = property.slice("state ".length);
  if (attributes.some(({ property: changed }) => [state, `aria-${state}`].includes(changed.slice("attribute ".length)))) return true;
  // The state of a summary is that of its details element.
  if (state === "expanded" && dst.tag === "summary" && isInOpen(older, src.parent) !== isInOpen(newer, dst.parent)) return true;
  // A fieldset or another ancestor disables its descendants.
  return state === "disabled" && isInDisabled(older, src.index) !== isInDisabled(newer, dst.index);
}

function isInOpen(reader: CaptureReader, parent: number): boolean {
  return parent >= 0 && reader.element(parent).attributes["open"] !== undefined;
}

function isInDisabled(reader: CaptureReader, index: number): boolean {
  return reader.ancestors(index).some((above) => {
    const { disabled, "aria-disabled": aria } = reader.element(above).attributes;
    return disabled !== undefined || aria === "true";
  });
}
