import { type Accessor, createSignal, onCleanup } from "solid-js";
import type { Ports } from "./ports.js";

export type Side = "left" | "right";
export type Theme = "system" | "light" | "dark";

export interface Layout {
  readonly side: Side;
  /** In CSS pixels. */
  readonly width: number;
  readonly isCollapsed: boolean;
  readonly theme: Theme;
  /** The browser's own texts are written from right to left. */
  readonly isRightToLeft: boolean;
}

/** Where the sidebar stands and how wide it is: what the user chose, on every page. */
export interface LayoutState {
  /** Undefined until it is known what the user chose before: nothing is shown that would jump. */
  readonly current: Accessor<Layout | undefined>;
  /** When it is known. */
  readonly known: Promise<void>;
  change(part: Partial<Layout>): void;
  /** Remembers what it is now. */
  keep(): void;
}

/** Bounds of the width in CSS pixels, and how far a key moves it. */
export const widths = { min: 280, standard: 360, max: 480, step: 20 } as const;

/** Longest wait for what the user chose, in milliseconds. */
const patienceMs = 500;

export function createLayout({ ask, onPush }: Ports, fail: (error: unknown) => void): LayoutState {
  const [current, setCurrent] = createSignal<Layout>();
  const first: Layout = { side: "right", width: widths.standard, isCollapsed: false, theme: "system", isRightToLeft: false };

  function change(part: Partial<Layout>): void {
    const next = { ...(current() ?? first), ...part };
    setCurrent({ ...next, width: Math.round(Math.min(widths.max, Math.max(widths.min, next.width))) });
  }

  const known = new Promise<void>((resolve) => {
    const begin = (kept: string, isRightToLeft: boolean) => {
      const side = isRightToLeft ? "left" : "right";
      if (current() === undefined) change({ side, ...(kept === "" ? {} : JSON.parse(kept)), isRightToLeft });
      resolve();
    };
    onCleanup(onPush((push) => push.type === "layout" && begin(push.layout, push.isRightToLeft)));
    const timer = setTimeout(begin, patienceMs, "", false);
    onCleanup(() => clearTimeout(timer));
  });

  return {
    current,
    known,
    change,
    keep: () => void ask("kept:save", { kind: "layout", text: JSON.stringify(current()) }).catch(fail),
  };
}
