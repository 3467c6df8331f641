import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { sourcesOf } from "../../extension/fixtures/apps/build.js";
import { serveApp } from "../../extension/fixtures/apps/serve.js";
import { limits } from "../contract/limits.js";
import { readCapture } from "../contract/reader.js";
import { openStudio } from "../testing/captures.js";
import { isLong } from "../testing/long.js";
import { shared } from "../testing/shared.js";
import { testBench } from "../testing/test-bench.js";
import { annotated, rowsOf } from "../testing/tool-bench.js";
import { waitUntil } from "../testing/wait-until.js";

const studio = shared(openStudio);

/** The app as it was drawn, and its sources in a project of their own. */
async function openApp(app: "react19" | "vue3" | "svelte5") {
  const root = mkdtempSync(join(tmpdir(), `svc-${app}-`));
  cpSync(sourcesOf(app), root, { recursive: true });
  const served = await serveApp(app);
  try {
    const capture = await waitUntil(`${app} to be drawn`, async () => {
      const taken = await studio.url(served.url, { change: `new Promise((resolve) => setTimeout(resolve, 1 + ${Math.random()}))` });
      return taken.nodes.count > 12 ? taken : undefined;
    });
    return { bench: await testBench(root), capture };
  } finally {
    await served.close();
  }
}

describe("get_annotation_context on apps of real frameworks", () => {
  it.each(["react19", "vue3", "svelte5"] as const)("gives all of every control of %s in 2,000 tokens", async (app) => {
    const { bench, capture } = await openApp(app);
    const controls = [...readCapture(capture).elements()].filter(({ interactive, visible }) => interactive && visible);
    expect(controls.length).toBeGreaterThan(5);
    const noted = controls.reduce(
      (all, { ref, index }) => annotated(all, (element) => element.ref === ref, `Please change control number ${index}`, `note-${index}`),
      capture,
    );
    await bench.add(noted);
    for (const { index, name, ref } of controls) {
      const text = await bench.text("get_annotation_context", { annotation: `note-${index}` });
      expect(countTokens(text), name).toBeLessThanOrEqual(2_000);
      const answer = JSON.parse(text);
      expect(answer).toMatchObject({
        annotation: { comment: `[USER_COMMENT]Please change control number ${index}[/USER_COMMENT]`, ref },
        element: { name: `[CAPTURED_TEXT]${name}[/CAPTURED_TEXT]`, box: expect.any(Array) },
      });
      // One that is the selector alone stands with the annotation.
      expect(answer.element.locator ?? answer.annotation.selector, name).toEqual(expect.any(String));
      expect(answer, name).not.toHaveProperty("truncated");
      for (const table of ["styles", "ancestors"]) expect(answer[table], table).toHaveProperty("rows");
      const [best] = rowsOf(answer.source);
      expect(linesOf(best?.["code"]), name).toContain(best?.["line"]);
      expect(best?.["is"], name).toMatch(/^(use|definition|data)$/);
      // Three lines on both sides, unless the file begins or ends there.
      expect(linesOf(best?.["code"]).length, name).toBeGreaterThanOrEqual(4);
    }
  });
});

/** Numbers of the lines that a piece of code shows. */
function linesOf(code: unknown): number[] {
  return String(code)
    .split("\n")
    .map((line) => Number(/^(\d+): /.exec(line)?.[1]));
}

it.skipIf(!isLong)(
  "answers about elements and notes of a project with more files than are read say so, of one with fewer nothing",
  async () => {
    for (const [files, expected] of [
      [limits.sourceReadsMax + 1, /^Only 50000 of 50001 source files/],
      [1, undefined],
    ] as const) {
      const bench = await testBench(Object.fromEntries(Array.from({ length: files }, (_, at) => [`a${at % 99}/${at}.tsx`, ""])));
      const capture = await studio.html("<main><button>Pay</button></main>");
      await bench.add(annotated(capture, ({ tag }) => tag === "button", "Too red", "a"));
      const answers = [await bench.call("find_source", { text: "Pay" }), await bench.call("get_annotation_context", { annotation: "a" })];
      for (const answer of answers) expect(answer["leftOut"]).toEqual(expected === undefined ? undefined : expect.stringMatching(expected));
    }
  },
);

it("says what keeps the pointer from an element that is seen", async () => {
  const bench = await testBench({});
  await bench.add(annotated(await studio.html("<main inert><button>Pay</button></main>"), ({ tag }) => tag === "button", "Dead", "dead"));
  expect(await bench.call("get_annotation_context", { annotation: "dead" })).toMatchObject({
    element: { outOfReach: expect.stringMatching(/^inert in e\d+$/) },
  });
});
