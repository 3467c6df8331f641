import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Page, test } from "@playwright/test";
import { z } from "zod";
import { changesByCause } from "../analysis/proof/causes.js";
import { incomparable } from "../analysis/proof/verdict.js";
import { type Capture, captureSchema } from "../contract/capture.js";
import { parseJson } from "../contract/json.js";
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

/**
 * Returns what compares readings of a page with the test's baseline of a name, among its snapshots. `--update-snapshots` decides as for Playwright's
 * own: a missing one is written and fails, `all` and `changed` write it anew. What changes between two loads of one build, two readings of one
 * test or two attempts of it, nobody has changed. Throws Error for a file that is no baseline.
 */
export function judgeBaseline(name: string): (reading: Reading, others: readonly Capture[], page?: Page) => Promise<Judgement> {
  const path = test.info().snapshotPath(`${name}.svc.json`);
  const { updateSnapshots: updates } = test.info().config;
  return async ({ capture, reader }, others, page) => {
    const known = existsSync(path) && updates !== "all" ? readBaseline(path, name) : undefined;
    if (known === undefined && updates === "none") return judged("fail", `There is no baseline “${name}”. Run with --update-snapshots.`);
    if (known === undefined) {
      await write(path, capture, page);
      return judged(updates === "missing" ? "fail" : "pass", `There was no baseline “${name}”: it is written now, see that it is right.`);
    }
    // The test decides which page it is: its address may have another port, or another id in its path.
    const hosted = (one: Capture): Capture => ({ ...one, metadata: { ...one.metadata, url: capture.metadata.url } });
    const before = hosted(known.capture);
    const obstacle = incomparable(before, capture);
    if (obstacle !== undefined) return judged("cannot-tell", `The page cannot be compared with its baseline “${name}”`, [obstacle]);
    const loaded = known.again === undefined ? [] : [[before, hosted(known.again)] as const];
    const { lines, rows } = changesByCause(before, capture, [...loaded, ...others.map((one) => [one, capture] as const)]);
    if (lines.length > 0 && updates === "changed") await write(path, capture, page);
    const elements = rows.flatMap(({ what, ref }) => (what === "removed" ? [] : (reader.byRef(ref) ?? [])));
    const isSame = lines.length === 0 || updates === "changed";
    return judged(isSame ? "pass" : "fail", `The page is not as in its baseline “${name}”`, lines, elements);
  };
}

function judged(status: Judgement["status"], title: string, lines: readonly string[] = [], elements: Shown["elements"] = []): Judgement {
  return { status, explain: () => ({ title, lines, elements }) };
}

function readBaseline(path: string, name: string): z.infer<typeof baselineSchema> {
  const { data } = baselineSchema.safeParse(parseJson(readFileSync(path, "utf8")));
  if (data === undefined) throw new Error(`The baseline “${name}” cannot be read. Run with --update-snapshots=all to write it anew.`);
  return data;
}

async function write(path: string, capture: Capture, page: Page | undefined): Promise<void> {
  const again = page && (await loadAgain(page, capture));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ format: "svc-baseline", version: 1, capture, again })}\n`);
}

/** How long another load may take to look like the first, ms; what differs then differs with each load. */
const settledMs = 3_000;

/**
 * Loads the page once more and returns it where the same elements have other contents. Undefined where nothing differs, and where the test may have
 * brought the page into its state: by a way through other pages, by input, by what fields hold, or so that other elements are there.
 */
async function loadAgain(page: Page, capture: Capture): Promise<Capture | undefined> {
  const isAsLoaded = await page.evaluate(() => {
    const { eventCounts } = performance;
    // A clock of the test's has another object in its place.
    const isKnown = globalThis.EventCounts !== undefined && eventCounts instanceof EventCounts;
    // In Chromium's headless shell the pointer comes over each page at its corner as it loads.
    const isInput = (type: string) => !/(?:enter|over)$/.test(type) || document.querySelector("body :hover") !== null;
    return isKnown && [...eventCounts].every(([type, n]) => n === 0 || !isInput(type)) && document.referrer === "";
  });
  if (!isAsLoaded) return undefined;
  await page.reload();
  for (const endsAt = Date.now() + settledMs; ; await page.waitForTimeout(200)) {
    const { capture: again } = await readPage(page);
    const { rows } = changesByCause(capture, again);
    const isOther = rows.length > 0 && Date.now() > endsAt;
    if (isOther && isDeepStrictEqual(capture.removed, again.removed) && rows.every(({ what }) => what === "changed")) return again;
    if (isOther || rows.length === 0) return undefined;
  }
}
