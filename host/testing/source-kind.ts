import { readCapture } from "../contract/reader.js";
import type { openStudio } from "./captures.js";
import { testBench } from "./test-bench.js";
import { rowsOf } from "./tool-bench.js";
import type { Files } from "./write-files.js";

/** A project and a page of it, with the place that made one of its elements. */
export interface SourceKind {
  readonly what: string;
  /** What the page shows, and the element of it that is asked for. */
  readonly page: string;
  readonly selector: string;
  /** Asked for instead of the element. */
  readonly text?: string;
  readonly files: Files;
  readonly place: string;
}

/** What find_source answers for the element, as rows. */
export async function answerOf(
  studio: Pick<Awaited<ReturnType<typeof openStudio>>, "html">,
  { page, selector, text, files }: SourceKind,
): Promise<Record<string, unknown>[]> {
  const bench = await testBench(files);
  const mark = `document.querySelector(${JSON.stringify(`main ${selector}`)}).setAttribute("data-asked", "")`;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body><main>${page}</main>`;
  const capture = await studio.html(html, { change: mark });
  await bench.add(capture);
  const asked = [...readCapture(capture).elements()].find(({ attributes }) => attributes["data-asked"] !== undefined);
  const rows = rowsOf(await bench.call("find_source", text === undefined ? { ref: asked?.ref } : { text }));
  return rows;
}
