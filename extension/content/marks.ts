import type { AnnotationTarget, Box } from "../../host/contract/annotation.js";
import type { Mark, PageEvent, Pin } from "../page-api.js";
import { makeElement } from "./make-element.js";
import type { Overlay } from "./overlay.js";

/** Pages change without a word: to compare boxes this often, in milliseconds, is cheaper than to observe every change. */
const followMs = 500;

/** Draws into the overlay's layer. `boxesOf` finds a target in the window; `emit` notifies the sidebar. */
export function makeMarks(
  { layer, coveredLeft }: Pick<Overlay, "layer" | "coveredLeft">,
  boxesOf: (target: AnnotationTarget) => readonly Box[],
  /** The readings by which targets are found: `renew` reads the page where one is needed, and returns whether it did. */
  readings: { renew(): boolean; isDecided(): boolean },
  emit: (event: PageEvent) => void,
) {
  let pins: readonly Pin[] = [];
  let marks: readonly Mark[] = [];
  let drawn = "";
  /** What was last reported to have no place; undefined where the sidebar has heard nothing yet. */
  let gone: string | undefined;
  let frame = 0;

  const placePins = () => pins.map((pin) => ({ pin, boxes: boxesOf(pin.target) }));

  function draw(): void {
    const placed = placePins();
    const missing = placed.filter(({ pin, boxes }) => pin.target.type !== "page" && boxes.length === 0).map(({ pin }) => pin.id);
    if (missing.join() !== gone && (missing.length === 0 || readings.isDecided())) {
      gone = missing.join();
      emit({ type: "gone", ids: missing });
    }
    const outlines = [
      ...placed.flatMap(({ boxes }) => boxes.map((box) => ({ box, kind: "noted" }))),
      ...marks.flatMap(({ target, kind }) => boxesOf(target).map((box) => ({ box, kind }))),
    ];
    const edge = coveredLeft();
    // Records of elements are large, and many draw nothing new.
    const state = JSON.stringify([outlines, placed.map(({ pin, boxes }) => ({ ...pin, target: boxes })), edge]);
    if (state === drawn) return;
    drawn = state;
    const buttons = new Map([...layer.querySelectorAll<HTMLElement>(".pin")].map((button) => [button.dataset["id"], button]));
    for (const old of layer.querySelectorAll(".outline")) old.remove();
    layer.prepend(...outlines.map(({ box, kind }) => outline(box, kind)));
    const shown = placed.flatMap(({ pin, boxes: [box] }) =>
      box === undefined ? [] : { box, button: dressed(buttons.get(pin.id) ?? newPin(pin.id), pin) },
    );
    const all = shown.map(({ button }) => button);
    for (const old of buttons.values()) if (!all.includes(old)) old.remove();
    // One that stays is not moved in the tree: a press on it would be lost.
    layer.append(...all.filter((pin) => !pin.isConnected));
    // Where the browser has a least size of text, or a number many digits, they are larger than they were made.
    const size = Math.max(...all.map(({ offsetWidth, offsetHeight }) => Math.max(offsetWidth, offsetHeight)));
    for (const { button, x, y } of stacked(shown, edge, size)) button.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** As `draw`, after a reading where a place has been lost or may be back. */
  function follow(): void {
    placePins();
    readings.renew();
    draw();
  }

  /** At most once a frame. */
  function later(): void {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      draw();
      emit({ type: "viewport" });
    });
  }

  function newPin(id: string): HTMLElement {
    const button = makeElement("button");
    // The list in the sidebar is the way for the keyboard: a key that is pressed here would be heard by the page.
    button.tabIndex = -1;
    button.dataset["id"] = id;
    // The page keeps its focus and its selection.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", ({ isTrusted }) => isTrusted && emit({ type: "open", id }));
    return button;
  }

  const ended = new AbortController();
  const options = { capture: true, passive: true, signal: ended.signal };
  addEventListener("scroll", later, options);
  addEventListener("resize", later, options);
  const timer = setInterval(() => document.hidden || pins.length + marks.length === 0 || follow(), followMs);
  return {
    show: (nextPins: readonly Pin[], nextMarks: readonly Mark[]) => {
      [pins, marks] = [nextPins, nextMarks];
      // Its document may have been loaded anew.
      gone = undefined;
      draw();
    },
    follow: draw,
    stop: () => {
      clearInterval(timer);
      cancelAnimationFrame(frame);
      ended.abort();
    },
  };
}

function outline([x, y, width, height]: Box, kind: string): HTMLElement {
  const element = makeElement("div");
  element.className = `outline ${kind}`;
  element.style.cssText = `transform: translate(${x}px, ${y}px); width: ${width}px; height: ${height}px`;
  return element;
}

function dressed(button: HTMLElement, pin: Pin): HTMLElement {
  button.className = `pin ${pin.severity} ${pin.state}`;
  button.dataset["number"] = String(pin.number);
  button.ariaLabel = `Note ${pin.number}`;
  return button;
}

/** Beside the upper left corner, so that a pin hides little of what it is about; one that would cover another stands beside it. */
function stacked(shown: readonly { readonly box: Box; readonly button: HTMLElement }[], edge: number, size: number) {
  const taken: { readonly x: number; readonly y: number }[] = [];
  return shown.map(({ button, box: [x, y, width, height] }) => {
    // At the edge of the window or of the panel as long as anything of the place is seen.
    const left = x + width > edge ? Math.max(edge + 2, x - 20) : x - 40;
    const top = y + height > 0 ? Math.max(2, y - 20) : y - 40;
    const place = { x: left, y: top };
    const isTaken = () => taken.some((other) => Math.abs(other.x - place.x) < size && Math.abs(other.y - place.y) < size);
    while (isTaken()) place.x += size;
    taken.push(place);
    return { button, ...place };
  });
}
