import { createSignal, onCleanup, onMount } from "solid-js";
import type { Box } from "../../../host/contract/annotation.js";
import { boxAround } from "../../../host/contract/targets.js";
import type { Draft } from "../state/draft.js";
import type { SidebarState } from "../state/sidebar.js";
import { noticeText } from "../texts.js";
import { NoteForm } from "./NoteForm.js";

/** What the composer needs before it has been laid out, and its distance from the element and the window's edge, in CSS pixels. */
const estimate = { width: 308, height: 150 } as const;
const gap = 10;

/** The composer beside the elements that it is about. */
export function FloatingForm(props: { readonly state: SidebarState; readonly draft: Draft }) {
  const { layout, pointed, tasks } = props.state;
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
      <NoteForm state={props.state} draft={props.draft} news={news()} onDone={() => undefined} />
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
