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
  /** Uncaught errors that the caller has seen: message text and ISO 8601 time. */
  readonly console?: Capture["console"];
  /** Upper bound of the JSON text in bytes of UTF-8; 4.5 MB when absent. */
  readonly maxBytes?: number;
}
