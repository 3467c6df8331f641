import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ExpectMatcherState, type Locator, type MatcherReturnType, type Page, type TestInfo, test } from "@playwright/test";
import { changesByCause } from "../analysis/proof/causes.js";
import { type Capture, captureSchema } from "../contract/capture.js";
import type { Verdict } from "../contract/checks.js";
import { readCapture } from "../contract/reader.js";
import { attachFailure, attachWords, type Shown } from "./failure.js";
import { type Reading, readPage } from "./read-page.js";

/** What a page shows: whether it is as expected, and in words why not. */
export interface Judgement {
  readonly status: Verdict["status"];
  explain(): Promise<Shown>;
}

/** Judges readings until one is as expected or the time is over; fails, too, where nothing can be decided. */
export async function settle(
  { isNot, timeout }: ExpectMatcherState,
  name: string,
  received: Page | Locator | Capture,
  judge: (reading: Reading, others: readonly Capture[]) => Judgement | Promise<Judgement>,
): Promise<MatcherReturnType> {
  const endsAt = Date.now() + timeout;
  const earlier = earlierAttempt(test.info());
  const called = `expect(…).${isNot ? "not." : ""}${name}`;
  let first: Capture | undefined;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
    const reading = isCapture(received)
      ? { capture: received, reader: readCapture(received), elements: [] }
      : await readOr(received, endsAt);
    const others = [earlier.capture, first].flatMap((one) => one ?? []);
    first ??= reading.capture;
    const judgement = await judge(reading, others);
    const pass = judgement.status === "cannot-tell" ? isNot : judgement.status === "pass";
    const between = () =>
      others.flatMap((one) => changesByCause(one, reading.capture).lines).map((line) => `changed between two readings: ${line}`);
    if (pass !== isNot) {
      if (earlier.capture !== undefined && between().length > 0) await attachWords(`${called} failed in an earlier attempt`, between());
      return { pass, name, message: () => called };
    }
    if (isCapture(received) || Date.now() + pauseMs > endsAt) {
      earlier.keep(reading.capture);
      const page = isCapture(received) ? undefined : "page" in received ? received.page() : received;
      const shown = isNot && judgement.status === "pass" ? { title: "It does.", lines: [], elements: [] } : await judgement.explain();
      const words = await attachFailure(page, reading.reader, { ...shown, lines: [...shown.lines, ...new Set(between())] });
      return { pass, name, message: () => `${called}\n\n${words}` };
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** A page that moves on while it is read is read again. */
async function readOr(subject: Page | Locator, endsAt: number): Promise<Reading> {
  for (;;) {
    try {
      return await readPage(subject);
    } catch (error) {
      const isLeaving = error instanceof Error && /context was destroyed|navigat|Cannot find context/i.test(error.message);
      if (!isLeaving || Date.now() > endsAt) throw error;
    }
  }
}

export function isCapture(received: Page | Locator | Capture): received is Capture {
  return "format" in received;
}

const counts = new WeakMap<TestInfo, number>();

/**
 * The reading of the page with which an earlier attempt of a test failed at the same one of its expectations, and a place to keep this attempt's.
 * Playwright empties that folder with each run.
 */
function earlierAttempt(info: TestInfo) {
  const place = (counts.get(info) ?? 0) + 1;
  counts.set(info, place);
  const name = createHash("sha256").update(`${info.testId} ${info.repeatEachIndex} ${place}`).digest("hex").slice(0, 32);
  const path = join(info.project.outputDir, ".svc-readings", `${name}.json`);
  const capture: Capture | undefined =
    info.retry > 0 && existsSync(path) ? captureSchema.parse(JSON.parse(readFileSync(path, "utf8"))) : undefined;
  const keep = (failed: Capture): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(failed));
  };
  return { capture, keep };
}
