import { createEffect, createSignal, For, on, onCleanup, Show } from "solid-js";
import type { Box } from "../../../host/contract/annotation.js";
import { elementName } from "../../../host/contract/place-name.js";
import { kindWord } from "../../../host/contract/targets.js";
import type { Glimpse, PickerKey } from "../../page-api.js";
import { shownState } from "../state/annotations.js";
import { createPicking, walkKeys } from "../state/picking.js";
import { count, noticeText, stateTexts, texts } from "../texts.js";
import { Button } from "./controls.js";
import { UndoButton } from "./Footer.js";
import { Outline } from "./Outline.js";
import { useSidebar } from "./use-sidebar.js";

/** A drag shorter than this, in CSS pixels, was a click. */
const smallestDrag = 6;

/** Lies over the page while elements are picked, one after the other: the page itself sees no pointer. */
export function PickLayer() {
  const { annotations, draft, hasPageFocus, isRecording, lines, openSource, pointed, stopPointing, take, tasks, toggleFreeze } =
    useSidebar();
  const scrollPage = usePageScroll();
  const picking = createPicking(lines.page, (elements) => void take(elements).catch(tasks.fail), tasks.fail);
  const [dragged, setDragged] = createSignal<Box>();
  const notesBefore = annotations.list().length;
  let layer: HTMLDivElement | undefined;
  let from: readonly [number, number] | undefined;

  /** Letters that come between a click and its form are no commands. */
  function withhold(event: KeyboardEvent): void {
    const isWaiting = picking.isChoosing() || isRecording();
    const isText = event.target instanceof Element && event.target.matches("textarea, input, select");
    if (isWaiting && !isText && event.key.length === 1) event.stopPropagation();
  }
  document.addEventListener("keydown", withhold, true);
  onCleanup(() => document.removeEventListener("keydown", withhold, true));

  // What the page shows because it has the focus, an open menu for one, goes when it loses it: then the page reports the keys.
  createEffect(() => {
    if (!hasPageFocus()) layer?.focus();
  });
  createEffect(on(draft.current, (now, before) => now === undefined && before !== undefined && layer?.focus(), { defer: true }));
  onCleanup(
    lines.onPage((event) => {
      if (event.type === "viewport") picking.follow();
      else if (event.type !== "key") return;
      else if (event.key === "Escape") stopPointing();
      else onKey(event);
    }),
  );

  function onKey({ key, shiftKey }: PickerKey): boolean {
    const step = walkKeys[key];
    const source = picking.hovered()?.source ?? "";
    if (step !== undefined) picking.walk(step);
    else if (key === "e") source !== "" && void openSource(source);
    // Of the page's focus: here the sidebar hears it itself.
    else if (key === "f" && hasPageFocus()) void toggleFreeze().catch(tasks.fail);
    else if (key !== "Enter") return false;
    // With several chosen, Enter takes them and no further one.
    else if (!shiftKey && picking.chosen().length > 1 && !picking.isWalked()) picking.finish();
    else picking.choose(shiftKey);
    return true;
  }

  function begin(event: PointerEvent & { readonly currentTarget: HTMLElement }): void {
    event.preventDefault();
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from = [event.clientX, event.clientY];
  }

  function move({ clientX, clientY }: PointerEvent): void {
    const box = from === undefined ? undefined : boxBetween(from, [clientX, clientY]);
    if (box !== undefined && (dragged() !== undefined || Math.max(box[2], box[3]) >= smallestDrag)) setDragged(box);
    else picking.hover(clientX, clientY);
  }

  function end({ isTrusted, shiftKey, clientX, clientY }: PointerEvent): void {
    const [box, wasDown] = [dragged(), from !== undefined];
    from = undefined;
    setDragged(undefined);
    if (!isTrusted || !wasDown) return;
    if (box === undefined) picking.choose(shiftKey, [clientX, clientY]);
    else picking.chooseWithin(shiftKey, box);
  }

  const walkedTo = () => {
    const glimpse = picking.hovered();
    return picking.isWalked() && glimpse !== undefined && labelOf(glimpse);
  };

  return (
    <>
      <div
        ref={layer}
        class="cover"
        role="application"
        tabIndex={-1}
        aria-label="Click an element to note it. Shift: several. Drag: an area. Arrow keys: move, Enter: take. Alt: what lies beneath. E: open in the editor. F: freeze the page. Escape: done"
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => {
          from = undefined;
          setDragged(undefined);
        }}
        onMouseDown={(event) => event.preventDefault()}
        onWheel={(event) => scrollPage(event)}
        onKeyDown={(event) => event.target === event.currentTarget && onKey(event) && event.preventDefault()}
      >
        <For each={[...picking.chosen(), ...pointed()]}>{({ box }) => <Outline box={box} kind="chosen" />}</For>
        <Show when={dragged()}>{(box) => <Outline box={box()} kind="hover" />}</Show>
        <Show when={dragged() === undefined && draft.current() === undefined && picking.hovered()}>
          {(glimpse) => <Outline box={glimpse().box} kind="hover" label={labelOf(glimpse())} />}
        </Show>
        <p class="spoken" role="status">
          {walkedTo()}
        </p>
      </div>
      <Show when={draft.current() === undefined}>
        <Hint chosen={picking.chosen().length} notesBefore={notesBefore} onNote={picking.finish} />
      </Show>
    </>
  );
}

function Hint(props: { readonly chosen: number; readonly notesBefore: number; readonly onNote: () => void }) {
  const { annotations, frozen, moving, stopPointing, tasks } = useSidebar();
  // The footer, where they stand else, is folded away. Older ones are no news.
  const before = tasks.notice();
  const news = () => (tasks.notice() === before ? undefined : tasks.notice());
  const number = () => annotations.list().findIndex(({ id }) => id === moving()) + 1;
  // What was just noted: the list is folded away.
  const noted = () => annotations.list()[Math.max(props.notesBefore, annotations.list().length - 1)];
  const waits = () => {
    const note = noted();
    return note !== undefined && shownState(note) === "draft" ? tasks.running() || stateTexts.draft[0] : "";
  };
  return (
    <section class="hint" aria-label={texts.pick}>
      <Show when={moving() === undefined} fallback={<p>{`Pick the element that note ${number()} is about`}</p>}>
        <KeyHints hints={hints} />
      </Show>
      {frozen() !== undefined && <FreezeButton class="" />}
      {props.chosen > 0 && (
        <Button label={`Note on ${count(props.chosen, "element")}`} keys="Enter" class="primary" onPress={props.onNote} />
      )}
      <Show when={noted()}>
        {(note) => (
          <p class="noted">
            <b>{annotations.list().length}</b> <span>{note().comment}</span>
          </p>
        )}
      </Show>
      <b class="waits" role="status">
        {waits()}
      </b>
      <Button label="Done" keys="Escape" onPress={stopPointing}>
        <b class="drawn" data-text="Esc" /> Done
      </Button>
      <p class="news" role="status">
        {noticeText(news() ?? { text: "" })}
        {news()?.undo !== undefined && <UndoButton />}
      </p>
    </section>
  );
}

export function KeyHints(props: { readonly hints: readonly (readonly [key: string, does: string])[] }) {
  return (
    <For each={props.hints}>
      {([key, does]) => (
        <span>
          <b>{key}</b> {does}
        </span>
      )}
    </For>
  );
}

const hints = [
  ["Click", "to note"],
  ["Shift", "several"],
  ["Drag", "an area"],
  ["Alt", "what lies beneath"],
] as const;

export function FreezeButton(props: { readonly class: string }) {
  const { frozen, toggleFreeze, tasks } = useSidebar();
  const label = () => (frozen() === undefined ? "Freeze page" : "Unfreeze page");
  return <Button label={label()} keys="F" class={props.class} onPress={() => void toggleFreeze().catch(tasks.fail)} />;
}

export function boxBetween([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): Box {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x1 - x2), Math.abs(y1 - y2)];
}

/** Name and place as on the note's card, and the size. */
function labelOf({ tag, role, name, component, source, box: [, , width, height] }: Glimpse): string {
  const named = name === "" ? "" : ` “${name.length > 40 ? `${name.slice(0, 39)}…` : name}”`;
  const size = `${Math.round(width)} × ${Math.round(height)}`;
  return `${elementName({ kind: kindWord(role, tag) + named, component, source })}  ${size}`;
}

/** Pixels of a line, as browsers count them. */
const linePx = 16;

/** The wheel over a layer of ours moves what lies below it: the browser itself would scroll the whole page alone. */
export function usePageScroll(): (event: WheelEvent) => void {
  const { lines, tasks } = useSidebar();
  return (event) => {
    // Zooms.
    if (event.ctrlKey) return;
    event.preventDefault();
    const unit = [1, linePx, innerHeight][event.deltaMode] ?? 1;
    lines.page.scroll(event.clientX, event.clientY, event.deltaX * unit, event.deltaY * unit).catch(tasks.fail);
  };
}
