import type { ExpectMatcherState, Locator, MatcherReturnType, Page } from "@playwright/test";
import type { Capture } from "../contract/capture.js";
import type { Verdict } from "../contract/checks.js";
import { readCapture } from "../contract/reader.js";
import { attachFailure, type Shown } from "./failure.js";
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
  judge: (reading: Reading) => Judgement,
): Promise<MatcherReturnType> {
  const endsAt = Date.now() + timeout;
  const page = isCapture(received) ? undefined : "page" in received ? received.page() : received;
  const called = `expect(…).${isNot ? "not." : ""}${name}`;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
    const reading = await readOr(received, endsAt);
    const judgement = judge(reading);
    const pass = judgement.status === "cannot-tell" ? isNot : judgement.status === "pass";
    if (pass !== isNot) return { pass, name, message: () => called };
    if (page === undefined || Date.now() + pauseMs > endsAt) {
      const shown = isNot && judgement.status === "pass" ? { title: "It does.", lines: [], elements: [] } : await judgement.explain();
      const words = await attachFailure(page, reading.reader, shown);
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
