import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Capture } from "../../../../host/contract/capture.js";
import type { CapturedElement } from "../../../../host/contract/reader.js";
import { annotated, openToolBench, rowsOf, type ToolBench } from "../../../../host/testing/tool-bench.js";
import type { App } from "./app.js";
import { checkoutOf, clone, copyMaps, mapsOf } from "./checkout.js";
import type { Site } from "./instrument.js";
import type { RecordedPage } from "./record.js";
import { type Question, sampleOf } from "./sample.js";

/** What find_source answered for one element. */
export interface Judged {
  readonly app: App;
  readonly mode: "off" | "on";
  readonly question: Question;
  readonly rows: readonly Row[];
  /** Of the first row that is right, from 1; 0 when none is. */
  readonly rank: number;
  /** Whether the first row is right, or the place in the data or in a component's use that holds the element's own text. */
  readonly isUseful: boolean;
}

interface Row {
  readonly file: string;
  readonly line: number;
  readonly is: string;
  readonly score: number;
  readonly evidence: string;
  readonly isRight: boolean;
}

/** Asks the real tool, over a real store and a clone of the app, about a sample of elements: without and with the page's world. */
export async function judgeApp(cache: string, app: App): Promise<Judged[]> {
  const pages = await recordedPages(cache, app);
  const questions = sampleOf(pages);
  return withClone(cache, app, async (bench) => {
    const judged: Judged[] = [];
    for (const mode of modes) {
      for (const page of pages) {
        const mine = questions.filter((question) => question.page === page);
        if (mine.length === 0) continue;
        const capture = await bench.add(renewed(page.captures[mode]));
        for (const question of mine) {
          const answer = await bench.call("find_source", { ref: question.element.ref, capture });
          const rows = (answer["columns"] === undefined ? [] : rowsOf(answer)).map((row) => rowOf(row, question.sites));
          const rank = rows.findIndex(({ isRight }) => isRight) + 1;
          const isUseful = rank === 1 || (rows[0] !== undefined && (await holdsText(bench.root, rows[0], question)));
          judged.push({ app, mode, question, rows, rank, isUseful });
        }
      }
    }
    return judged;
  });
}

/** A note as people write them, on an element of an app, and the file that is to be edited first for it: an entry of `notes.json` in the cache. */
export interface RealisticNote {
  readonly app: string;
  /** Path of the page. */
  readonly url: string;
  readonly tag: string;
  /** The element's own text or its name. */
  readonly shown: string;
  readonly comment: string;
  /** Where the text stands, where this one element is written, or for a change of all of its kind where these are drawn. */
  readonly edit: string;
}

/** What get_annotation_context answered for a note. */
export interface JudgedNote {
  readonly app: App;
  readonly mode: "off" | "on";
  readonly note: RealisticNote;
  /** Files in the order of the answer. */
  readonly files: readonly string[];
}

/** Stores each note of an app on its element, as if it had been sent, and asks the real tool where to edit. */
export async function judgeNotes(cache: string, app: App, notes: readonly RealisticNote[]): Promise<JudgedNote[]> {
  const pages = await recordedPages(cache, app);
  const mine = notes.filter((note) => note.app === app.name);
  return withClone(cache, app, async (bench) => {
    const judged: JudgedNote[] = [];
    for (const mode of modes) {
      for (const note of mine) {
        const page = pages.find(({ url }) => url === note.url);
        if (page === undefined) throw new Error(`${app.name}: ${note.url} was not recorded`);
        const id = `note-${crypto.randomUUID()}`;
        const isMeant = ({ tag, text, name }: CapturedElement) =>
          tag === note.tag && [text, name].some((shown) => shown.trim().replace(/\s+/g, " ") === note.shown);
        await bench.add(annotated(renewed(page.captures[mode]), isMeant, note.comment, id));
        const { source } = await bench.call("get_annotation_context", { annotation: id });
        judged.push({ app, mode, note, files: rowsOf(source).map(({ file }) => String(file)) });
      }
    }
    return judged;
  });
}

const modes = ["off", "on"] as const;

async function recordedPages(cache: string, app: App): Promise<RecordedPage[]> {
  return JSON.parse(await readFile(join(cache, "recorded", `${app.name}.json`), "utf8"));
}

function renewed(capture: Capture): Capture {
  return { ...capture, metadata: { ...capture.metadata, id: crypto.randomUUID() } };
}

/** Opens the tools on a clone of the app at its commit. */
async function withClone<T>(cache: string, app: App, use: (bench: ToolBench) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "svc-judge-"));
  const root = join(folder, "clone");
  await clone(checkoutOf(cache, app).repository, root, app, "--shared");
  const maps = app.recipe?.maps;
  if (maps !== undefined && existsSync(mapsOf(cache, app))) await copyMaps(mapsOf(cache, app), join(root, app.folder ?? "", maps));
  const bench = await openToolBench(join(root, app.folder ?? ""));
  try {
    return await use(bench);
  } finally {
    await bench.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const linesOfTag = 8;

async function holdsText(root: string, { file, line }: Row, { element, kind }: Question): Promise<boolean> {
  const shown = element.text.trim() || element.name.trim();
  if (shown.length < 2 || kind === "box" || kind === "list row" || kind === "icon") return false;
  const lines = (await readFile(join(root, file), "utf8")).split("\n").slice(line - 1, line - 1 + linesOfTag);
  return [`"${shown}"`, `'${shown}'`, `\`${shown}\``].some((quoted) => lines.join("\n").includes(quoted));
}

function rowOf(row: Record<string, unknown>, sites: readonly Site[]): Row {
  const [file, line] = [String(row["file"]), Number(row["line"])];
  const isRight = sites.some((site) => site.file === file && line >= site.line && line <= site.lastLine);
  return { file, line, is: String(row["is"] ?? ""), score: Number(row["score"]), evidence: String(row["evidence"]), isRight };
}
