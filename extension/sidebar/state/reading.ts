import type { Capture } from "../../../host/contract/capture.js";
import type { PageReading } from "../../page-api.js";

/** The page as it was read at one instant. */
export interface Reading extends PageReading {
  readonly capture: Capture;
}
