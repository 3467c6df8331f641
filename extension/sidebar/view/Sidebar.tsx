import { createSignal, Match, onCleanup, onMount, Show, Switch } from "solid-js";
import type { Box } from "../../../host/contract/annotation.js";
import { boxAround } from "../../../host/contract/targets.js";
import { reportFocus } from "../focus-report.js";
import type { Draft } from "../state/draft.js";
import { noticeText } from "../texts.js";
import { NoteForm } from "./NoteForm.js";
import { Panel } from "./Panel.js";
import { PickLayer } from "./PickLayer.js";
import { RegionLayer } from "./RegionLayer.js";
import { useSidebar } from "./use-sidebar.js";

/** Everything that is shown in the frame: the panel, and what lies over the page while something is pointed at. It lives as long as its document. */
export function Sidebar() {
  const state = useSidebar();
  const { layout, lines, tasks } = state;
  let layer: HTMLDivElement | undefined;

  function openCard(id: string): void {
    layout.change({ isCollapsed: false });
    state.setTab("notes");
    state.setSetting(false);
    state.openNote.show(id);
    focusCard(id);
  }

  const focusCard = (id: string) => layer?.querySelector<HTMLElement>(`[id="note-${id}"]`)?.focus();

  const theme = () => {
    const { theme: chosen } = layout.current();
    return chosen === "system" ? (lines.isDark() ? "dark" : "light") : chosen;
  };
  /** The panel's width, and what it takes of the window at each edge. */
  const room = () => {
    const { left, right, bottom } = layout.room();
    return { "--width": `${layout.current().width}px`, "--left": `${left}px`, "--right": `${right}px`, "--bottom": `${bottom}px` };
  };

  /** Single keys, wherever no text is being written. Escape goes back a step: from pointing, from the settings, from an open card; then it closes the sidebar. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === "Alt") peek(event, true);
    if (event.altKey) return;
    if (event.key === "Escape") leave();
    if (event.target instanceof Element && event.target.matches("textarea, input, select")) return;
    // By its place where the keyboard writes no Latin letters.
    const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace(/^Key/, "").toLowerCase();
    if (letter === "p") state.point("pick");
    else if (letter === "r") state.point("region");
    else if (letter === "n") state.notePage();
    else if (letter === "f") void state.toggleFreeze().catch(tasks.fail);
    else if (letter === "t" && state.isTextSelected()) void state.noteSelection().catch(tasks.fail);
    else return;
    // The letter is no part of what is written next.
    event.preventDefault();
  }

  function leave(): void {
    if (state.mode() !== "idle") state.stopPointing();
    else if (state.isSetting()) state.setSetting(false);
    else {
      const folded = state.tab() === "notes" ? state.openNote.fold() : undefined;
      if (folded === undefined) state.close();
      else focusCard(folded);
    }
  }

  /** While the key is held the panel is out of the way. A browser's menu bar is not. */
  function peek(event: KeyboardEvent, isHeld: boolean): void {
    if (event.key !== "Alt" || state.mode() === "idle") return;
    event.preventDefault();
    state.setPeeking(isHeld);
  }

  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("keyup", (event) => peek(event, false));
  addEventListener("blur", () => state.setPeeking(false));
  lines.onPage((event) => event.type === "open" && openCard(event.id));
  onMount(() => {
    reportFocus(lines, () =>
      tasks.notify({ kind: "error", text: "This page took the focus while you were writing. Check your note: letters may be missing." }),
    );
    if (lines.facts.start === "open") {
      // Only where the frame has the focus: in Firefox a focused element takes it from the page, where the person may have pressed meanwhile.
      const isFree = () => document.hasFocus() && document.activeElement === document.body;
      // A key that comes before the page's answer may have opened a form: who writes there goes on.
      const focusPanel = (isTaken: boolean) => isTaken && isFree() && layer?.querySelector<HTMLElement>(".panel")?.focus();
      void lines.page.takeFocus({ isOpening: true }).then(focusPanel).catch(tasks.fail);
    }
    // It had the focus before its document was loaded again.
    else if (state.mode() !== "idle" && !state.hasPageFocus()) lines.page.takeFocus({ isOpening: false }).catch(tasks.fail);
    void state.readAgain();
  });
  return (
    <div
      class="layer"
      classList={{ [theme()]: true, pointing: state.mode() !== "idle" }}
      ref={layer}
      lang="en"
      dir={layout.isRightToLeft ? "rtl" : "ltr"}
      style={room()}
    >
      <Switch>
        <Match when={state.mode() === "pick"}>
          <PickLayer />
        </Match>
        <Match when={state.mode() === "region"}>
          <RegionLayer />
        </Match>
      </Switch>
      <Panel />
      <p class="spoken" role="status">
        {state.announced()}
      </p>
      <Show when={state.pointed().length > 0 && state.draft.current()} keyed>
        {(current) => <FloatingForm draft={current} />}
      </Show>
    </div>
  );
}

/** What the composer needs before it has been laid out, and its distance from the element and the window's edge, in CSS pixels. */
const estimate = { width: 308, height: 150 } as const;
const gap = 10;

function FloatingForm(props: { readonly draft: Draft }) {
  const { layout, pointed, tasks } = useSidebar();
  // The footer, where they stand else, is folded away. Older ones are no news.
  const before = tasks.notice();
  const news = () => {
    const now = tasks.notice();
    return now === before || now === undefined ? "" : noticeText(now);
  };
  const [height, setHeight] = createSignal<number>(estimate.height);
  let form: HTMLElement | undefined;
  // It grows with what is written and opened.
  onMount(() => {
    const sizes = new ResizeObserver(() => setHeight(form?.offsetHeight ?? estimate.height));
    if (form !== undefined) sizes.observe(form);
    onCleanup(() => sizes.disconnect());
  });

  const place = () => {
    const { left, right, bottom } = layout.room();
    const free: Box = [left, 0, innerWidth - left - right, innerHeight - bottom];
    const [x, y] = beside(boxAround(pointed().map(({ box }) => box)), [Math.min(estimate.width, free[2] - 2 * gap), height()], free);
    return { transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` };
  };
  return (
    <section ref={form} class="floating" aria-label="New note" style={place()}>
      <NoteForm draft={props.draft} news={news()} onDone={() => undefined} />
    </section>
  );
}

/** The first place that has room: right of a box, left of it, below, above; else in the free part's lower corner. */
function beside(
  [x, y, width, height]: Box,
  [w, h]: readonly [number, number],
  [left, top, freeWidth, freeHeight]: Box,
): readonly [number, number] {
  const [right, bottom] = [left + freeWidth, top + freeHeight];
  const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
  const [across, down] = [within(x, left + gap, right - w - gap), within(y, top + gap, bottom - h - gap)];
  if (x + width + gap + w <= right && x + width >= left) return [x + width + gap, down];
  if (x - gap - w >= left && x <= right) return [x - gap - w, down];
  if (y + height + gap + h <= bottom) return [across, y + height + gap];
  if (y - gap - h >= top) return [across, y - gap - h];
  return [within(right, left + gap, right - w - gap), within(bottom, top + gap, bottom - h - gap)];
}
