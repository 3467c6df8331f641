import type { Both, Change, Scene } from "./scene.js";
import { isExplained } from "./style-causes.js";
import { foldSides, longhandsOf, toldValue } from "./told-styles.js";

/**
 * The styles that changed on an element, longhand by longhand. What follows from something else is left out: inherited values, lengths
 * that grow with the font, colours that follow the text's, margins that follow the width, and all styles of what stands elsewhere now.
 * Declarations of the `style` attribute that no style which is read would show are told as they are written.
 */
export function styleChanges(scene: Scene, both: Both): Change[] {
  const declared = declaredChanges(both);
  const computed = foldSides(computedChanges(scene, both, declared)).map((change) => ({ ...change, property: `style ${change.property}` }));
  const display = displayChange(scene, both);
  if (display !== undefined) computed.push(display);
  const shown = computed.map(({ property }) => property.slice("style ".length));
  const others = declared.filter(
    ({ property }) => ![...shown, ...read(scene, both)].some((told) => isPartOf(told, property) || isPartOf(property, told)),
  );
  return [...computed, ...others.map((change) => ({ ...change, property: `style ${change.property}` }))];
}

/** Where styles were read, a declaration that changes none of them has no effect. */
function read({ pairs, newer }: Scene, { was, is }: Both): readonly string[] {
  return pairs.older.style[was.index] === 0 || pairs.newer.style[is.index] === 0 ? [] : newer.capture.styles.properties;
}

function isPartOf(part: string, whole: string): boolean {
  return part === whole || part.startsWith(`${whole}-`);
}

function computedChanges(scene: Scene, both: Both, declared: readonly Change[]): Change[] {
  const { pairs, older, newer } = scene;
  const { was, is } = both;
  const look = pairs.newer.style[is.index] ?? 0;
  if (look === 0 || pairs.older.style[was.index] === 0 || look === pairs.older.style[was.index]) return [];
  const restyled = was.attributes["class"] !== is.attributes["class"];
  const isOwn = (property: string) => declared.some((change) => isPartOf(property, change.property) || isPartOf(change.property, property));
  const changes: Change[] = [];
  const known = new Set(older.capture.styles.properties);
  for (const property of newer.capture.styles.properties.filter((name) => known.has(name)).flatMap(longhandsOf)) {
    const before = toldValue(older, was.index, property);
    const after = toldValue(newer, is.index, property);
    if (before === undefined || after === undefined || before === after) continue;
    const change = { property, before, after };
    if (isOwn(property) || (!(scene.isElsewhere(is.index) && !restyled) && !isExplained(scene, both, change))) changes.push(change);
  }
  return changes;
}

/** No style is read of what is not displayed: it can be told by that, where what is above it is displayed and shows its children. */
function displayChange({ pairs, older, newer, isElsewhere }: Scene, { was, is }: Both): Change | undefined {
  const before = pairs.older.style[was.index] ?? 0;
  const after = pairs.newer.style[is.index] ?? 0;
  if ((before === 0) === (after === 0) || isElsewhere(is.index)) return undefined;
  if (was.parent < 0 || pairs.older.style[was.parent] === 0 || pairs.newer.style[is.parent] === 0) return undefined;
  if (older.element(was.parent).tag === "details" || skips(older, was.parent) !== skips(newer, is.parent)) return undefined;
  const displayOf = (reader: typeof older, index: number) => reader.style(index, "display") ?? "none";
  return { property: "style display", before: displayOf(older, was.index), after: displayOf(newer, is.index) };
}

function skips(reader: Scene["older"], index: number): boolean {
  return reader.capture.holes.some(({ kind, ref }) => kind === "content-visibility" && ref === `e${index}`);
}

/** Long attributes are cut in captures: what may be half a declaration is not compared. */
const cutAt = 200;

function declaredChanges({ was, is }: Both): Change[] {
  const one = was.attributes["style"] ?? "";
  const other = is.attributes["style"] ?? "";
  if (one === other) return [];
  const before = declarationsOf(one);
  const after = declarationsOf(other);
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .map((property) => ({ property, before: before.get(property) ?? "", after: after.get(property) ?? "" }))
    .filter((change) => change.before !== change.after);
}

function declarationsOf(style: string): Map<string, string> {
  const whole = style.length >= cutAt ? style.slice(0, style.lastIndexOf(";") + 1) : style;
  const found = new Map<string, string>();
  for (const [, name = "", value = ""] of whole.matchAll(/([\w-]+)\s*:\s*((?:[^;("']|\([^)]*\)|"[^"]*"|'[^']*')*)/g)) {
    found.set(name.startsWith("--") ? name : name.toLowerCase(), value.trim());
  }
  return found;
}
