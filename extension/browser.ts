import browser from "webextension-polyfill";

/** Else Chromium or one of its kind. */
export const isFirefox = browser.runtime.getURL("").startsWith("moz-");

export { browser };
