import { createEffect, createSignal, on } from "solid-js";
import type { Capture } from "../../../host/contract/capture.js";
import type { Lines } from "../connect.js";
import type { Tasks } from "./tasks.js";

/**
 * Reading a page in several states and widths as one named set of captures. Off until the person begins it, and until they do so again.
 * `send` sends the page as it is.
 */
export function createFollowing({ page, onPage, url }: Lines, send: () => Promise<void>, { fail }: Tasks) {
  const [set, setSet] = createSignal<string>();
  const [read, setRead] = createSignal<readonly string[]>([]);
  let named: string | undefined;

  function end(): void {
    if (set() === undefined) return;
    setSet(undefined);
    page.follow(false).catch(fail);
  }

  onPage((event) => {
    if (event.type === "crossed" && set() !== undefined) void send();
  });
  // Another page is not followed unless the person begins again.
  createEffect(on(url, end, { defer: true }));

  return {
    /** Name of the set; undefined while the page is not followed. */
    set,
    /** The states that were read, in order. */
    read,
    /** From now on the page is read each time that its own media queries match otherwise, and now. */
    begin: (name: string) => {
      setSet(name);
      setRead([]);
      page.follow(true).then(send).catch(fail);
    },
    end,
    /** Reads the page as it is, under a name that no media query knows: hovered, empty, with an error. */
    take: async (state: string) => {
      named = state;
      await send();
      named = undefined;
    },
    /** The place in the set of a capture that is sent now; undefined while the page is not followed. */
    placeOf: ({ metadata: { viewport, colorScheme } }: Capture) => {
      const current = set();
      if (current === undefined) return undefined;
      const state = `${Math.round(viewport.width)} px wide, ${colorScheme}${named === undefined ? "" : `, ${named}`}`.slice(0, 100);
      setRead((states) => (states.includes(state) ? states : [...states, state]));
      return { set: current, state };
    },
  };
}
