import { groupBy } from "../contract/group-by.js";
import { pageContext } from "../contract/page-context.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { isWithin } from "./element-facts.js";
import { modalOf } from "./modal.js";

export interface Controls {
  /** Those of an open modal layer first. */
  readonly elements: readonly CapturedElement[];
  /** The layer that keeps the rest of the page out of reach. */
  readonly modal?: CapturedElement;
  readonly outOfReach: number;
}

/** What can be operated on a page, in document order; under a modal layer what is in reach. */
export function controlsOf(reader: CaptureReader): Controls {
  const all = [...reader.elements()].filter(
    ({ interactive, visible, focusable, rendered, index }) =>
      rendered && (interactive ? visible || focusable : visible && isPressed(reader, index)),
  );
  const modal = modalOf(reader);
  if (modal === undefined) return { elements: all, outOfReach: 0 };
  const { index } = modal.element;
  const reachable = all.filter((element) => modal.isReachable(element.index));
  const [inside, outside] = [true, false].map((is) => reachable.filter((one) => isWithin(reader, index, one.index) === is));
  return { elements: [...(inside ?? []), ...(outside ?? [])], modal: modal.element, outOfReach: all.length - reachable.length };
}

/** Whether an element without a role shows that it can be pressed: the pointer of links begins at it. Labels and parts of controls do not. */
function isPressed(reader: CaptureReader, index: number): boolean {
  const { tag, parent, box } = reader.element(index);
  if (parent < 0 || /^(body|label|option|iframe)$/.test(tag)) return false;
  if (reader.style(index, "cursor") !== "pointer" || reader.style(parent, "cursor") === "pointer") return false;
  const isControl = (at: number) => reader.element(at).interactive;
  const isInert = (at: number) => reader.element(at).attributes["inert"] !== undefined;
  if (isInert(index) || reader.ancestors(index).some((at) => isControl(at) || isInert(at) || reader.element(at).tag === "label"))
    return false;
  for (let at = index + 1; at < reader.end(index); at++) {
    const { box: inner } = reader.element(at);
    if (isControl(at) && inner[2] * inner[3] * 2 >= box[2] * box[3]) return false;
  }
  return true;
}

/** Longest text that distinguishes controls, in characters. */
const textMaxChars = 60;

/** By index, the words that distinguish controls of one role and name: their own, else those of their part of the page. */
export function distinguishingTexts(reader: CaptureReader, controls: readonly CapturedElement[]): ReadonlyMap<number, string> {
  const context = pageContext(reader);
  const texts = new Map<number, string>();
  for (const equal of groupBy(controls, ({ role, name }) => `${role}\n${name}`).values()) {
    const [first] = equal;
    if (first === undefined || (equal.length === 1 && first.name !== "")) continue;
    for (const { index, name } of equal) {
      const within = context.within(index);
      const text = within === name ? ownPart(reader, index, equal) : within;
      if (text !== "") texts.set(index, text.slice(0, textMaxChars));
    }
  }
  return texts;
}

/** Words of the part of the page, a row or a card, that holds none of the others; "" where it has no words beside its own. */
function ownPart(reader: CaptureReader, index: number, others: readonly CapturedElement[]): string {
  const item = pageContext(reader).item(index);
  const part = item === undefined ? index : (reader.ancestors(index)[item.up - 1] ?? index);
  return others.some((one) => one.index !== index && isWithin(reader, part, one.index)) ? "" : (item?.words ?? "");
}
