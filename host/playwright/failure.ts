import { dirname } from "node:path";
import { type Page, type TestInfo, test } from "@playwright/test";
import { cropMarked } from "../analysis/picture.js";
import { wantedOf } from "../analysis/source/wanted.js";
import type { Box } from "../contract/annotation.js";
import type { Capture } from "../contract/capture.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { labelOf } from "../contract/targets.js";
import { openSourceFiles } from "../project/source-files.js";
import { findProject } from "../store/project-root.js";
import { findCandidates } from "../tools/source-search.js";

export interface Shown {
  readonly title: string;
  readonly lines: readonly string[];
  readonly elements: readonly CapturedElement[];
}

/** The words of what failed; attaches a picture of the whole page with the elements marked to the report, where there is a page. */
export async function attachFailure(
  page: Page | undefined,
  { capture }: CaptureReader,
  { title, lines, elements }: Shown,
): Promise<string> {
  const marks = elements.flatMap(({ box, visible }) => (visible && box[2] > 0 && box[3] > 0 ? [box] : []));
  const noPicture = page === undefined || page.isClosed() || marks.length === 0 ? [] : await attachPicture(page, capture.metadata, marks);
  return [title, ...[...lines, ...noPicture].map((line) => `  ${line}`)].join("\n");
}

/** Returns words where there is no picture, as of a page that is too long or too busy: its failure is reported all the same. */
async function attachPicture(page: Page, { viewport, document }: Capture["metadata"], marks: readonly Box[]): Promise<string[]> {
  const window = { width: Math.max(viewport.width, document.width), height: Math.max(viewport.height, document.height) };
  try {
    const png = await page.screenshot({ fullPage: true, scale: "css", animations: "allow", caret: "initial", timeout: 5_000 });
    const cut = cropMarked({ png, window, marks });
    if (cut !== undefined) await test.info().attach("svc: where", { body: Buffer.from(cut.png), contentType: "image/png" });
    return [];
  } catch (error) {
    return [`There is no picture: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`];
  }
}

/** A place that is less likely than this leads astray. */
const sureScore = 0.5;

/** The element in words, with the most likely line of the project that makes it: `text “$ 64.5” · index.html:41`. */
export async function placeOf(
  { config: { configFile, rootDir } }: TestInfo,
  reader: CaptureReader,
  element: CapturedElement,
): Promise<string> {
  const files = openSourceFiles(findProject(configFile === undefined ? rootDir : dirname(configFile)));
  const [best] = await findCandidates(files, wantedOf(reader, element));
  return best === undefined || best.score < sureScore ? labelOf(element) : `${labelOf(element)} · ${best.file}:${best.line}`;
}
