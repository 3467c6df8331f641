import type { Annotation, AnnotationState, AnnotationTarget, Box } from "../host/contract/annotation.js";

export interface PageReading {
  /** The capture's JSON, as it is sent; its annotations name their elements by this reading. */
  readonly json: string;
  /** The page's address at that instant. The capture's is without what fields hold: a segment may be among it. */
  readonly url: string;
  readonly snapshot?: string;
}

export interface ReadOptions {
  /** Runs axe-core's rules for at most so many milliseconds. */
  readonly auditMs?: number;
  /** Writes the page as an HTML file too, at the same instant. */
  readonly snapshot?: boolean;
  /** Asks for component names in the page's world, where the user has allowed it. */
  readonly names?: boolean;
  /** Words of the agent's request that this answers: elements whose selectors they name between backquotes are explained too. */
  readonly request?: string;
}

/** What the picker shows of one element. `handle` names the element in further calls; `box` is in CSS pixels of the window. */
export interface Glimpse {
  readonly handle: number;
  readonly tag: string;
  readonly role: string;
  readonly name: string;
  readonly component: string;
  readonly source: string;
  readonly box: Box;
}

/** Stands for an element's words among the properties that can be tried. */
export const triedTextProperty = "text";

export interface TriedValue {
  readonly property: string;
  readonly value: string;
}

/** A value of an element as the browser computes it, and the declaration that sets it. */
export interface DeclaredValue extends TriedValue {
  readonly rule?: { readonly selector: string; readonly declaration: string; readonly sheet: string };
}

export interface Declared {
  readonly values: readonly DeclaredValue[];
  readonly tokens: Readonly<Record<string, string>>;
}

export type Step = "parent" | "child" | "next" | "previous";

export interface Frozen {
  /** Animations and transitions that stand still. */
  readonly held: number;
  readonly moving: readonly ("video" | "canvas" | "picture")[];
}

export type OutlineKind = "noted" | "chosen" | "found" | "added" | "moved" | "changed";

export interface Mark {
  readonly target: AnnotationTarget;
  readonly kind: OutlineKind;
}

/** An annotation's pin: a number, with the colour and sign of its state; no text ever stands in the page. */
export interface Pin {
  readonly id: string;
  readonly number: number;
  readonly severity: Annotation["severity"];
  readonly state: AnnotationState;
  readonly target: AnnotationTarget;
}

/** Where the sidebar's frame takes the pointer: at one edge of the window, `size` CSS pixels deep, or everywhere while something is pointed at. */
export type FrameArea = { readonly side: "left" | "right" | "bottom"; readonly size: number } | "window";

/** What the pointer is on the page for: it goes on when the frame has loaded again. */
export interface PointingMode {
  readonly mode: "pick" | "region";
  /** Picking was started by the browser's key: the page has the focus still. */
  readonly hasPageFocus: boolean;
  /** The annotation that is to be moved: what is picked next becomes its target. */
  readonly moving: string | undefined;
}

export interface FocusReport {
  /** A text field of the frame has the focus, or had it when the frame lost it. */
  readonly isWriting: boolean;
  readonly hasFocus: boolean;
  /** When a key or the pointer was last pressed in the frame: milliseconds since the epoch, as clocks of two processes are compared. */
  readonly lastInputAt: number;
}

/** The window as it stands for a picture. */
export interface Stage {
  /** Of each target, its boxes in CSS pixels of the window; none where it is gone, or out of view while another is shown. */
  readonly boxes: readonly (readonly Box[])[];
  readonly width: number;
  readonly height: number;
}

/** Every method may reject with words for the user. The page is only read; scrolling and other routes are what the user asked for. */
export interface PageApi {
  read(annotations: readonly Annotation[], options: ReadOptions): Promise<PageReading>;
  /** Begins to read. What is asked for likewise within a second gets that reading, unless the page has changed since. */
  readAhead(annotations: readonly Annotation[], options: ReadOptions): Promise<void>;
  /** The innermost element at a place of the window, whatever of ours lies above it. */
  at(x: number, y: number): Promise<Glimpse | undefined>;
  step(handle: number, step: Step): Promise<Glimpse | undefined>;
  /** The outermost elements with text, a name or a control that lie whole in a box of the window. */
  within(box: Box): Promise<readonly Glimpse[]>;
  /** The elements as they are now; those that are gone are left out. */
  look(handles: readonly number[]): Promise<readonly Glimpse[]>;
  /** Scrolls as little as it takes to show the element. */
  bring(handle: number): Promise<Glimpse | undefined>;
  /** Scrolls what lies at a place of the window, as the wheel would. */
  scroll(x: number, y: number, dx: number, dy: number): Promise<void>;
  target(handles: readonly number[]): Promise<AnnotationTarget>;
  region(box: Box): Promise<AnnotationTarget>;
  /** What the page states of the other tags in a source's files, as `config:get` takes it. */
  marked(source: string): Promise<string>;
  /** Goes to another route of this document, as a link to it would; does nothing where the address is of another document. */
  goTo(address: string): Promise<void>;
  /** The text that is selected on the page; undefined when none is. */
  selection(): Promise<AnnotationTarget | undefined>;
  /** Shows these pins and outlines and no others. */
  mark(pins: readonly Pin[], marks: readonly Mark[]): Promise<void>;
  declared(target: AnnotationTarget): Promise<Declared>;
  /** Shows the target's first element with these values until others are tried; none ends it. Null for what is no value of the property. */
  tryValues(target: AnnotationTarget, values: readonly TriedValue[]): Promise<readonly (string | null)[]>;
  /** Holds animations and transitions where they are, or lets all that were held go on from there. Returns what is held; undefined when nothing is frozen. */
  freeze(isOn?: boolean): Promise<Frozen | undefined>;
  reveal(target: AnnotationTarget): Promise<void>;
  /** Takes our own element off the screen and, where it `scrolls`, brings the first target that is there into view, once painted. `unstage` undoes both. */
  stage(targets: readonly AnnotationTarget[], scrolls: boolean): Promise<Stage>;
  /**
   * What a picture taken since `stage` must not show, in CSS pixels of the window: editable text and what repeats it, unread frames: where
   * they were, where they are, and the way between. Our own element is back on the screen.
   */
  masks(): Promise<readonly (readonly [x: number, y: number, width: number, height: number])[]>;
  unstage(): Promise<void>;
  /** While the frame takes the pointer everywhere, the page gets no press and none of the picker's keys, which arrive as events: not while the frame is moved and loads again either. */
  setArea(area: FrameArea, pointing: PointingMode | undefined): Promise<void>;
  /** Moves the keyboard focus into the frame; as the sidebar opens, only where the person has not gone on in the page. Returns whether it did. */
  takeFocus(when: { readonly isOpening: boolean }): Promise<boolean>;
  /** Picking has ended: what was held as hovered is let go; `toPage`: the focus goes back to where it was in the page. */
  letGo(toPage: boolean): Promise<void>;
  /** The frame's document is unloaded. */
  leave(): Promise<void>;
  reportFocus(report: FocusReport): Promise<void>;
  close(): Promise<void>;
}

/** What the page's part sends to the frame unasked. */
export type PageEvent =
  /** The page is another one now, by origin and path, without loading anew. */
  | { readonly type: "moved"; readonly url: string }
  /** The annotations whose elements are not on the page now, by id. */
  | { readonly type: "gone"; readonly ids: readonly string[] }
  /** A pin was pressed. */
  | { readonly type: "open"; readonly id: string }
  /** The page took the focus from a text field, and it was returned. `isKeyLost`: a key was pressed in between. */
  | { readonly type: "focus-taken"; readonly isKeyLost: boolean }
  | { readonly type: "pick" }
  /** A key of the picker, pressed while the page has the focus. */
  | ({ readonly type: "key" } & PickerKey)
  | { readonly type: "selected"; readonly isSelected: boolean }
  | { readonly type: "note-selected" }
  /** What lies in the window has moved, or the window has another size. */
  | { readonly type: "viewport" }
  | { readonly type: "scheme"; readonly isDark: boolean };

export interface PickerKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** What a note's pin and its card show for its state. White on each colour has a contrast of at least 4.5. */
export const stateLooks: Readonly<Record<AnnotationState, readonly [colour: string, sign: string]>> = {
  draft: ["#52525b", "✎"],
  sent: ["#1d4ed8", "↑"],
  seen: ["#1d4ed8", "◉"],
  working: ["#4338ca", "…"],
  question: ["#a21caf", "?"],
  reopened: ["#b45309", "↺"],
  fixed: ["#15803d", "✓"],
  wontfix: ["#5f6470", "✕"],
  duplicate: ["#5f6470", "="],
  invalid: ["#5f6470", "!"],
  accepted: ["#5f6470", "✓✓"],
};

export const pickerKeys = ["Escape", "Enter", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "e", "f"] as const;

export interface PageFacts {
  readonly url: string;
  /** Why the frame loads: the person has opened the sidebar, has pressed the key for picking, or it loads again where it was moved to. */
  readonly start: "open" | "pick" | "again";
  /** What the document before it has reported last. */
  readonly pointing: PointingMode | undefined;
  readonly isRightToLeft: boolean;
  readonly isDark: boolean;
  /** The browser shows extensions nothing of the page's own world: component names must be asked for there, and its errors are not seen. */
  readonly hidesWorld: boolean;
  /** A server for development has made it, with a framework that names its components there. */
  readonly isDevelopment: boolean;
}

/** First message to the frame's window, with the port. The page can neither see nor forge it: it does not know the nonce. */
export interface Handshake {
  readonly nonce: string;
  /** Stands in all that is sent to this document. */
  readonly line: string;
  readonly facts: PageFacts;
}

interface Request {
  readonly id: number;
  readonly method: keyof PageApi;
  readonly args: readonly unknown[];
}

type Answer = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string };

/** Sent to the frame's window: Chromium holds messages over ports back until the next drawn frame (DeferRendererTasksAfterInput). */
export interface Sent {
  readonly line: string;
  readonly message: Answer | PageEvent;
}

/** Methods of the API that answer at once. */
export type EarlyPageApi = Pick<PageApi, "setArea" | "takeFocus" | "letGo" | "leave" | "reportFocus" | "close">;
export type LatePageApi = Omit<PageApi, keyof EarlyPageApi>;

/** Answers the requests that come over a port, the late ones once `load` has resolved. */
export function servePage(
  port: MessagePort,
  early: EarlyPageApi,
  load: () => Promise<LatePageApi>,
  send: (message: Sent["message"]) => void,
): void {
  async function answer({ id, method, args }: Request): Promise<Answer> {
    try {
      const api: Partial<PageApi> = Object.hasOwn(early, method) ? early : await load();
      if (!Object.hasOwn(api, method)) throw new Error(`The page's part of the extension has no method ${String(method)}.`);
      const run = api[method] as (...values: readonly unknown[]) => Promise<unknown>;
      return { id, value: await run(...args) };
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  }
  port.onmessage = ({ data }: MessageEvent<Request>) => void answer(data).then(send);
}

/** The page's API: asked over a port, answered to the window on this line. Calls reject when the page's part answers with an error; `onEvent` hears what it sends unasked. */
export function connectPage(
  port: MessagePort,
  window: Pick<EventTarget, "addEventListener">,
  line: string,
  onEvent: (event: PageEvent) => void,
): PageApi {
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;

  window.addEventListener("message", (event) => {
    const sent: unknown = event instanceof MessageEvent ? event.data : undefined;
    if (!isOnLine(sent, line)) return;
    const { message } = sent;
    if ("type" in message) return onEvent(message);
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if ("error" in message) waiting?.reject(new Error(message.error));
    else waiting?.resolve(message.value);
  });

  // Each method has the types of PageApi; the port carries them as they are.
  return new Proxy({} as PageApi, {
    get: (_api, method) => {
      // An async function that returns the API, or an await of it, asks whether it is a promise.
      if (method === "then") return undefined;
      return (...args: readonly unknown[]) =>
        new Promise<unknown>((resolve, reject) => {
          pending.set(++lastId, { resolve, reject });
          port.postMessage({ id: lastId, method: method as keyof PageApi, args } satisfies Request);
        });
    },
  });
}

/** Whoever knows the line is the page's part of the extension. */
function isOnLine(data: unknown, line: string): data is Sent {
  return typeof data === "object" && data !== null && "line" in data && data.line === line && "message" in data;
}
