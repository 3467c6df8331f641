import { type Accessor, createSignal } from "solid-js";
import type { Glimpse, PagePorts, Step } from "./ports.js";

export interface Picking {
  readonly hovered: Accessor<Glimpse | undefined>;
  /** The hovered one was walked to by keyboard. */
  readonly isWalked: Accessor<boolean>;
  readonly chosen: Accessor<readonly Glimpse[]>;
  hover(x: number, y: number): void;
  /** Walks from the hovered element to a neighbour, and brings it into view. */
  walk(step: Step): void;
  /** Takes the hovered element; `more` keeps picking. */
  choose(more: boolean): void;
  /** What lies in the window may have moved. */
  follow(): void;
}

/** Keys of the picker and where they walk. */
export const walkKeys: Readonly<Record<string, Step>> = {
  ArrowUp: "parent",
  ArrowDown: "child",
  ArrowLeft: "previous",
  ArrowRight: "next",
};

/** Picks elements of the page; `done` receives them all, once. */
export function createPicking(page: PagePorts, done: (elements: readonly Element[]) => void): Picking {
  const [hovered, setHovered] = createSignal<Glimpse>();
  const [chosen, setChosen] = createSignal<readonly Glimpse[]>([]);
  const [isWalked, setWalked] = createSignal(false);
  let pointer: readonly [x: number, y: number] | undefined;
  return {
    hovered,
    isWalked,
    chosen,
    hover: (x, y) => {
      pointer = [x, y];
      setWalked(false);
      setHovered(page.at(x, y));
    },
    walk: (step) => {
      const from = hovered();
      // With nothing under the pointer the keyboard starts in the middle of the window.
      const next = from === undefined ? page.at(innerWidth / 2, innerHeight / 2) : page.step(from.element, step);
      if (next === undefined) return;
      pointer = undefined;
      setWalked(true);
      setHovered(page.bring(next.element));
    },
    choose: (more) => {
      const glimpse = hovered();
      if (glimpse === undefined) return;
      const others = chosen().filter(({ element }) => element !== glimpse.element);
      const isTakenBack = more && others.length < chosen().length;
      setChosen(isTakenBack ? others : [...others, glimpse]);
      if (!more) done(chosen().map(({ element }) => element));
    },
    follow: () => {
      setHovered((now) => (pointer === undefined ? now && page.look(now.element) : page.at(...pointer)));
      setChosen((all) => all.map(({ element }) => page.look(element)));
    },
  };
}
