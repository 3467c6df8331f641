export { markdownOf } from "./markdown.js";
export { promptOf } from "./prompt.js";
export { reportName, reportZip } from "./report.js";
