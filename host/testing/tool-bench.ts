import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openProject } from "../cli/session.js";
import type { Annotation } from "../contract/annotation.js";
import type { Capture } from "../contract/capture.js";
import { type CapturedElement, readCapture } from "../contract/reader.js";

import { makeToolDispatcher } from "../mcp/tool-dispatcher.js";
import { openStore, type Store } from "../store/store.js";
import { toolsOf } from "../tools/registry.js";
import { rowsOf } from "./rows.js";
import { type Files, writeFiles } from "./write-files.js";

export { rowsOf };

/** A project in a temporary folder with all tools open on it, in this process. */
export interface ToolBench {
  readonly root: string;
  /** The folder of the per-user state. */
  readonly state: string;
  /** What the tool dispatcher logged: for each call its time, and what failed. */
  readonly log: readonly string[];
  readonly store: Store;
  /** Stores a capture and returns its filename. */
  add(capture: Capture): Promise<string>;
  blocks(
    tool: string,
    args?: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
  text(tool: string, args?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Calls a tool and returns its object; an error's object too. */
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<Answered>;
  close(): Promise<void>;
}

export type Answered = Record<string, unknown>;

/** `project`: the folder of one, or the files of one to be made. */
export async function openToolBench(project: string | Files = {}): Promise<ToolBench> {
  const root = typeof project === "string" ? project : mkdtempSync(join(tmpdir(), "svc-tools-"));
  if (typeof project !== "string") writeFiles(root, project);
  const state = mkdtempSync(join(tmpdir(), "svc-state-"));
  const store = await openStore(root, { stateFolder: state });
  const opened = await openProject(root, state);
  const log: string[] = [];
  const dispatch = makeToolDispatcher(
    toolsOf("all"),
    async () => opened.context,
    (line) => log.push(line),
  );
  const blocks: ToolBench["blocks"] = async (name, args = {}, signal = new AbortController().signal) =>
    (await dispatch({ name, args, signal })).content.map((block) => ({ ...block }));
  const text: ToolBench["text"] = async (name, args = {}) => (await blocks(name, args)).map((block) => block["text"] ?? "").join("");
  return {
    root,
    state,
    log,
    store,
    add: async (capture) => (await store.captures.create(capture)).filename,
    blocks,
    text,
    call: async (name, args) => JSON.parse(await text(name, args)),
    close: async () => {
      await opened.close();
      await store.close();
      for (const folder of [root, state]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** All rows of a tool's list, answer by answer. Throws where one has none. */
export async function allRows(bench: Pick<ToolBench, "call">, tool: string, args: Readonly<Record<string, unknown>>): Promise<Answered[]> {
  const rows: Answered[] = [];
  let cursor: unknown;
  do {
    const answer = await bench.call(tool, { ...args, ...(cursor === undefined ? {} : { cursor }) });
    const shown = rowsOf(answer);
    if (shown.length === 0) throw new Error(`an answer of ${tool} has no row`);
    rows.push(...shown);
    cursor = Object(answer["truncated"])["nextCursor"];
  } while (cursor !== undefined);
  return rows;
}

/** A capture with a comment on one of its elements, as the sidebar sends it. */
export function annotated(
  capture: Capture,
  find: (element: CapturedElement) => boolean,
  comment: string,
  id = `note-${comment.length}-${capture.metadata.id.slice(0, 8)}`,
): Capture {
  const element = [...readCapture(capture).elements()].find(find);
  if (element === undefined) throw new Error("no element fits the comment");
  const { ref, key, selector, box } = element;
  const annotation: Annotation = {
    id,
    target: { type: "element", elements: [{ ref, present: true, key, selector, box }] },
    comment,
    kind: "bug",
    severity: "medium",
    status: "unresolved",
    createdAt: new Date().toISOString(),
  };
  return { ...capture, annotations: [...capture.annotations, annotation] };
}
