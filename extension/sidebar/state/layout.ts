import { type Accessor, createEffect, createSignal } from "solid-js";
import type { Lines } from "../connect.js";

export type Side = "left" | "right";
export type Theme = "system" | "light" | "dark";

export interface Layout {
  readonly side: Side;
  /** In CSS pixels. */
  readonly width: number;
  readonly isCollapsed: boolean;
  readonly theme: Theme;
}

/** Where the sidebar stands and how wide it is: what the user chose, on every page. */
export interface LayoutState {
  readonly current: Accessor<Layout>;
  /** The browser's own texts are written from right to left. */
  readonly isRightToLeft: boolean;
  change(part: Partial<Layout>): void;
  /** The edge is being dragged: the frame takes the pointer everywhere, since it cannot be captured beyond its edge in every browser. */
  setDragged(isDragged: boolean): void;
  /** Stores what it is now. */
  store(): void;
}

/** Bounds of the width in CSS pixels, and how far a key moves it. */
export const widths = { min: 280, standard: 360, max: 480, step: 20, strip: 44 } as const;

/** `isPointing`: something on the page is being pointed at, so that the whole window takes the pointer. */
export function createLayout({ ask, page, opened }: Lines, isPointing: Accessor<boolean>, fail: (error: unknown) => void): LayoutState {
  const { layout: stored, isRightToLeft } = opened;
  const first: Layout = { side: isRightToLeft ? "left" : "right", width: widths.standard, isCollapsed: false, theme: "system" };
  const [current, setCurrent] = createSignal<Layout>({ ...first, ...(stored === "" ? {} : JSON.parse(stored)) });

  const [isDragged, setDragged] = createSignal(false);

  createEffect(() => {
    const { side, width, isCollapsed } = current();
    const area = isPointing() || isDragged() ? "window" : { side, width: isCollapsed ? widths.strip : width };
    page.setArea(area).catch(fail);
  });

  return {
    current,
    isRightToLeft,
    setDragged,
    change: (part) => {
      const next = { ...current(), ...part };
      setCurrent({ ...next, width: Math.round(Math.min(widths.max, Math.max(widths.min, next.width))) });
    },
    store: () => void ask("kept:save", { kind: "layout", text: JSON.stringify(current()) }).catch(fail),
  };
}
