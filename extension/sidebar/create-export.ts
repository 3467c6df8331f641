import type { Notice, Tasks } from "./create-task.js";
import type { Ports, Reading } from "./ports.js";
import { texts } from "./texts.js";

/** What the user takes along, with or without a project. */
export interface Export {
  copy(): Promise<void>;
  report(): Promise<void>;
}

export function createExport({ out, loadReport }: Ports, tasks: Tasks, read: () => Promise<Reading>): Export {
  async function copy(): Promise<Notice> {
    const [{ markdownOf }, { capture }] = await Promise.all([loadReport(), read()]);
    await out.copy(markdownOf(capture));
    return { kind: "done", text: texts.copied };
  }

  async function report(): Promise<Notice> {
    const [{ reportName, reportOf }, { capture }] = await Promise.all([loadReport(), read()]);
    out.download(reportName(capture), await reportOf(capture));
    return { kind: "done", text: texts.reported };
  }

  return { copy: () => tasks.run(texts.copying, copy), report: () => tasks.run(texts.reporting, report) };
}
