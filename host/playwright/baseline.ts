import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Page, test } from "@playwright/test";
import { z } from "zod";
import { changesByCause } from "../analysis/proof/causes.js";
import { incomparable, isComparable } from "../analysis/proof/verdict.js";
import { type Capture, captureSchema } from "../contract/capture.js";
import type { Shown } from "./failure.js";
import { type Reading, readPage } from "./read-page.js";
import type { Judgement } from "./settle.js";

/** A page as it is to stay. `again`: the same loaded a second time when it was written, where that differed: what always changes. */
const baselineSchema = z.object({
  format: z.literal("svc-baseline"),
  version: z.literal(1),
  capture: captureSchema,
  again: captureSchema.optional(),
});
type Baseline = z.infer<typeof baselineSchema>;

/**
 * Returns what compares readings of a page with the test's baseline of a name, among its snapshots. `--update-snapshots` decides as for Playwright's
 * own: a missing one is written and fails, `all` and `changed` write it anew. What changes between two loads of one build, two readings of one
 * test or two attempts of it, nobody has changed.
 */
export function judgeBaseline(name: string, page: Page | undefined): (reading: Reading, others: readonly Capture[]) => Promise<Judgement> {
  const info = test.info();
  const path = info.snapshotPath(`${name}.svc.json`);
  const { updateSnapshots } = info.config;
  return async ({ capture, reader }, others) => {
    const isMissing = !existsSync(path);
    if (updateSnapshots === "all" || (isMissing && updateSnapshots !== "none")) {
      await write(path, capture, page);
      return isMissing && updateSnapshots !== "all"
        ? judged("fail", `There was no baseline “${name}”: it is written now, see that it is right.`)
        : passed;
    }
    if (isMissing) return judged("fail", `There is no baseline “${name}”. Run with --update-snapshots to write it.`);
    const known = readBaseline(path);
    if (known === undefined) return judged("fail", `The baseline “${name}” cannot be read. Run with --update-snapshots to write it anew.`);
    const before = hosted(known.capture, capture);
    const obstacle = incomparable(before, capture);
    if (obstacle !== undefined) return judged("cannot-tell", `The page cannot be compared with its baseline “${name}”`, [obstacle]);
    const loaded = known.again === undefined ? [] : [[before, hosted(known.again, capture)] as const];
    const { lines, unstable, refs } = changesByCause(before, capture, [...loaded, ...others.map((one) => [one, capture] as const)]);
    if (lines.length === 0) return passed;
    if (updateSnapshots === "changed") {
      await write(path, capture, page);
      return passed;
    }
    const left = unstable.map((line) => `left out, it changes by itself: ${line}`);
    const elements = refs.flatMap((ref) => reader.byRef(ref) ?? []);
    return judged("fail", `The page is not as in its baseline “${name}”`, [...lines, ...left], elements);
  };
}

const passed = judged("pass", "");

function judged(status: Judgement["status"], title: string, lines: readonly string[] = [], elements: Shown["elements"] = []): Judgement {
  return { status, explain: async () => ({ title, lines, elements }) };
}

/** The test decides which page it is: its address may have another port, or another id in its path. */
function hosted(capture: Capture, { metadata: { url } }: Capture): Capture {
  return { ...capture, metadata: { ...capture.metadata, url } };
}

function readBaseline(path: string): Baseline | undefined {
  try {
    return baselineSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** Loads the page once more, beside the test's own, to see what differs between two loads. */
async function write(path: string, capture: Capture, page: Page | undefined): Promise<void> {
  const again = page === undefined ? undefined : await loadAgain(page, capture);
  const isStable = again === undefined || !isComparable(capture, again) || changesByCause(capture, again).lines.length === 0;
  const baseline: Baseline = { format: "svc-baseline", version: 1, capture, ...(isStable ? {} : { again }) };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(baseline)}\n`);
}

async function loadAgain(page: Page, { metadata: { viewport, colorScheme } }: Capture): Promise<Capture> {
  const other = await page.context().newPage();
  try {
    await other.setViewportSize(viewport);
    await other.emulateMedia({ colorScheme });
    await other.goto(page.url());
    return (await readPage(other)).capture;
  } finally {
    await other.close();
  }
}
