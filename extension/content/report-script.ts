import { markdownOf } from "../export/markdown.js";
import { reportName, reportZip } from "../export/report.js";
import { offer } from "./on-demand.js";
import { takePictures } from "./pictures.js";

const script = { markdownOf, reportName, reportZip, takePictures };

/** What this script hands over to the sidebar that asked for it. */
export type ReportScript = typeof script;

offer("svc.report", script);
