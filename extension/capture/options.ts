import type { Capture } from "../../host/contract/capture.js";
import type { ComponentReader } from "./components/index.js";

/** What the engine is told beside the document; everything has a default, so that it also runs alone in a page. */
export interface CaptureOptions {
  /** When absent: trusted on pages of this machine, untrusted elsewhere. */
  readonly trust?: "trusted" | "configured" | "untrusted";
  /** The user chose "Send anyway" on an untrusted page. */
  readonly trustOverride?: boolean;
  /** Id of the capture request that this capture answers. */
  readonly requestId?: string;
  /** Version of the extension; empty when the engine runs alone. */
  readonly extension?: string;
  /** The extension platform's door to closed shadow roots. Without it they are holes. */
  readonly openClosedRoot?: (element: Element) => ShadowRoot | null;
  /** Component names and sources; markers in the DOM alone when absent. */
  readonly components?: ComponentReader;
  /** Elements of our own that stand in the page and are no part of it. */
  readonly exclude?: readonly Element[];
  /**
   * What the caller has heard of the page's console, and whence: `page` for uncaught errors, rejections, `console.error` and `console.warn`,
   * `uncaught` for uncaught errors and rejections alone. When absent nothing was listened to, and the capture says so.
   */
  readonly console?: { readonly from: "page" | "uncaught"; readonly entries: Capture["console"] };
  /** Upper bound of the JSON text in bytes of UTF-8; 4.5 MB when absent. */
  readonly maxBytes?: number;
}
