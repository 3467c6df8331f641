import { runAudit } from "../capture/audit/run-audit.js";
import { offer } from "./scripts.js";

offer("audit", runAudit);
