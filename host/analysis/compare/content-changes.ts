import type { CaptureReader } from "../../contract/reader.js";
import type { Both, Change, Scene } from "./scene.js";

/** Attributes that a state is read from; `style` is told by its declarations. */
const stateAttributes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    expanded: ["open", "aria-expanded"],
    invalid: ["aria-invalid"],
    selected: ["aria-selected", "selected"],
  }),
);

/** Attributes, own text, text made by style sheets, and states. What follows from the element's visibility or from text styles is left out. */
export function contentChanges(scene: Scene, both: Both): Change[] {
  const { was, is } = both;
  const { pairs } = scene;
  const sameAttributes = pairs.older.attributes[was.index] === pairs.newer.attributes[is.index];
  const attributes = sameAttributes
    ? []
    : differences("attribute ", was.attributes, is.attributes)
        .filter(({ property }) => property !== "attribute style")
        .map((change) => withPresence(change, both));
  const states = differences("state ", was.states, is.states).filter((change) => !isStateExplained(scene, both, change, attributes));
  const texts =
    isShown(scene.older, was.index) === isShown(scene.newer, is.index) && was.withheld === is.withheld ? textChanges(scene, both) : [];
  return [...texts, ...attributes, ...states];
}

function differences(prefix: string, was: Readonly<Record<string, string>>, is: Readonly<Record<string, string>>): Change[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names]
    .filter((name) => was[name] !== is[name])
    .map((name) => ({ property: prefix + name, before: was[name] ?? "", after: is[name] ?? "" }));
}

/** An attribute without a value, as `hidden`, would read the same before and after it came. */
function withPresence(change: Change, { was }: Both): Change {
  if (change.before !== "" || change.after !== "") return change;
  const isGone = was.attributes[change.property.slice("attribute ".length)] !== undefined;
  return { ...change, [isGone ? "before" : "after"]: "present" };
}

/** Text is captured where it is drawn. */
export function isShown(reader: CaptureReader, index: number): boolean {
  const { rendered } = reader.element(index);
  return rendered && reader.style(index, "visibility") === "visible";
}

function textChanges(scene: Scene, both: Both): Change[] {
  const { was, is } = both;
  const changes: Change[] = [];
  if (was.text !== is.text && !isTextExplained(scene, both)) changes.push({ property: "text", before: was.text, after: is.text });
  for (const place of ["before", "after"] as const) {
    if (was[place] !== is[place] && !isCounted(scene, was[place], is[place]))
      changes.push({ property: `text ::${place}`, before: was[place], after: is[place] });
  }
  return changes;
}

/** Letter case and white space are captured as drawn, and what stands between texts parts them. */
function isTextExplained({ older, newer, hasNewList }: Scene, { was, is }: Both): boolean {
  const differs = (property: string) => older.style(was.index, property) !== newer.style(is.index, property);
  if (differs("text-transform") && was.text.toLowerCase() === is.text.toLowerCase()) return true;
  return (differs("white-space") || hasNewList(is.index)) && was.text.replaceAll(/\s+/g, "") === is.text.replaceAll(/\s+/g, "");
}

/** Counters count on when something comes or goes. */
function isCounted({ added, removed }: Scene, before: string, after: string): boolean {
  return added.length + removed.length > 0 && /\d/.test(before) && before.replaceAll(/\d+/g, "0") === after.replaceAll(/\d+/g, "0");
}

function isStateExplained({ newer, older }: Scene, { was, is }: Both, { property }: Change, attributes: readonly Change[]): boolean {
  const state = property.slice("state ".length);
  const sources = stateAttributes.get(state) ?? [state, `aria-${state}`];
  if (attributes.some((change) => sources.includes(change.property.slice("attribute ".length)))) return true;
  if (isShown(older, was.index) !== isShown(newer, is.index)) return true;
  // A summary tells whether its details element is open.
  if (state === "expanded" && is.tag === "summary" && isInOpen(older, was.parent) !== isInOpen(newer, is.parent)) return true;
  // A fieldset, or what contains it, disables all that is in it.
  return state === "disabled" && isInDisabled(older, was.index) !== isInDisabled(newer, is.index);
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
