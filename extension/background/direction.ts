/** Languages that browsers come in and that are written from right to left. */
const rightToLeft = /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b/i;

/**
 * Returns whether the browser's own texts are right-to-left. `direction`: the value of its i18n API, empty where it has
 * nothing to say, as in Chrome; `language`: the language of its texts (BCP 47).
 */
export function isWrittenRightToLeft(direction: string, language: string): boolean {
  return direction === "" ? rightToLeft.test(language) : direction === "rtl";
}
