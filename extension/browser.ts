import browser from "webextension-polyfill";

export { browser };
