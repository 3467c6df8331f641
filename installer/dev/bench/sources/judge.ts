import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Capture } from "../../../../host/contract/capture.js";
import { openToolBench, rowsOf, type ToolBench } from "../../../../host/testing/tool-bench.js";
import type { App } from "./apps.js";
import { checkoutOf, clone } from "./checkout.js";
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
          judged.push({ app, mode, question, rows, rank });
        }
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
  const bench = await openToolBench(join(root, app.folder ?? ""));
  try {
    return await use(bench);
  } finally {
    await bench.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function rowOf(row: Record<string, unknown>, sites: readonly Site[]): Row {
  const [file, line] = [String(row["file"]), Number(row["line"])];
  const isRight = sites.some((site) => site.file === file && line >= site.line && line <= site.lastLine);
  return { file, line, is: String(row["is"] ?? ""), score: Number(row["score"]), evidence: String(row["evidence"]), isRight };
}
