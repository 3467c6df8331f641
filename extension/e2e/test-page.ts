import type { EvaluateFunc } from "puppeteer-core";

/** An open page as tests use it, in whatever browser; puppeteer's own pages fit it as they are. */
export interface TestPage {
  /** Calls a self-contained function in the page's own world. Values travel as JSON. */
  evaluate<A extends unknown[], F extends EvaluateFunc<A> = EvaluateFunc<A>>(run: F, ...values: A): Promise<Awaited<ReturnType<F>>>;
  /** Puts the focus on the first element that fits and presses the text's keys. */
  type(selector: string, text: string): Promise<void>;
  /** A real click in the middle of the first element that fits. */
  click(selector: string): Promise<void>;
  readonly mouse: TestMouse;
  readonly keyboard: TestKeyboard;
  /** Shows its tab: Chromium reads no sidebar in a hidden one. */
  bringToFront(): Promise<unknown>;
  /** Loads it again and waits until it is loaded. */
  reload(): Promise<unknown>;
  close(): Promise<void>;
}

/** Keys that write nothing, by the names of the UI Events specification. */
export type TestKey = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End" | "Escape" | "Enter" | "Tab" | "Backspace";

interface TestKeyboard {
  /** Holds a key down until `up`. */
  down(key: "Alt" | "Control" | "Shift"): Promise<void>;
  up(key: "Alt" | "Control" | "Shift"): Promise<void>;
  type(text: string): Promise<void>;
  press(key: TestKey): Promise<void>;
}

/** Ctrl and the letter: selects all, copies, cuts, pastes. */
export type EditLetter = "a" | "c" | "x" | "v";

/** Places in CSS pixels of the window. */
interface TestMouse {
  move(x: number, y: number): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Turns the wheel where the pointer is. */
  wheel(by: { readonly deltaY: number }): Promise<void>;
}
