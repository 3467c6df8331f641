import { offerAudit } from "./handover.js";
import { runAudit } from "./run-audit.js";

offerAudit(runAudit);
