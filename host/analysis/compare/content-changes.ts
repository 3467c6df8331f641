import type { CaptureReader } from "../../contract/reader.js";
import type { Change, DiffContext, MatchedPair } from "./diff-context.js";

/** Attributes that determine a state, where they have other names than it. */
const stateAttributes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    expanded: ["open", "aria-expanded"],
    invalid: ["aria-invalid"],
    selected: ["aria-selected", "selected"],
  }),
);

/** Attributes, own text, text made by style sheets, and states. Consequences of visibility and of text styles are left out; `style` is compared by its declarations. */
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
    isShown(context.older, src.index) === isShown(context.newer, dst.index) && src.withheld === dst.withheld
      ? textChanges(context, matched)
      : [];
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

function textChanges(context: DiffContext, matched: MatchedPair): Change[] {
  const { src, dst } = matched;
  const changes: Change[] = [];
  if (src.text !== dst.text && !isTextExplained(context, matched)) changes.push({ property: "text", before: src.text, after: dst.text });
  for (const place of ["before", "after"] as const) {
    if (src[place] !== dst[place] && !isCounted(context, src[place], dst[place]))
      changes.push({ property: `text ::${place}`, before: src[place], after: dst[place] });
  }
  return changes;
}

/** Letter case and white space are captured as rendered, and elements between texts separate them. */
function isTextExplained({ older, newer, hasNewChildren }: DiffContext, { src, dst }: MatchedPair): boolean {
  const differs = (property: string) => older.style(src.index, property) !== newer.style(dst.index, property);
  if (differs("text-transform") && src.text.toLowerCase() === dst.text.toLowerCase()) return true;
  return (differs("white-space") || hasNewChildren(dst.index)) && src.text.replaceAll(/\s+/g, "") === dst.text.replaceAll(/\s+/g, "");
}

/** CSS counters change when elements are added or removed. */
function isCounted({ added, removed }: DiffContext, before: string, after: string): boolean {
  return added.length + removed.length > 0 && /\d/.test(before) && before.replaceAll(/\d+/g, "0") === after.replaceAll(/\d+/g, "0");
}

function isStateExplained(
  { newer, older }: DiffContext,
  { src, dst }: MatchedPair,
  { property }: Change,
  attributes: readonly Change[],
): boolean {
  const state = property.slice("state ".length);
  const sources = stateAttributes.get(state) ?? [state, `aria-${state}`];
  if (attributes.some((change) => sources.includes(change.property.slice("attribute ".length)))) return true;
  if (isShown(older, src.index) !== isShown(newer, dst.index)) return true;
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
