import { snapshotHtml } from "../capture/snapshot/index.js";
import { offer } from "./scripts.js";

offer("snapshot", snapshotHtml);
