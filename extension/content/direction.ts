import { browser } from "./platform.js";

/** Languages that browsers come in and that are written from right to left. */
const rightToLeft = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/;

/** Tells whether the browser's own texts are written from right to left. */
export function isRightToLeft(): boolean {
  return rightToLeft.test(browser.i18n.getUILanguage());
}
