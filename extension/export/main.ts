export { markdownOf } from "./markdown.js";
export { reportName, reportZip } from "./report.js";
