import type { PagePorts, ReportMaker } from "../sidebar/ports.js";
import type { BackgroundLink } from "./background-link.js";
import { receive } from "./on-demand.js";
import type { ReportScript } from "./report-script.js";

/** Loads the script that writes Markdown and reports, and gives it the page to take pictures of. */
export async function makeReportMaker(link: BackgroundLink, host: HTMLElement, page: PagePorts): Promise<ReportMaker> {
  const script = await receive<ReportScript>("svc.report", () => link.ask("script:load", { script: "report" }));
  const sources = {
    host,
    takePicture: () => link.ask("page:picture", {}),
    boxes: page.boxes,
    reveal: page.reveal,
  };
  return {
    markdownOf: script.markdownOf,
    reportName: script.reportName,
    reportOf: async (capture) => script.reportZip(capture, await script.takePictures(sources, capture.annotations)),
  };
}
