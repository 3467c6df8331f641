import { type Accessor, createEffect, createSignal, on } from "solid-js";
import type { Glimpse } from "../../page-api.js";
import type { Lines } from "../connect.js";
import type { DraftState } from "./draft.js";
import type { PanelState } from "./layout.js";
import type { Tasks } from "./tasks.js";

/** What the pointer does on the page. */
export type Mode = "idle" | "pick" | "region";

/** Pointing at something on the page, with the panel out of the way. */
export interface Pointing {
  readonly mode: Accessor<Mode>;
  /** Picking was started by the browser's key: the page has the focus still. */
  readonly hasPageFocus: Accessor<boolean>;
  /** The elements that the draft is about, where it is written beside them. */
  readonly pointed: Accessor<readonly Glimpse[]>;
  /** The annotation that is to be moved: what is picked next becomes its target. */
  readonly moving: Accessor<string | undefined>;
  readonly panel: Accessor<PanelState>;
  begin(wanted: Exclude<Mode, "idle">, isByKey?: boolean): void;
  /** Begins to pick another element for an annotation. */
  beginMove(id: string): void;
  /** `toPage`: who pointed goes on in the page. */
  stop(toPage?: boolean): void;
  setPointed(elements: readonly Glimpse[]): void;
  /** A key is held that takes the panel away. */
  setPeeking(isHeld: boolean): void;
}

export function createPointing(
  { page, facts, onPage }: Pick<Lines, "page" | "facts" | "onPage">,
  draft: DraftState["current"],
  { fail }: Pick<Tasks, "fail">,
): Pointing {
  const isByKey = facts.start === "pick";
  const [mode, setMode] = createSignal<Mode>(isByKey ? "pick" : "idle");
  const [hasPageFocus, setPageFocus] = createSignal(isByKey);
  const [isPeeking, setPeeking] = createSignal(false);
  const [pointed, setPointed] = createSignal<readonly Glimpse[]>([]);
  const [moving, setMoving] = createSignal<string>();

  function begin(wanted: Exclude<Mode, "idle">, isByKey = false): void {
    setPageFocus(isByKey);
    setMode(wanted);
  }

  onPage((event) => {
    if (event.type === "pick") begin("pick", !document.hasFocus());
    else if (event.type === "viewport" && pointed().length > 0) page.look(pointed().map(({ handle }) => handle)).then(setPointed, fail);
  });
  // What was written has been saved or discarded.
  createEffect(on(draft, (now, before) => now === undefined && before !== undefined && setPointed([])));

  return {
    mode,
    hasPageFocus,
    pointed,
    moving,
    panel: () => {
      if (mode() === "idle") return "open";
      return isPeeking() ? "away" : "folded";
    },
    begin,
    beginMove: (id) => {
      begin("pick");
      setMoving(id);
    },
    stop: (toPage = false) => {
      setMoving(undefined);
      if (mode() === "idle") return;
      setMode("idle");
      setPageFocus(false);
      setPointed([]);
      page.letGo(toPage).catch(fail);
    },
    setPointed,
    setPeeking,
  };
}
