import { lookUp } from "../capture/components/lookup.js";
import { offer } from "./scripts.js";

/** What this script hands over. */
export type LookUpScript = typeof lookUp;

offer("svc.look-up", lookUp);
