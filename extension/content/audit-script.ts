import { runAudit } from "../capture/audit/run-audit.js";
import { offer } from "./scripts.js";

/** What this script passes on. */
export type AuditScript = typeof runAudit;

offer("svc.audit", runAudit);
