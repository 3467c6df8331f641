import { type Accessor, createEffect, createSignal, on } from "solid-js";
import type { Glimpse, PointingMode } from "../../page-api.js";
import type { Lines } from "../connect.js";
import { type DraftState, hasDraft } from "./draft.js";
import type { PanelState } from "./layout.js";
import type { Tasks } from "./tasks.js";

export type Mode = "idle" | PointingMode["mode"];

/** Pointing at something on the page, with the panel out of the way. */
export interface Pointing {
  readonly mode: Accessor<Mode>;
  readonly hasPageFocus: Accessor<boolean>;
  /** Undefined while nothing is pointed at. */
  readonly now: Accessor<PointingMode | undefined>;
  /** The elements that the draft is about, where it is written beside them. */
  readonly pointed: Accessor<readonly Glimpse[]>;
  readonly moving: Accessor<string | undefined>;
  readonly panel: Accessor<PanelState>;
  begin(wanted: Exclude<Mode, "idle">, isByKey?: boolean): void;
  beginMove(id: string): void;
  /** `toPage`: who pointed goes on in the page. */
  stop(toPage?: boolean): void;
  setPointed(elements: readonly Glimpse[]): void;
  /** A key is held that takes the panel away. */
  setPeeking(isHeld: boolean): void;
}

export function createPointing(
  { page, facts, opened, onPage }: Pick<Lines, "page" | "facts" | "opened" | "onPage">,
  draft: DraftState["current"],
  { fail }: Pick<Tasks, "fail">,
): Pointing {
  const byKey: PointingMode | undefined = facts.start === "pick" ? { mode: "pick", hasPageFocus: true, moving: undefined } : undefined;
  // A form that was open beside its element stands in the panel now.
  const first = byKey ?? (hasDraft(opened.draft) ? undefined : facts.pointing);
  const [mode, setMode] = createSignal<Mode>(first?.mode ?? "idle");
  const [hasPageFocus, setPageFocus] = createSignal(first?.hasPageFocus === true);
  const [isPeeking, setPeeking] = createSignal(false);
  const [pointed, setPointed] = createSignal<readonly Glimpse[]>([]);
  const [moving, setMoving] = createSignal(first?.moving);

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
    now: () => {
      const pointed = mode();
      return pointed === "idle" ? undefined : { mode: pointed, hasPageFocus: hasPageFocus(), moving: moving() };
    },
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
