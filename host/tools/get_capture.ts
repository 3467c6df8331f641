import { z } from "zod";
import { type Detail, details, type OutlineEntry, outlineOf } from "../analysis/outline.js";
import type { CaptureReader } from "../contract/reader.js";
import { joinPlaces, markedIn, placesOf, readPlace } from "../contract/stated-lines.js";
import { type Answer, type Cell, page, type Table } from "./answer.js";
import type { SourceFiles, ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { captureArgument, elementAt, type OpenedCapture, openCapture, refArgument } from "./open.js";
import { trueLinesIn } from "./source-search.js";

export const treeArguments = {
  ref: refArgument,
  depth: z.int().min(0).max(100).optional().describe("Levels"),
  detail: z.enum(details).optional().describe("content: all text; full: attributes, computed styles"),
};

export const getCapture = defineTool({
  title: "Read",
  description: "The page, or the subtree at ref, as rows: many tokens. Prefer narrower tools.",
  input: { capture: captureArgument, ...treeArguments },
  effect: "reads",
  paging: "rows",
  run: async (context, { capture, ref, depth, detail }) => treeAnswer(context, await openCapture(context, capture), { ref, depth, detail }),
});

interface TreeQuery {
  readonly ref?: string | undefined;
  readonly depth?: number | undefined;
  readonly detail?: Detail | undefined;
}

/** The answer of `get_capture` and `get_latest_capture`. */
export async function treeAnswer(
  { sources }: Pick<ToolContext, "sources">,
  { filename, capture, reader }: OpenedCapture,
  { ref, depth, detail = "outline" }: TreeQuery,
): Promise<Answer> {
  const start = ref === undefined ? 0 : elementAt(reader, ref).index;
  const { url, title, capturedAt } = capture.metadata;
  return {
    fields: { capture: filename, url: page(url, 300), title: page(title, 200), capturedAt, elements: reader.count },
    list: await tableOf(sources, reader, outlineOf(reader, detail, start, depth), detail),
  };
}

const columns = ["ref", "parent", "tag", "role", "name", "text", "selector", "box"];

async function tableOf(sources: SourceFiles, reader: CaptureReader, entries: readonly OutlineEntry[], detail: Detail): Promise<Table> {
  const full = detail === "full";
  const rows = entries.map(rowOf);
  const sourceOf = full ? await makeSourceOf(sources, reader) : undefined;
  if (sourceOf !== undefined)
    for (const [at, entry] of entries.entries()) rows[at]?.push(...factsOf(reader, entry), await sourceOf(entry.element.source));
  return {
    columns: full ? [...columns, "attributes", "styles", "source"] : columns,
    rows,
    cellMaxChars: detail === "outline" ? 160 : 1_000,
  };
}

/** Sources with lines of the files on the disk; without those that are the page's word alone, where something can have moved them. */
async function makeSourceOf(sources: SourceFiles, reader: CaptureReader): Promise<(source: string) => Promise<string>> {
  const trueLine = trueLinesIn(sources, new Set(await sources.list()), markedIn(reader));
  return async (source) => {
    const places: string[] = [];
    for (const place of placesOf(source)) places.push((await trueLine(place)) ?? readPlace(place).path);
    return joinPlaces(places);
  };
}

function rowOf({ element, parent }: OutlineEntry): Cell[] {
  const { ref, tag, role, name, text, selector, box } = element;
  return [ref, parent < 0 ? null : `e${parent}`, tag, role, name, text, selector, box];
}

function factsOf(reader: CaptureReader, { element }: OutlineEntry): Cell[] {
  const styles = reader.capture.styles.properties.flatMap((property) => {
    const value = reader.style(element.index, property);
    return value === undefined ? [] : [[property, value] as const];
  });
  return [element.attributes, Object.fromEntries(styles)];
}
