import { strToU8, type Zippable, zipSync } from "fflate";
import type { Capture } from "../../host/contract/capture.js";
import { withoutQuery } from "../../host/contract/urls.js";
import { markdownOf } from "./markdown.js";
import { reportHtml } from "./report-html.js";

export interface NotePicture {
  readonly noteId: string;
  readonly png: Uint8Array;
}

/** One zip for people without the agent: `report.html`, `report.md`, `capture.json` and a picture for each note that has one. */
export function reportZip(capture: Capture, pictures: readonly NotePicture[]): Uint8Array {
  const named = pictures.map(({ noteId, png }) => {
    const number = capture.annotations.findIndex(({ id }) => id === noteId) + 1;
    return { noteId, png, path: `pictures/note-${number}.png` };
  });
  const files: Zippable = {
    "report.html": strToU8(reportHtml(capture, new Map(named.map(({ noteId, path }) => [noteId, path])))),
    "report.md": strToU8(markdownOf(capture)),
    "capture.json": strToU8(JSON.stringify(capture)),
  };
  // Pictures are compressed already.
  for (const { path, png } of named) files[path] = [png, { level: 0 }];
  return zipSync(files, { level: 6 });
}

export function reportName({ metadata }: Capture): string {
  const words = withoutQuery(metadata.url)
    .replace(/^[a-z]+:\/+/i, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  return `svc-${words}-${metadata.capturedAt.replace(/[^0-9]/g, "").slice(0, 14)}.zip`;
}
