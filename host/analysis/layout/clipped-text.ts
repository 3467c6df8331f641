import type { CapturedElement } from "../../contract/reader.js";
import { fontOf, leastTextWidth } from "../fonts.js";
import { sidesOf } from "../geometry.js";
import type { Flow } from "./flow.js";
import type { LayoutFinding } from "./rule.js";

/**
 * Text that is cut off by its own box. Widths of text are not in a capture: they are estimated from the font's size, on the low side, so
 * that what is told is cut for certain.
 */
export function* clippedText(flow: Flow): Generator<LayoutFinding> {
  for (const element of flow.reader.elements()) {
    if (!isClippingText(flow, element)) continue;
    const cut = cutOf(flow, element);
    if (cut === undefined || cut.amount < leastCutPx) continue;
    const isIntended = flow.style(element, "text-overflow") === "ellipsis";
    // An ellipsis says that there is more; a title that tells it makes it right.
    if (isIntended && (element.attributes["title"] ?? "") !== "") continue;
    yield {
      rule: "clipped-text",
      severity: isIntended ? "low" : "medium",
      element,
      amount: cut.amount,
      message: `About ${Math.round(cut.amount)} px of this text are cut off ${cut.way}${isIntended ? " (with an ellipsis)" : ""}.`,
    };
  }
}

const leastCutPx = 6;

function isClippingText(flow: Flow, element: CapturedElement): boolean {
  const { visible, text, withheld, box, tag } = element;
  if (!visible || withheld || text.trim() === "" || box[2] < 4 || box[3] < 4) return false;
  // A picture in the place of words.
  if (flow.style(element, "background-image").startsWith("url")) return false;
  if (tag === "option" || tag === "select" || tag === "textarea" || tag === "input") return false;
  return /hidden|clip/.test(flow.style(element, "overflow"));
}

function cutOf(flow: Flow, element: CapturedElement): { amount: number; way: string } | undefined {
  const [top, right, bottom, left] = sidesOf(flow.style(element, "padding"));
  const width = element.box[2] - left - right;
  const height = element.box[3] - top - bottom;
  const font = fontOf(flow.style(element, "font"));
  const needed = leastTextWidth(element.text, font);
  if (/nowrap|pre$/.test(flow.style(element, "white-space"))) return { amount: needed - width - right, way: "at the end of the line" };
  if (width < font.size) return undefined;
  const lines = Math.ceil(needed / width);
  const amount = lines * font.lineHeight - height - bottom;
  // Half a line may be leading.
  return amount < font.lineHeight * 0.6 ? undefined : { amount, way: "at the bottom" };
}
