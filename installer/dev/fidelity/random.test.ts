import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe } from "vitest";
import { isLong } from "../../../host/testing/long.js";
import { openChromium } from "./chromium.js";
import { randomPage } from "./testing/random-page.js";
import { holdShares } from "./testing/shares.js";

const pages = isLong ? 12 : 4;
// Such markup nobody writes: where it contradicts itself, Chromium's answers are not always the standard's.
const leastShares = { recall: 1, text: 0.99, role: 0.98, name: 0.95, exposed: 0.98, box: 1, selector: 1 };

describe("pages of random markup", () => {
  const folder = mkdtempSync(join(tmpdir(), "fidelity-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const written = () => {
    for (const [index, html] of fc.sample(randomPage, { numRuns: pages, seed: 20_260 }).entries())
      writeFileSync(join(folder, `random-${index}.html`), html);
    return folder;
  };
  holdShares(openChromium, written, leastShares, pages * 25);
});
