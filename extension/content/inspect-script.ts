import { mountInspect } from "../inspect/mount.js";
import { offer } from "./on-demand.js";

/** What this script hands over. */
export type InspectScript = typeof mountInspect;

offer("svc.inspect", mountInspect);
