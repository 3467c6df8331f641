import type { CaptureReader } from "../../contract/reader.js";

const sides = ["top", "right", "bottom", "left"] as const;
const fontParts = ["font-style", "font-weight", "font-size", "line-height", "font-family"] as const;

/** What a property that was not read amounts to: the engine leaves out what has no effect. */
const unread: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "z-index": "auto",
    gap: "normal",
    "flex-direction": "row",
    overflow: "visible",
    "text-overflow": "clip",
    transform: "none",
  }),
);

/** Longhands in which shorthands are compared; `border-top` stands for the width, style and colour of one side. */
export function longhandsOf(property: string): readonly string[] {
  if (property === "font") return fontParts;
  if (property === "margin" || property === "padding") return sides.map((side) => `${property}-${side}`);
  if (property === "border-style") return sides.map((side) => `border-${side}`);
  // Told with the style, without which they are not drawn.
  if (property === "border-width" || property === "border-color") return [];
  return [property];
}

/** The value of one of these; undefined where it was not read and might be anything. */
export function toldValue(reader: CaptureReader, index: number, longhand: string): string | undefined {
  const side = /^border-(top|right|bottom|left)$/.exec(longhand)?.[1];
  if (side === undefined) return reader.style(index, longhand) ?? unread.get(longhand);
  const [style, width, color] = ["style", "width", "color"].map((part) => reader.style(index, `border-${side}-${part}`));
  if (style === undefined || style === "none") return style;
  return [width, style, color].join(" ");
}

interface Change {
  readonly property: string;
  readonly before: string;
  readonly after: string;
}

/** Four sides that changed alike are told as one. */
export function foldSides(changes: readonly Change[]): Change[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const group = change.property.replace(/^(margin|padding|border)-(?:top|right|bottom|left)$/, "$1");
    groups.set(group, [...(groups.get(group) ?? []), change]);
  }
  return [...groups].flatMap(([property, group]) => {
    const [first] = group;
    const isOne = group.length === sides.length && group.every(({ before, after }) => before === first?.before && after === first.after);
    return isOne && first !== undefined ? [{ ...first, property }] : group;
  });
}
