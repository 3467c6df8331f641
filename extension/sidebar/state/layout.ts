import { type Accessor, createRenderEffect, createSignal } from "solid-js";
import type { EditorName } from "../../../host/contract/operations.js";
import type { PromptDetail } from "../../export/prompt.js";
import type { FrameArea, PointingMode } from "../../page-api.js";
import type { Lines } from "../connect.js";
import type { AnnotationFields } from "./annotations.js";
import type { Tasks } from "./tasks.js";

export type Theme = "system" | "light" | "dark";

interface StoredLayout {
  /** Undefined until the user has moved the sidebar: then the page's direction decides. */
  readonly side?: "left" | "right";
  /** In CSS pixels. */
  readonly width: number;
  readonly isCollapsed: boolean;
  readonly theme: Theme;
  readonly arePinsHidden: boolean;
  readonly promptDetail: PromptDetail;
  readonly withPictures: boolean;
  /** What a new note of a project begins with: what was chosen last there. */
  readonly choices: Readonly<Record<string, NoteChoice>>;
  readonly editor: EditorName;
  /** The question whether component names may be read was answered with no: it is not asked again. */
  readonly areNamesDeclined: boolean;
}

export type NoteChoice = Pick<AnnotationFields, "kind" | "severity">;

/** The panel while something is pointed at: `folded` leaves a few controls, `away` nothing, so that what lies beneath can be picked. */
export type PanelState = "open" | "folded" | "away";

export interface LayoutState {
  readonly current: Accessor<StoredLayout & { readonly side: "left" | "right" }>;
  /** The browser's own texts are written from right to left. */
  readonly isRightToLeft: boolean;
  /** The window has no room beside the sidebar: it is a bar at the bottom. */
  readonly isBar: Accessor<boolean>;
  readonly dock: Accessor<"left" | "right" | "bottom">;
  /** What the panel leaves free of the window at each edge, in CSS pixels. */
  readonly room: Accessor<{ readonly left: number; readonly right: number; readonly bottom: number }>;
  /** The edge is being dragged: the frame takes the pointer everywhere, since it cannot be captured beyond its edge in every browser. */
  setDragged(isDragged: boolean): void;
  change(part: Partial<StoredLayout>): void;
  /** The same, for good: other tabs may have stored other parts. */
  store(part: Partial<StoredLayout>): void;
}

/** Bounds of the width in CSS pixels, and how far a key moves it. */
export const widths = { min: 280, standard: 320, max: 480, step: 20, strip: 44 } as const;
/** Widest window, in CSS pixels, that shows the sidebar as a bar at the bottom; which takes at most so much of its height, and more in a low one. */
const bar = { windowMax: 500, height: 380, share: 0.55, heightMin: 200, shareMax: 0.8 } as const;

function barHeight(window: number): number {
  return Math.round(Math.min(bar.height, Math.max(window * bar.share, Math.min(bar.heightMin, window * bar.shareMax))));
}

/** While something on the page is being pointed at, the whole window takes the pointer. */
export function createLayout(
  { ask, page, opened, facts }: Lines,
  pointing: Accessor<PointingMode | undefined>,
  panel: Accessor<PanelState>,
  { fail }: Tasks,
): LayoutState {
  const { layout: text, isRightToLeft } = opened;
  const first: StoredLayout = {
    width: widths.standard,
    isCollapsed: false,
    theme: "system",
    arePinsHidden: false,
    promptDetail: "standard",
    withPictures: false,
    choices: {},
    editor: "vscode",
    areNamesDeclined: false,
  };
  const [stored, setStored] = createSignal<StoredLayout>({ ...first, ...(text === "" ? {} : JSON.parse(text)) });
  // Where lines begin the page has its navigation and headings: the sidebar stands at their end.
  const side = () => stored().side ?? (isRightToLeft || facts.isRightToLeft ? "left" : "right");
  const current = () => ({ ...stored(), side: side() });

  const [size, setSize] = createSignal<readonly [number, number]>([innerWidth, innerHeight]);
  addEventListener("resize", () => setSize([innerWidth, innerHeight]));
  const isBar = () => size()[0] <= bar.windowMax;
  const dock = () => (isBar() ? "bottom" : side());

  const [isDragged, setDragged] = createSignal(false);

  function area(): Exclude<FrameArea, "window"> {
    const { width, isCollapsed } = stored();
    const open = isBar() ? barHeight(size()[1]) : Math.min(width, size()[0]);
    return { side: dock(), size: isCollapsed ? widths.strip : open };
  }

  // At once: the page shows the frame while the rest is made.
  createRenderEffect(() => void page.setArea(pointing() !== undefined || isDragged() ? "window" : area(), pointing()).catch(fail));

  function change({ width, ...others }: Partial<StoredLayout>): Partial<StoredLayout> {
    const part = width === undefined ? others : { ...others, width: Math.round(Math.min(widths.max, Math.max(widths.min, width))) };
    setStored({ ...stored(), ...part });
    return part;
  }

  return {
    current,
    isRightToLeft,
    isBar,
    dock,
    room: () => ({ left: 0, right: 0, bottom: 0, ...(panel() === "open" ? { [area().side]: area().size } : {}) }),
    setDragged,
    change,
    store: (part) => void ask("storage:save", { kind: "layout", text: JSON.stringify(change(part)) }).catch(fail),
  };
}
