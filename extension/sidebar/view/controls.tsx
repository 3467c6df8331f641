import { For, type JSX, onCleanup } from "solid-js";
import { texts } from "../texts.js";
import { useSidebar } from "./use-sidebar.js";

/** A button. One that is off keeps the focus and states that it is off. */
export function Button(props: {
  readonly label: string;
  readonly onPress: () => void;
  /** A press of the pointer begins, which `onPress` may follow. */
  readonly onPointerDown?: () => void;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  /** What it shows and hides is shown. */
  readonly expanded?: boolean;
  readonly title?: string;
  /** Keys that do the same, as `aria-keyshortcuts` names them; shown with the title. */
  readonly keys?: string;
  /** Id of what explains more, beside the label. */
  readonly describedBy?: string;
  readonly children?: JSX.Element;
}) {
  let button: HTMLButtonElement | undefined;
  // Who works by keyboard does not lose the place with a button that goes, at the press or later.
  onCleanup(() => {
    if (button !== document.activeElement || !document.hasFocus()) return;
    const note = button?.closest<HTMLElement>(".note");
    queueMicrotask(() => {
      const home = note?.isConnected === true ? note : document.querySelector<HTMLElement>(".panel");
      if (document.activeElement === document.body) home?.focus();
    });
  });

  return (
    <button
      ref={button}
      type="button"
      class={`button ${props.class ?? ""}`}
      aria-label={props.label}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-disabled={props.disabled === true ? "true" : undefined}
      aria-describedby={props.describedBy}
      aria-keyshortcuts={props.keys}
      title={props.keys === undefined ? props.title : `${props.title ?? props.label} (${props.keys.replace("Control", "Ctrl")})`}
      onPointerDown={(event) => event.isTrusted && props.disabled !== true && props.onPointerDown?.()}
      onClick={(event) => event.isTrusted && props.disabled !== true && props.onPress()}
    >
      {props.children ?? props.label}
    </button>
  );
}

export function IconButton(props: { readonly icon: IconName } & Omit<Parameters<typeof Button>[0], "class" | "children">) {
  return (
    <Button {...props} class="quiet square" title={props.title ?? props.label}>
      <Icon name={props.icon} />
    </Button>
  );
}

export function OpenSource(props: { readonly source: string; readonly describedBy?: string }) {
  const { openSource } = useSidebar();
  return (
    <IconButton
      icon="code"
      label={texts.openSource}
      title={`${texts.openSource}: ${props.source}`}
      {...(props.describedBy === undefined ? {} : { describedBy: props.describedBy })}
      onPress={() => void openSource(props.source)}
    />
  );
}

/** One of a few: the browser's own list, which works with every keyboard and screen reader. */
export function Choice<T extends string>(props: {
  readonly label: string;
  readonly options: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChoose: (value: T) => void;
}) {
  return (
    <label class="choice">
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => event.isTrusted && props.onChoose(event.currentTarget.value as T)}>
        <For each={Object.entries<string>(props.options)}>{([value, text]) => <option value={value}>{text}</option>}</For>
      </select>
    </label>
  );
}

/** A switch that takes effect only when `onChange` has resolved: until then it shows what was. */
export function Switch(props: {
  readonly label: string;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly describedBy?: string;
  readonly onChange: (isOn: boolean) => Promise<void>;
}) {
  async function change(input: HTMLInputElement): Promise<void> {
    const wanted = input.checked;
    input.checked = props.isOn;
    await props.onChange(wanted);
    input.checked = props.isOn;
  }

  return (
    <label class="switch">
      <input
        type="checkbox"
        aria-describedby={props.describedBy}
        checked={props.isOn}
        disabled={props.disabled === true}
        onChange={(event) => event.isTrusted && void change(event.currentTarget)}
      />
      <span>{props.label}</span>
    </label>
  );
}

/** Outlines on a 16 × 16 grid, drawn for this sidebar. */
const outlines = {
  close: "M4 4l8 8M12 4l-8 8",
  pick: "M3 6V3h3M10 3h3v3M6 13H3v-3M7.5 7.5l6 2.2-2.6 1.2-1.2 2.6z",
  region: "M3 5V3h2M7.5 3h1M11 3h2v2M13 7.5v1M13 11v2h-2M8.5 13h-1M5 13H3v-2M3 8.5v-1",
  page: "M4.5 2.5h5l2.5 2.5v8.5h-7.5zM6.5 7.5h3.5M6.5 10h3.5",
  shield: "M8 2l4.5 1.6v3.9c0 3-1.9 5.1-4.5 6.3-2.6-1.2-4.5-3.3-4.5-6.3V3.6z",
  refresh: "M12.5 6.5A5 5 0 1 0 13 9M12.8 3v3.6H9.2",
  gear: "M8 5.800a2.200 2.200 0 1 0 0 4.400a2.200 2.200 0 0 0 0-4.400M8 1.500v2M8 12.500v2M1.500 8h2M12.500 8h2M3.400 3.400l1.400 1.400M11.200 11.200l1.400 1.400M3.400 12.600l1.400-1.400M11.200 4.800l1.400-1.400",
  download: "M8 2.500v8M4.800 7.500L8 10.700l3.200-3.200M3 13.500h10",
  undo: "M3 6.500h6.500a3.500 3.500 0 0 1 0 7H6M6 3.500L3 6.500l3 3",
  back: "M10 3.5L5.5 8l4.5 4.5",
  forth: "M6 3.5L10.5 8 6 12.5",
  edit: "M3.5 12.5l.5-2.5 6.5-6.5 2 2L6 12z",
  copy: "M5.5 5.5h7v7h-7zM3.5 10.5v-7h7",
  code: "M5.5 4.500L2 8l3.500 3.500M10.500 4.500L14 8l-3.500 3.500",
  move: "M8 2v12M2 8h12M6 4l2-2 2 2M6 12l2 2 2-2M4 6L2 8l2 2M12 6l2 2-2 2",
  send: "M2.500 8l11-5-4 11-2-4.500z",
  trash: "M3.5 4.5h9M6.5 4.5V3h3v1.5M5 4.5l.5 8.5h5l.5-8.5",
} as const;

type IconName = keyof typeof outlines;

export function Icon(props: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={outlines[props.name]} />
    </svg>
  );
}
