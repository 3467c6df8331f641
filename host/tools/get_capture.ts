import { z } from "zod";
import { type Detail, details, type OutlineEntry, outlineOf } from "../analysis/outline.js";
import { makeShortSelectorOf } from "../analysis/short-selectors.js";
import type { CaptureReader } from "../contract/reader.js";
import { joinPlaces, markedIn, placesOf, readPlace } from "../contract/stated-lines.js";
import { type Answer, page, type Table, tableBy } from "./answer.js";
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

async function tableOf(sources: SourceFiles, reader: CaptureReader, entries: readonly OutlineEntry[], detail: Detail): Promise<Table> {
  const selectorOf = makeShortSelectorOf(reader);
  const columns = {
    ref: ({ element }: OutlineEntry) => element.ref,
    parent: ({ parent }: OutlineEntry) => (parent < 0 ? null : `e${parent}`),
    tag: ({ element }: OutlineEntry) => element.tag,
    role: ({ element }: OutlineEntry) => element.role,
    name: ({ element }: OutlineEntry) => element.name,
    text: ({ element }: OutlineEntry) => element.text,
    selector: ({ element }: OutlineEntry) => selectorOf(element),
    box: ({ element }: OutlineEntry) => element.box,
  };
  if (detail !== "full") return { ...tableBy(entries, columns), cellMaxChars: detail === "outline" ? 160 : 1_000 };
  const sourceOf = await makeSourceOf(sources, reader);
  const found = new Map<OutlineEntry, string>();
  for (const entry of entries) found.set(entry, await sourceOf(entry.element.source));
  const facts = {
    attributes: ({ element }: OutlineEntry) => element.attributes,
    styles: ({ element }: OutlineEntry) => stylesOf(reader, element.index),
    source: (entry: OutlineEntry) => found.get(entry),
  };
  return { ...tableBy(entries, { ...columns, ...facts }), cellMaxChars: 1_000 };
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

function stylesOf(reader: CaptureReader, index: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    reader.capture.styles.properties.flatMap((property) => {
      const value = reader.style(index, property);
      return value === undefined ? [] : [[property, value] as const];
    }),
  );
}
