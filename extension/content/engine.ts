import type { Capture } from "../../host/contract/capture.js";
import { type CaptureWithElements, captureWithElements } from "../capture/capture.js";
import { isApart } from "../capture/components/xray.js";
import { openClosedRoot } from "./closed-roots.js";
import type { PageComponents } from "./page-components.js";
import { browser } from "./platform.js";

/** Reads this page with what the extension platform adds to the engine. `host` is our own element; `console` what was seen so far. */
export function readDocument(host: Element, console: Capture["console"], components: PageComponents): CaptureWithElements {
  const extension = browser.runtime.getManifest().version;
  return captureWithElements(document, {
    exclude: [host],
    extension,
    openClosedRoot,
    // Chromium sends errors only to listeners of the world that they came from: what is heard here is our own.
    ...(isApart ? { console: { from: "uncaught" as const, entries: console } } : {}),
    ...components.read(),
  });
}
