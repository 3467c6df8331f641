import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Capture } from "../contract/capture.js";
import { ServiceError, toErrorBody } from "../contract/errors.js";
import { isRecord } from "../contract/json.js";
import { memoized } from "../contract/memoized.js";
import { type Answer, fileNameKeys, type Image, page, tableOf, type Value } from "../tools/answer.js";
import type { ToolContext } from "../tools/context.js";
import type { NamedTool } from "../tools/registry.js";
import { provenanceFields } from "../tools/staleness.js";
import { harmless } from "./delimiters.js";
import { render } from "./render.js";
import { estimateTokens } from "./tokens.js";
import { namedFile } from "./write-text.js";

export interface ToolRequest {
  readonly name: string;
  readonly args: unknown;
  readonly signal: AbortSignal;
}

/** Resolves to the answer as the protocol carries it: one text block with one compact JSON object, and an image where one was asked for. */
export type ToolDispatcher = (request: ToolRequest) => Promise<CallToolResult>;

/**
 * The one way into every tool: parses arguments, runs the tool, renders its answer within the budget, reports errors.
 *
 * Paging. An answer that does not fit states `truncated: {shown, total, nextCursor}`. By a tool's `paging` the cursor is
 * - `rows`: made and read here. It counts the rows shown of each table, and names the capture by the end of its file name (`40-1a2b3c`): the
 *   next page continues with that capture (`pinned`), also when `latest` means another one by then.
 * - `own`: the tool reads `call.cursor`, and its answer names the place after each row (`cursorAfter`), the place where the rows end for another
 *   reason than the budget (`nextCursor`), and the number of all rows (`total`): for lists that grow at their front.
 * - `none`: nothing is ever cut.
 * `whenShown` reports how many rows of the list the agent gets, to tools that deliver each row once.
 *
 * `apart` runs the judgements over large captures where they keep no other call from being answered.
 */
export function makeToolDispatcher(
  tools: readonly NamedTool[],
  context: () => Promise<ToolContext>,
  log: (line: string) => void,
  apart?: ToolDispatcher,
): ToolDispatcher {
  const byName = new Map<string, NamedTool>(tools.map((tool) => [tool.name, tool]));
  /** What the last answers showed is noted behind them: the agent does not wait for it, its next call does. */
  let noting: Promise<void> = Promise.resolve();

  async function answer({ name, args, signal }: ToolRequest): Promise<{ text: string; image?: Image | undefined }> {
    const tool = byName.get(name);
    if (tool === undefined)
      throw new ServiceError("not-found", `There is no tool ${JSON.stringify(name)}. There are: ${[...byName.keys()].join(", ")}.`);
    const { maxTokens, cursor, capture, run } = tool.parse(withNamedFiles(args));
    const place = readCursor(tool.paging === "rows" ? cursor : undefined);
    const opened = await context();
    await noting;
    const pinned = place.tag === undefined ? undefined : await captureOf(opened, capture, place.tag);
    const own = tool.paging === "own" ? cursor : undefined;
    const read = new Map<string, Capture>();
    const recording = recordReads(opened, read);
    const call = { signal, cursor: own, pinned, maxTokens, tokensOf, offers: (other: string) => byName.has(other) };
    const result = await withProvenance(recording, read, await run(recording, call));
    const about = result.capture ?? result.fields?.["capture"];
    const cursorOf = (offsets: readonly number[]) =>
      tool.paging === "rows" ? writeCursor(offsets, typeof about === "string" ? about : undefined) : undefined;
    const { text, listRows } = render(result, {
      maxTokens,
      offsets: place.offsets,
      cursor: own,
      cursorOf,
      unseen: unseenIn([...read.values()]),
    });
    const written = new Promise((resolve) => setImmediate(resolve));
    // Of a call that was abandoned the agent gets no answer.
    noting = Promise.all([noting, written.then(() => (signal.aborted ? undefined : result.whenShown?.(listRows)))]).then(
      () => undefined,
      (error: unknown) => log(`${name}: what was shown could not be noted: ${String(error)}`),
    );
    return { text, image: result.image };
  }

  /** Whether a call judges a large capture: of those it names, else of those that it may choose from. */
  async function isLong({ name, args }: ToolRequest): Promise<boolean> {
    if (apart === undefined || byName.get(name)?.judges !== true) return false;
    const entries = await (await context()).captures.allEntries();
    const named = new Set(isRecord(args) ? Object.values(args).flat() : []);
    const read = entries.filter(({ filename }) => named.has(filename));
    return (read.length > 0 ? read : entries.slice(0, mostChosen)).some(({ elements }) => elements > mostElementsHere);
  }

  return async (request) => {
    const started = performance.now();
    try {
      if (apart !== undefined && (await isLong(request))) return await apart(request);
      const { text, image } = await answer(request);
      log(`${request.name}: ${Math.round(performance.now() - started)} ms, ${text.length} characters`);
      const content: CallToolResult["content"] = [{ type: "text", text }];
      if (image !== undefined) content.push({ type: "image", data: Buffer.from(image.png).toString("base64"), mimeType: "image/png" });
      return { content };
    } catch (error) {
      log(`${request.name}: failed after ${Math.round(performance.now() - started)} ms: ${String(error)}`);
      return { content: [{ type: "text", text: harmless(JSON.stringify(toErrorBody(error))) }], isError: true };
    }
  };
}

/** A judgement over more elements may take longer than starting a thread. */
const mostElementsHere = 5_000;
/** Most captures that a tool compares by itself. */
const mostChosen = 20;

/** The context of one call of a tool, which reads each source file once and notes in `read` the captures that the tool reads, by filename. */
function recordReads(context: ToolContext, read: Map<string, Capture>): ToolContext {
  const captures: ToolContext["captures"] = {
    ...context.captures,
    read: async (filename) => {
      const capture = await context.captures.read(filename);
      read.set(filename, capture);
      return capture;
    },
  };
  const readOnce = memoized((path: string) => context.sources.read(path));
  const sources: ToolContext["sources"] = {
    ...context.sources,
    read: (path, maxBytes) => (maxBytes === undefined ? readOnce(path) : context.sources.read(path, maxBytes)),
  };
  return { ...context, captures, sources };
}

/** Refs of texts that a person cannot see, with the reason: of the capture that was read, none where it was more than one. */
function unseenIn([capture, ...others]: readonly Capture[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (capture === undefined || others.length > 0) return found;
  const { unseen = [], strings } = capture.nodes;
  for (let at = 0; at < unseen.length; at += 2) {
    const reason = strings[unseen[at + 1] ?? 0] ?? "";
    // A capture's strings are not ours.
    found.set(`e${unseen[at]}`, /^[a-z -]{1,12}$/.test(reason) ? reason : "unseen");
  }
  return found;
}

/** Adds which code the answer's captures show; that the code has changed since stands first. */
async function withProvenance(context: ToolContext, read: ReadonlyMap<string, Capture>, answer: Answer): Promise<Answer> {
  for (const filename of answer.restsOn ?? []) if (!read.has(filename)) await context.captures.read(filename);
  const { stale, commit } = await provenanceFields(context.sources, [...read.values()]);
  if (read.size === 0) return answer;
  const { stale: own, ...fields } = answer.fields ?? {};
  return { ...answer, fields: { stale: own ?? stale, ...(await originFields(context, [...read.keys()])), ...fields, commit } };
}

/** Names the captures that no program of this user made, with where they are from; nothing where there are none. A table of the answer takes the name `from`. */
async function originFields(context: ToolContext, filenames: readonly string[]): Promise<{ [field: string]: Value }> {
  const placed = await Promise.all(filenames.map(async (capture) => ({ capture, ...(await context.captures.originOf(capture)) })));
  const foreign = placed.filter(({ origin }) => origin !== "here");
  const [only, ...more] = foreign;
  if (only === undefined) return {};
  if (placed.length === 1) return { origin: only.origin, ...(only.from === undefined ? {} : { report: page(only.from, 100) }) };
  return { origins: tableOf(["capture", "origin", "from"], [only, ...more]) };
}

/** Agents may pass a file name or cursor with the delimiters in which they got it. */
function withNamedFiles(args: unknown): unknown {
  if (!isRecord(args)) return args;
  const named = (value: unknown): unknown =>
    typeof value === "string" ? namedFile(value) : Array.isArray(value) ? value.map(named) : value;
  const isNamed = (key: string) => key === "cursor" || fileNameKeys.includes(key);
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, isNamed(key) ? named(value) : value]));
}

/** Texts are JSON strings in an answer. */
function tokensOf(text: string): number {
  return estimateTokens(JSON.stringify(text));
}

/** The capture that the arguments name, else the one whose tag the cursor has. */
async function captureOf(context: ToolContext, named: string | undefined, tag: string): Promise<string> {
  if (named !== undefined && named !== "latest") return named;
  const entry = (await context.captures.allEntries()).find(({ filename }) => tagOf(filename) === tag);
  if (entry === undefined) throw new ServiceError("not-found", "The capture of this cursor is gone. Ask again without a cursor.");
  return entry.filename;
}

/** A place in an answer: the rows shown of each table and the random end of the capture's name, `40-1a2b3c`, for two tables `5.12-1a2b3c`. */
export function writeCursor(offsets: readonly number[], capture: string | undefined): string {
  const tag = capture === undefined ? undefined : tagOf(capture);
  return tag === undefined ? offsets.join(".") : `${offsets.join(".")}-${tag}`;
}

/** Reads what `writeCursor` wrote. Throws ServiceError `invalid-input`. */
export function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return { offsets: [], tag: undefined };
  const match = /^(\d{1,7}(?:\.\d{1,7}){0,19})(?:-([0-9a-f]{6}))?$/.exec(cursor);
  if (match === null)
    throw new ServiceError("invalid-input", "cursor: this is none. Pass nextCursor of the answer that was cut, as it is.");
  return { offsets: (match[1] ?? "").split(".").map(Number), tag: match[2] };
}

/** The six hex digits at the end of a capture's filename. */
export function tagOf(filename: string): string | undefined {
  return /-([0-9a-f]{6})\.json$/.exec(filename)?.[1];
}
