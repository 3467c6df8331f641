import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { openToolBench, rowsOf } from "../../../../host/testing/tool-bench.js";
import type { App } from "./apps.js";
import { checkoutOf } from "./checkout.js";
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
export async function judgeApp(cache: string, app: App, perKind: number, isQuick: boolean): Promise<Judged[]> {
  const pages: RecordedPage[] = JSON.parse(await readFile(join(cache, "recorded", `${app.name}.json`), "utf8"));
  const questions = sampleOf(pages, perKind);
  const folder = await mkdtemp(join(tmpdir(), "svc-judge-"));
  const { repository } = checkoutOf(cache, app);
  await execa("git", ["clone", "--quiet", "--shared", repository, join(folder, "clone")]);
  await execa("git", ["-C", join(folder, "clone"), "checkout", "--quiet", app.commit]);
  const root = join(folder, "clone", app.folder ?? "");
  // Asking git how old the capture is takes most of the time.
  if (isQuick) await rm(join(folder, "clone", ".git"), { recursive: true });
  const bench = await openToolBench(root);
  try {
    const judged: Judged[] = [];
    for (const mode of ["off", "on"] as const) {
      for (const page of pages) {
        const mine = questions.filter((question) => question.page === page);
        if (mine.length === 0) continue;
        const capture = await bench.add({ ...page.captures[mode], metadata: { ...page.captures[mode].metadata, id: crypto.randomUUID() } });
        for (const question of mine) {
          const answer = await bench.call("find_source", { ref: question.element.ref, capture });
          const rows = (answer["columns"] === undefined ? [] : rowsOf(answer)).map((row) => rowOf(row, question.sites));
          const rank = rows.findIndex(({ isRight }) => isRight) + 1;
          const isUseful = rank === 1 || (rows[0] !== undefined && (await holdsText(root, rows[0], question)));
          judged.push({ app, mode, question, rows, rank, isUseful });
        }
      }
    }
    return judged;
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
