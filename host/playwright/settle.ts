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
  explain(): Shown | Promise<Shown>;
}

/** Judges readings until one is as expected or the time is over; fails, too, where nothing can be decided. */
export async function settle(
  { isNot, timeout }: ExpectMatcherState,
  name: string,
  received: Page | Locator | Capture,
  judge: (reading: Reading, others: readonly Capture[], page: Page | undefined) => Judgement | Promise<Judgement>,
): Promise<MatcherReturnType> {
  const endsAt = Date.now() + timeout;
  const page = isCapture(received) ? undefined : "page" in received ? received.page() : received;
  const called = `expect(…).${isNot ? "not." : ""}${name}`;
  const stored = failedReading(test.info());
  const earlier = test.info().retry > 0 && existsSync(stored) ? [captureSchema.parse(JSON.parse(readFileSync(stored, "utf8")))] : [];
  let first: Capture | undefined;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
    const reading = await readOr(received, endsAt);
    const others = first === undefined ? earlier : [...earlier, first];
    first ??= reading.capture;
    const judgement = await judge(reading, others, page);
    const pass = judgement.status === "cannot-tell" ? isNot : judgement.status === "pass";
    const changed = () =>
      others.flatMap((one) => changesByCause(one, reading.capture).lines).map((line) => `changed between two readings: ${line}`);
    if (pass !== isNot) {
      if (earlier.length > 0 && changed().length > 0) await attachWords(`${called} failed in an earlier attempt`, changed());
      return { pass, name, message: () => called };
    }
    if (page === undefined || Date.now() + pauseMs > endsAt) {
      mkdirSync(dirname(stored), { recursive: true });
      writeFileSync(stored, JSON.stringify(reading.capture));
      const shown = isNot && judgement.status === "pass" ? { title: "It does.", lines: [], elements: [] } : await judgement.explain();
      const words = await attachFailure(page, reading.reader, { ...shown, lines: [...shown.lines, ...new Set(changed())] });
      return { pass, name, message: () => `${called}\n\n${words}` };
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** A page that moves on while it is read is read again. */
async function readOr(subject: Page | Locator | Capture, endsAt: number): Promise<Reading> {
  if (isCapture(subject)) return { capture: subject, reader: readCapture(subject) };
  for (;;) {
    try {
      return await readPage(subject);
    } catch (error) {
      const isLeaving = error instanceof Error && /context was destroyed|navigat|Cannot find context/i.test(error.message);
      if (!isLeaving || Date.now() > endsAt) throw error;
    }
  }
}

function isCapture(received: Page | Locator | Capture): received is Capture {
  return "format" in received;
}

const counts = new WeakMap<TestInfo, number>();

/** Where an attempt of a test leaves the reading with which this one of its expectations failed. Playwright empties that folder with each run. */
function failedReading(info: TestInfo): string {
  const place = (counts.get(info) ?? 0) + 1;
  counts.set(info, place);
  return join(info.project.outputDir, ".svc-readings", `${info.testId}-${info.repeatEachIndex}-${place}.json`);
}
