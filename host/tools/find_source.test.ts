import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sourcesOf, truthOf } from "../../extension/fixtures/apps/build.js";
import { type AppName, appNames } from "../../extension/fixtures/apps/frameworks.js";
import { serveApp } from "../../extension/fixtures/apps/serve.js";
import type { Truth } from "../../extension/fixtures/apps/truth.js";
import { readCapture } from "../contract/reader.js";
import { openStudio } from "../testing/captures.js";
import { isLong, rowsOfRun } from "../testing/long.js";
import { shared } from "../testing/shared.js";
import { testBench } from "../testing/test-bench.js";
import { rowsOf } from "../testing/tool-bench.js";
import { waitUntil } from "../testing/wait-until.js";

const studio = shared(openStudio);

/** Refs of the elements that the truth speaks of: it names all of their tags, and both lists are in document order. */
async function captureOf(app: AppName, truth: readonly Truth[]) {
  const served = await serveApp(app);
  try {
    const capture = await waitUntil(`${app} to be drawn`, async () => {
      const taken = await studio.url(served.url, { change: `new Promise((resolve) => setTimeout(resolve, 1 + ${Math.random()}))` });
      return taken.nodes.count > 12 ? taken : undefined;
    });
    const left = [...readCapture(capture).elements()];
    const refs = truth.map(({ selector }) => {
      const tag = /([a-z-]+):nth-child\(\d+\)$/.exec(selector)?.[1];
      const at = left.findIndex((element) => element.tag === tag);
      return at < 0 ? undefined : left.splice(at, 1)[0]?.ref;
    });
    return { capture, refs };
  } finally {
    await served.close();
  }
}

function isRight(row: Record<string, unknown> | undefined, { file, line, usedAt }: Truth): boolean {
  const is = (place: { file: string; line: number }) => row?.["file"] === place.file && row["line"] === place.line;
  return is({ file, line }) || (usedAt !== undefined && is(usedAt));
}

/** Those that other tests of a short run need as well: each is built twice by its development server, with its marks and without. */
const built: readonly AppName[] = ["react19", "vue3", "svelte5", "server-template"];

describe("find_source on apps of real frameworks, without their markers", () => {
  const totals = { elements: 0, first: 0, five: 0 };

  it.each(rowsOfRun(appNames, built))("%s", async (app) => {
    const truth = await truthOf(app);
    const root = mkdtempSync(join(tmpdir(), `svc-${app}-`));
    cpSync(sourcesOf(app), root, { recursive: true });
    const bench = await testBench(root);
    const { capture, refs } = await captureOf(app, truth);
    await bench.add(capture);
    for (const [index, one] of truth.entries()) {
      const rows = rowsOf(await bench.call("find_source", { ref: refs[index] }));
      totals.elements++;
      if (isRight(rows[0], one)) totals.first++;
      if (rows.some((row) => isRight(row, one))) totals.five++;
      expect(rows.length).toBeLessThanOrEqual(5);
    }
  });

  it("is right at once for nine in ten, and among five for all but one in fifty", () => {
    console.log("find_source", totals);
    expect(totals.elements).toBeGreaterThan(isLong ? 80 : 40);
    expect(totals.first / totals.elements).toBeGreaterThanOrEqual(0.9);
    expect(totals.five / totals.elements).toBeGreaterThanOrEqual(0.98);
  });
});

describe("find_source", () => {
  it("asks for exactly one way to name the element", async () => {
    const bench = await testBench();
    expect(await bench.call("find_source")).toMatchObject({
      error: { code: "invalid-input", message: expect.stringMatching(/exactly one of ref/) },
    });
  });

  it("finds a text that is on no page, and a component, and leaves out what git ignores", async () => {
    const root = mkdtempSync(join(tmpdir(), "svc-find-"));
    cpSync(sourcesOf("vue3"), root, { recursive: true });
    cpSync(join(root, "src"), join(root, "generated"), { recursive: true });
    execFileSync("git", ["init", "-q"], { cwd: root });
    execFileSync("sh", ["-c", "echo generated > .gitignore"], { cwd: root });
    const bench = await testBench(root);
    const [component] = rowsOf(await bench.call("find_source", { component: "TaskCard" }));
    expect(component).toMatchObject({ file: "src/components/TaskCard.vue" });
    const found = rowsOf(await bench.call("find_source", { text: "Their e-mail" }));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ file }) => !String(file).startsWith("generated"))).toBe(true);
    // A file that is newer than the list of a moment ago.
    writeFileSync(join(root, "src/Late.vue"), "<template>\n  <p>Came by night</p>\n</template>\n");
    expect(rowsOf(await bench.call("find_source", { component: "Late" }))).toMatchObject([{ file: "src/Late.vue" }]);
  });
});
