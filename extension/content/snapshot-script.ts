import { snapshotHtml } from "../capture/snapshot/index.js";
import { offer } from "./scripts.js";

/** What this script hands over. */
export type SnapshotScript = typeof snapshotHtml;

offer("svc.snapshot", snapshotHtml);
