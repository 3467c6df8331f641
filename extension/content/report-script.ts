import { markdownOf } from "../export/markdown.js";
import { reportName, reportZip } from "../export/report.js";
import { offer } from "./on-demand.js";

/** What the report's script hands over. */
export const reportMaker = { markdownOf, reportName, reportZip };

offer("svc.report", reportMaker);
