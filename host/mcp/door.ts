import { ServiceError, toErrorBody } from "../contract/errors.js";
import { fileNameKeys } from "../tools/answer.js";
import type { ToolContext } from "../tools/context.js";
import type { Tool } from "../tools/define.js";
import { readCursor, tagOf, writeCursor } from "./cursor.js";
import { harmless } from "./delimiters.js";
import { namedFile } from "./file-names.js";
import { render } from "./render.js";
import { estimateTokens } from "./tokens.js";

/** A tool's answer as the protocol carries it: one text block with one compact JSON object. */
export interface ToolResult {
  readonly [key: string]: unknown;
  readonly content: { type: "text"; text: string }[];
  readonly isError?: true;
}

export interface DoorCall {
  readonly name: string;
  readonly args: unknown;
  readonly signal: AbortSignal;
}

export type Door = (call: DoorCall) => Promise<ToolResult>;

/** The one way into every tool: arguments checked, errors told, texts wrapped, budget kept, time taken. */
export function makeDoor(tools: readonly Tool[], context: () => Promise<ToolContext>, log: (line: string) => void): Door {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));

  async function answer({ name, args, signal }: DoorCall): Promise<string> {
    const tool = byName.get(name);
    if (tool === undefined)
      throw new ServiceError("not-found", `There is no tool ${JSON.stringify(name)}. There are: ${[...byName.keys()].join(", ")}.`);
    const checked = tool.check(args);
    const { maxTokens } = checked;
    const cursor = checked.cursor === undefined ? undefined : namedFile(checked.cursor);
    const input = withNamedFiles(checked.input);
    const place = tool.paging === "rows" ? readCursor(cursor) : { offsets: [], tag: undefined };
    const open = await context();
    const pinned = place.tag === undefined ? undefined : await captureOf(open, input, place.tag);
    const chosen = pinned !== undefined && tool.takesCapture ? { ...input, capture: pinned } : input;
    const own = tool.paging === "own" ? cursor : undefined;
    const result = await tool.run(open, chosen, { signal, cursor: own, pinned, maxTokens, tokensOf, offers: (name) => byName.has(name) });
    const cursorOf = (offsets: readonly number[]) => (tool.paging === "rows" ? writeCursor(offsets, result.capture) : undefined);
    const { text, listRows } = render(result, { maxTokens, offsets: place.offsets, cursor: own, cursorOf });
    result.whenShown?.(listRows);
    return text;
  }

  return async (call) => {
    const started = performance.now();
    try {
      const text = await answer(call);
      log(`${call.name}: ${Math.round(performance.now() - started)} ms, ${text.length} characters`);
      return { content: [{ type: "text", text }] };
    } catch (error) {
      log(`${call.name}: failed after ${Math.round(performance.now() - started)} ms: ${String(error)}`);
      return { content: [{ type: "text", text: harmless(JSON.stringify(toErrorBody(error))) }], isError: true };
    }
  };
}

/** Names of captures may come back with the delimiters in which they stood. */
function withNamedFiles(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const named = (value: unknown): unknown =>
    typeof value === "string" ? namedFile(value) : Array.isArray(value) ? value.map(named) : value;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, fileNameKeys.includes(key) ? named(value) : value]));
}

/** Text stands in an answer as a JSON string. */
function tokensOf(text: string): number {
  return estimateTokens(JSON.stringify(text));
}

/** A cut answer goes on with the capture that it began with, also when `latest` means another one by now. */
async function captureOf(context: ToolContext, input: Readonly<Record<string, unknown>>, tag: string): Promise<string> {
  const named = input["capture"];
  if (typeof named === "string" && named !== "latest") return named;
  const entry = (await context.captures.entries()).find(({ filename }) => tagOf(filename) === tag);
  if (entry === undefined) throw new ServiceError("not-found", "The capture of this cursor is gone. Ask again without a cursor.");
  return entry.filename;
}
