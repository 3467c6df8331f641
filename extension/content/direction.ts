import { browser } from "./platform.js";

/** Languages that browsers come in and that are written from right to left. */
const rightToLeft = /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b/i;

/**
 * Tells whether the browser's own texts are written from right to left. `direction`: what its i18n API says of that, empty where it is not
 * asked; `language`: the language of its texts (BCP 47).
 */
export function isWrittenRightToLeft(direction: string, language: string): boolean {
  return direction === "" ? rightToLeft.test(language) : direction === "rtl";
}

/** Tells it of this browser. Chrome's API knows no direction without a catalogue of texts, and blocks the page to find that out. */
export function isRightToLeft(): boolean {
  const direction = "wrappedJSObject" in globalThis ? browser.i18n.getMessage("@@bidi_dir") : "";
  return isWrittenRightToLeft(direction, browser.i18n.getUILanguage());
}
