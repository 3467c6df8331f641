import type { Lines } from "./connect.js";

const textFields = "textarea, input:not([type=checkbox], [type=radio], [type=button])";

/** While the person types, their part is reported this often, in milliseconds. */
const reportMs = 250;
/** Who has typed a letter within so many milliseconds is writing on. */
const writingMs = 2_000;

/** Reports whether the person writes in a text field, so that the page's part can return the focus. `onLost`: letters may be missing. */
export function reportFocus({ page, onPage }: Lines, onLost: () => void): void {
  let field: HTMLElement | undefined;
  let lastInputAt = 0;
  /** When the last letter was typed in a field whose text nobody has ended since. */
  let writtenAt = 0;
  let reportedAt = 0;

  const isWriting = () => field?.isConnected === true;

  function report(): void {
    reportedAt = Date.now();
    void page.reportFocus({ isWriting: isWriting(), hasFocus: document.hasFocus(), lastInputAt });
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
    writtenAt = 0;
    const found = target instanceof HTMLElement ? target.closest<HTMLElement>(textFields) : null;
    setTimeout(() => {
      field = found ?? (document.activeElement?.matches(textFields) === true ? (document.activeElement as HTMLElement) : field);
      report();
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    lastInputAt = Date.now();
    const isLetter = (key.length === 1 || key === "Process" || key === "Dead") && !ctrlKey && !metaKey && !altKey;
    // The page has turned, and its note's form is gone: what is typed on is no command.
    const isCutOff = isLetter && !isWriting() && lastInputAt - writtenAt < writingMs;
    if (isCutOff) event.stopPropagation();
    writtenAt = isCutOff || (isLetter && target instanceof Element && target.matches(textFields)) ? lastInputAt : 0;
    if (lastInputAt - reportedAt > reportMs) report();
    if (isWriting() && document.activeElement === document.body) field?.focus();
  }

  onPage((event) => {
    // Chromium may drop a key on its way, and nobody hears of it.
    if (event.type === "focus-taken" && isWriting() && (event.isKeyLost || Date.now() - writtenAt < writingMs)) onLost();
  });
  addEventListener("focusin", onFocusIn, true);
  addEventListener("focusout", onFocusOut, true);
  addEventListener("focus", onFocus, true);
  addEventListener("blur", ({ target }) => target === window && report(), true);
  for (const type of ["pointerdown", "click"]) addEventListener(type, onPress, true);
  addEventListener("keydown", onKeyDown, true);
}
