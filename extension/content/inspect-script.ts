import { mountInspect } from "../inspect/mount.js";
import { offer } from "./on-demand.js";

offer("svc.inspect", mountInspect);
