import type { Lines } from "./connect.js";

const textFields = "textarea, input:not([type=checkbox], [type=radio], [type=button])";

/** While the person types, their part is reported this often, in milliseconds. */
const reportMs = 250;
/** A key that was pressed while the page had the focus is let go within so many milliseconds. */
const strayMs = 500;
/** Who has typed a letter within so many milliseconds is writing on. */
const writingMs = 2_000;

/**
 * Reports to the page's part whether the person is writing in a text field, so that it can return the focus here when the page takes it. What
 * was typed in between is inserted where the person was writing; `onStray` is called when letters may be missing or in another order.
 */
export function reportFocus({ page, onPage }: Lines, onStray: () => void): void {
  const pressed = new Set<string>();
  /** Keys that were inserted when they were let go, and when: the page's part may report the same key afterwards. */
  const recovered = new Map<string, number>();
  let field: HTMLElement | undefined;
  let takenAt = Number.NEGATIVE_INFINITY;
  let lastInputAt = 0;
  let typedAt = 0;
  /** When the last letter was typed in a field whose text nobody has ended since. */
  let writtenAt = 0;
  let reportedAt = 0;

  const isWriting = () => field?.isConnected === true;

  function report(): void {
    reportedAt = Date.now();
    void page.reportFocus({ isWriting: isWriting(), hasFocus: document.hasFocus(), lastInputAt, typedAt });
  }

  function onFocusIn({ target }: Event): void {
    field = target instanceof HTMLElement && target.matches(textFields) ? target : undefined;
    report();
  }

  /** When the frame loses the focus, Chromium forgets which element had it. */
  function onFocusOut(): void {
    setTimeout(() => {
      if (document.hasFocus() && document.activeElement !== field) field = undefined;
      report();
    });
  }

  function onFocus(event: Event): void {
    if (event.target !== window) return;
    if (isWriting()) field?.focus();
    report();
  }

  /** A page that takes the focus at once leaves a pressed field without any event of its focus. */
  function onPress({ isTrusted, target }: Event): void {
    if (!isTrusted) return;
    lastInputAt = Date.now();
    typedAt = 0;
    writtenAt = 0;
    const found = target instanceof HTMLElement ? target.closest<HTMLElement>(textFields) : null;
    setTimeout(() => {
      field = found ?? (document.activeElement?.matches(textFields) === true ? (document.activeElement as HTMLElement) : field);
      report();
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { code, key, ctrlKey, metaKey, altKey, target } = event;
    lastInputAt = Date.now();
    const isLetter = (key.length === 1 || key === "Process" || key === "Dead") && !ctrlKey && !metaKey && !altKey;
    const isNews = isLetter !== typedAt > 0;
    typedAt = isLetter ? lastInputAt : 0;
    // The page has turned, and its note's form is gone: what is typed on is no command.
    const isCutOff = isLetter && !isWriting() && lastInputAt - writtenAt < writingMs;
    if (isCutOff) event.stopPropagation();
    writtenAt = isCutOff || (target instanceof Element && target.matches(textFields)) ? typedAt : 0;
    pressed.add(code);
    if (isNews || lastInputAt - reportedAt > reportMs) report();
    if (isWriting() && document.activeElement === document.body) field?.focus();
  }

  /** A key that arrives while the focus is on its way is dropped by Chromium; that it is let go is seen. */
  function onKeyUp({ code, key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
    lastInputAt = Date.now();
    const isStray = !pressed.delete(code) && performance.now() - takenAt < strayMs;
    if (!isStray || key.length !== 1 || ctrlKey || metaKey || altKey) return;
    recovered.set(code, performance.now());
    insert(key);
  }

  function insert(text: string): void {
    if (!isWriting()) return;
    field?.focus();
    document.execCommand("insertText", false, text);
    onStray();
  }

  onPage((event) => {
    if (event.type !== "focus-taken") return;
    takenAt = performance.now();
    // Chromium may drop a key on its way, and the key's release with it.
    if (isWriting() && Date.now() - typedAt < writingMs) onStray();
    if (event.key === undefined) return;
    lastInputAt = Date.now();
    const recoveredAt = recovered.get(event.key.code) ?? Number.NEGATIVE_INFINITY;
    recovered.delete(event.key.code);
    if (performance.now() - recoveredAt < strayMs) return;
    pressed.add(event.key.code);
    if (event.key.text !== "") insert(event.key.text);
  });
  addEventListener("focusin", onFocusIn, true);
  addEventListener("focusout", onFocusOut, true);
  addEventListener("focus", onFocus, true);
  addEventListener("blur", ({ target }) => target === window && report(), true);
  for (const type of ["pointerdown", "click"]) addEventListener(type, onPress, true);
  addEventListener("keydown", onKeyDown, true);
  addEventListener("keyup", onKeyUp, true);
}
