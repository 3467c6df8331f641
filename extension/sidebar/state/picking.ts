import { createSignal } from "solid-js";
import type { Box } from "../../../host/contract/annotation.js";
import type { Glimpse, PageApi, Step } from "../../page-api.js";

export const walkKeys: Readonly<Record<string, Step>> = {
  ArrowUp: "parent",
  ArrowDown: "child",
  ArrowLeft: "previous",
  ArrowRight: "next",
};

/** Picks elements of the page; `done` receives each choice, and the next begins. The page answers in its own time: the order of what the user does is preserved. */
export function createPicking(page: PageApi, done: (glimpses: readonly Glimpse[]) => void, fail: (error: unknown) => void) {
  const [hovered, setHovered] = createSignal<Glimpse>();
  const [chosen, setChosen] = createSignal<readonly Glimpse[]>([]);
  const [isWalked, setWalked] = createSignal(false);
  let pointer: readonly [x: number, y: number] | undefined;
  let last: Promise<void> = Promise.resolve();
  let isHovering = false;
  let choosing = 0;

  function inOrder(step: () => Promise<void>): void {
    last = last.then(step).catch(fail);
  }

  function chooseInOrder(step: () => Promise<void>): void {
    choosing++;
    inOrder(() =>
      step().finally(() => {
        choosing--;
      }),
    );
  }

  /** Ends the choice with these; `more` keeps choosing. */
  function take(glimpses: readonly Glimpse[], more = false): void {
    if (more) return void setChosen(glimpses);
    setChosen([]);
    setHovered(undefined);
    if (glimpses.length > 0) done(glimpses);
  }

  const without = (some: readonly Glimpse[]) => chosen().filter(({ handle }) => !some.some((one) => one.handle === handle));

  /** The pointer moves faster than the page answers: only where it is now counts. */
  function hoverSoon(): void {
    if (isHovering) return;
    isHovering = true;
    inOrder(async () => {
      isHovering = false;
      if (pointer !== undefined) setHovered(await page.at(...pointer));
    });
  }

  return {
    hovered,
    /** The hovered one was walked to by keyboard. */
    isWalked,
    chosen,
    hover: (x: number, y: number) => {
      pointer = [x, y];
      setWalked(false);
      hoverSoon();
    },
    /** Walks from the hovered element to a neighbour, and brings it into view. */
    walk: (step: Step): void =>
      inOrder(async () => {
        const from = hovered();
        // With nothing under the pointer the keyboard starts in the middle of the window.
        const next = from === undefined ? await page.at(innerWidth / 2, innerHeight / 2) : await page.step(from.handle, step);
        if (next === undefined) return;
        pointer = undefined;
        setWalked(true);
        setHovered(await page.bring(next.handle));
      }),
    /** Takes the element at a place, or the hovered one; `more` keeps choosing. */
    choose: (more: boolean, place?: readonly [x: number, y: number]): void =>
      chooseInOrder(async () => {
        const glimpse = place === undefined ? hovered() : await page.at(...place);
        if (glimpse === undefined) return;
        const others = without([glimpse]);
        const isTakenBack = more && others.length < chosen().length;
        take(isTakenBack ? others : [...others, glimpse], more);
      }),
    /** Takes what lies whole in a box of the window; `more` keeps choosing. */
    chooseWithin: (more: boolean, box: Box): void =>
      chooseInOrder(async () => {
        const found = await page.within(box);
        take([...without(found), ...found], more);
      }),
    finish: (): void => chooseInOrder(async () => take(chosen())),
    /** Something was chosen that the page has not named yet. */
    isChoosing: () => choosing > 0,
    /** What lies in the window may have moved. */
    follow: (): void =>
      inOrder(async () => {
        const now = hovered();
        if (pointer !== undefined) setHovered(await page.at(...pointer));
        else if (now !== undefined) setHovered((await page.look([now.handle]))[0]);
        if (chosen().length > 0) setChosen(await page.look(chosen().map(({ handle }) => handle)));
      }),
  };
}
