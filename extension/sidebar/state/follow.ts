import { type Accessor, createEffect, createSignal, on } from "solid-js";
import type { Capture, CaptureMetadata } from "../../../host/contract/capture.js";
import type { Lines } from "../connect.js";
import type { Tasks } from "./tasks.js";

/** Reading a page in several states and widths as one named set of captures. Off until the person begins it, and until they do so again. */
export interface Following {
  /** Name of the set; undefined while the page is not followed. */
  readonly set: Accessor<string | undefined>;
  /** The states that were read, in order. */
  readonly read: Accessor<readonly string[]>;
  /** From now on the page is read each time that its own media queries match otherwise, and now. */
  begin(name: string): void;
  end(): void;
  /** Reads the page as it is, under a name that no media query knows: hovered, empty, with an error. */
  take(state: string): Promise<void>;
  /** The place in the set of a capture that is sent now, `named` by the person or not; undefined while the page is not followed. */
  placeOf(capture: Capture, named?: string): CaptureMetadata["view"];
}

/** `send` sends the page as it is, in the state that the person has named. */
export function createFollowing(
  { page, onPage, url }: Pick<Lines, "page" | "onPage" | "url">,
  send: (state?: string) => Promise<unknown>,
  { fail }: Pick<Tasks, "fail">,
): Following {
  const [set, setSet] = createSignal<string>();
  const [read, setRead] = createSignal<readonly string[]>([]);

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
    set,
    read,
    begin: (name) => {
      setSet(name);
      setRead([]);
      page.follow(true).then(() => send(), fail);
    },
    end,
    take: async (state) => void (await send(state)),
    placeOf: ({ metadata: { viewport, colorScheme } }, named) => {
      const current = set();
      if (current === undefined) return undefined;
      const state = `${Math.round(viewport.width)} px wide, ${colorScheme}${named === undefined ? "" : `, ${named}`}`.slice(0, 100);
      setRead((states) => (states.includes(state) ? states : [...states, state]));
      return { set: current, state };
    },
  };
}
