import type { Browser } from "webextension-polyfill";

/**
 * The platform as a content script needs it: sending messages and reading the manifest give promises in every browser since manifest
 * version 3. The polyfill is for the background; in the page its ten kilobytes would be paid at each click.
 */
export const browser: Pick<Browser, "runtime"> = platform();

/** Firefox names it `browser`, Chrome `chrome`. An element of the page with that name would be found as a property that is not the global's own. */
function platform(): Pick<Browser, "runtime"> {
  return Reflect.get(globalThis, Object.hasOwn(globalThis, "browser") ? "browser" : "chrome");
}
