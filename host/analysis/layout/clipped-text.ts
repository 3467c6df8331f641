import type { CapturedElement } from "../../contract/reader.js";
import { isForScreenReaders } from "../element-facts.js";
import { sharedSize } from "../geometry.js";
import type { Flow } from "./flow.js";
import { cuttersOf, type LayoutFinding, type Words, wordsOf } from "./rule.js";

/** Text that is cut off by its own box or by one around it, where nobody can scroll to the rest. */
export function* clippedText(flow: Flow): Generator<LayoutFinding> {
  for (const element of flow.reader.elements()) {
    const cut = hasWordsToSee(flow, element) ? cutOf(flow, element) : undefined;
    if (cut === undefined) continue;
    const { amount, way, cutter } = cut;
    const isIntended = way === sideways && flow.style(cutter, "text-overflow") === "ellipsis";
    // An ellipsis shows that there is more; a title with the whole text makes it acceptable.
    if (isIntended && [element, cutter].some(({ attributes }) => (attributes["title"] ?? "") !== "")) continue;
    yield {
      rule: "clipped-text",
      severity: isIntended ? "low" : "medium",
      element,
      ...(cutter === element ? {} : { other: cutter }),
      amount,
      message: `About ${Math.round(amount)} px of this text are cut off ${way}${isIntended ? " (with an ellipsis)" : ""}.`,
    };
  }
}

const sideways = "at the end of the line";

function hasWordsToSee(flow: Flow, element: CapturedElement): boolean {
  const { visible, text, withheld, tag } = element;
  if (!visible || withheld || text.trim() === "" || isForScreenReaders(flow.reader, element)) return false;
  // A picture in the place of words.
  if (flow.style(element, "background-image").startsWith("url")) return false;
  return tag !== "option" && tag !== "select" && tag !== "textarea" && tag !== "input" && tag !== "text" && tag !== "tspan";
}

interface Cut {
  readonly amount: number;
  readonly way: string;
  readonly cutter: CapturedElement;
}

/** What the nearest box that cuts takes away. Scrolling brings the rest into view; what was moved into its place is meant to come and go. */
function cutOf(flow: Flow, element: CapturedElement): Cut | undefined {
  for (const cutter of cuttersOf(flow, element)) {
    if (flow.scrolls(cutter) || cutter.tag === "iframe") return undefined;
    for (const at of flow.upTo(element, cutter.index)) if (isMoved(flow, at)) return undefined;
    const words = wordsOf(flow, element);
    const cut = words && cutBy(words, cutter);
    const seen = words && sharedSize(words.box, cutter.box);
    if (seen !== undefined && Math.min(...seen) < leastSeenPx) return undefined;
    // Lines that are counted out end in an ellipsis: browsers compute `-webkit-box` so.
    if (cut !== undefined) return /flow-root|-webkit-/.test(flow.style(cutter, "display")) ? undefined : { ...cut, cutter };
  }
  return undefined;
}

const leastAcrossPx = 6;
/** Less of a line's height is room above and below the letters. */
const leastShareOfSize = 0.35;
/** Of what is folded away nobody sees a line. */
const leastSeenPx = 4;

function cutBy({ box, font }: Words, { box: area }: CapturedElement): { amount: number; way: string } | undefined {
  const across = Math.max(box[0] + box[2] - area[0] - area[2], area[0] - box[0]);
  const down = Math.max(box[1] + box[3] - area[1] - area[3], area[1] - box[1]);
  if (across >= leastAcrossPx) return { amount: across, way: sideways };
  const way = area[1] - box[1] === down ? "at the top" : "at the bottom";
  return down >= Math.max(4, font.size * leastShareOfSize) ? { amount: down, way } : undefined;
}

function isMoved(flow: Flow, element: CapturedElement): boolean {
  return flow.isTransformed(element) || flow.isPositioned(element) || flow.hasNegativeMargin(element);
}
