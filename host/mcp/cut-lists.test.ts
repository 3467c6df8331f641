import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Annotation } from "../contract/annotation.js";
import { nodesOf } from "../contract/packed-nodes.js";
import { sampleCapture } from "../contract/testing/sample.js";
import { allRows, openToolBench, rowsOf, type ToolBench } from "../testing/tool-bench.js";
import { tableBy } from "../tools/answer.js";
import { render } from "./render.js";

let bench: ToolBench;
beforeEach(async () => {
  bench = await openToolBench();
});
afterEach(() => bench.close());

const longUrl = `http://localhost:5173/${"路径/".repeat(60)}`;

function notes(count: number, comment: string, selector = "main"): Annotation[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `note-${index}`,
    target: { type: "element", elements: [{ ref: "e1", key: "k", selector, box: [0, 0, 1, 1] }] },
    comment: `${index} ${comment}`,
    kind: "bug",
    severity: "medium",
    status: "unresolved",
    createdAt: "2026-01-01T00:00:00.000Z",
  }));
}

async function addCaptures(count: number): Promise<string[]> {
  const times = Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString());
  const names: string[] = [];
  for (const capturedAt of times) {
    names.unshift(await bench.add(sampleCapture({ url: longUrl, title: "日本語 ".repeat(50), capturedAt })));
  }
  return names;
}

describe("a list cut to its budget goes on to its end", () => {
  it.each([500, 700, 2_000])("list_captures with %i tokens, in whole names", async (maxTokens) => {
    const names = await addCaptures(6);
    const rows = await allRows(bench, "list_captures", { maxTokens });
    expect(rows.map(({ filename }) => filename)).toEqual(names);
    for (const { capturedAt } of rows) expect(Date.parse(String(capturedAt))).not.toBeNaN();
  });

  it.each([300, 500, 2_000])("get_unresolved with %i tokens, in whole ids", async (maxTokens) => {
    await bench.add(sampleCapture({ url: longUrl, annotations: notes(12, "このボタンは小さい".repeat(80), "main > ".repeat(100)) }));
    const rows = await allRows(bench, "get_unresolved", { maxTokens });
    expect(rows.map(({ id }) => id)).toEqual(notes(12, "").map(({ id }) => id));
  });

  it.each([
    ["list_captures", 240],
    ["get_unresolved", 200],
  ])("%s with %i tokens, where names are short", async (tool, maxTokens) => {
    const annotations = notes(3, "This button is too small.", "main > button:nth-of-type(2)");
    for (const second of ["07", "08", "09"]) await bench.add(sampleCapture({ capturedAt: `2026-01-01T10:20:${second}.123Z`, annotations }));
    expect(await allRows(bench, tool, { maxTokens })).toHaveLength(3);
  });

  it("with a name given by hand, as long as a file system takes", async () => {
    const capture = sampleCapture();
    for (const letter of ["a", "b"]) await writeFile(`${bench.store.capturesDir}/${letter.repeat(250)}.json`, JSON.stringify(capture));
    expect(await allRows(bench, "list_captures", { limit: 1 })).toHaveLength(2);
  });
});

describe("an answer of several tables", () => {
  const tables = ["added", "removed", "changed", "moved"];
  const sample = (texts: (text: number[]) => number[], bytes: number) => {
    const capture = sampleCapture({ bytes });
    const nodes = nodesOf(capture.nodes);
    const strings = [...nodes.strings, "Something else 日本語", "A last line"];
    return { ...capture, nodes: { ...nodes, strings, text: texts([...nodes.text]) } };
  };

  it.each([200, 230, 300, 500])("goes on to the end of each with %i tokens, whatever had to be left out", async (maxTokens) => {
    const before = await bench.add(sample((text) => text, 2_000));
    const [first = 0] = nodesOf(sampleCapture().nodes).text.slice(5);
    const after = await bench.add(sample((text) => text.toSpliced(5, 1).toSpliced(9, 0, first).with(4, text.length), 1_600));
    const whole = await bench.call("compare_captures", { before, after, maxTokens: 20_000 });
    const refsOf = (answer: Record<string, unknown>) =>
      tables.map((table) => (answer[table] === undefined ? [] : rowsOf(answer[table]).map(({ ref }) => ref)));
    const seen: unknown[][] = tables.map(() => []);
    let cursor: string | undefined;
    for (let calls = 0; calls < 100; calls++) {
      const answer = await bench.call("compare_captures", { before, after, maxTokens, ...(cursor === undefined ? {} : { cursor }) });
      refsOf(answer).forEach((refs, table) => void seen[table]?.push(...refs));
      cursor = (answer["truncated"] as { nextCursor?: string } | undefined)?.nextCursor;
      if (cursor === undefined) break;
    }
    expect(seen.flat().length).toBeGreaterThan(2);
    expect(seen).toEqual(refsOf(whole));
  });
});

describe("an answer that cannot hold a single row", () => {
  it("names no place to go on from that would be refused", async () => {
    await addCaptures(1);
    const answer = await bench.call("list_captures", { maxTokens: 200 });
    expect(answer).toMatchObject({ rows: [], truncated: { shown: 0, total: 1, hint: expect.stringContaining("raise maxTokens") } });
    expect(answer).not.toHaveProperty("truncated.nextCursor");
  });

  it("names the fields that it leaves out", async () => {
    await bench.add(sampleCapture({ url: longUrl, annotations: notes(1, "小さい".repeat(900), "路".repeat(900)) }));
    const answer = await bench.call("get_annotation_context", { annotation: "note-0", maxTokens: 200 });
    expect(answer).toMatchObject({ omitted: expect.arrayContaining(["annotation", "element"]) });
  });
});

describe("wait_for_annotations", () => {
  it("tells later what did not fit, and each comment once", async () => {
    await bench.add(sampleCapture({ annotations: notes(30, "too small ".repeat(60)) }));
    const seen: unknown[] = [];
    for (;;) {
      const answer = await bench.call("wait_for_annotations", { maxTokens: 1_000 });
      if (answer["waiting"] === true) break;
      seen.push(...rowsOf(answer).map(({ id }) => id));
      const left = 30 - seen.length;
      if (left > 0) expect(answer).toHaveProperty("truncated");
    }
    expect(seen).toEqual(notes(30, "").map(({ id }) => id));
  });

  it("keeps a comment that is too long for the answer", async () => {
    await bench.add(sampleCapture({ url: longUrl, annotations: notes(1, "小さい".repeat(900), "路".repeat(900)) }));
    await bench.call("wait_for_annotations", { maxTokens: 200 });
    expect(await bench.call("wait_for_annotations")).toHaveProperty("rows.0.0", "note-0");
  });
});

it("a row of a long list is made when it is shown", () => {
  let made = 0;
  const items = Array.from({ length: 20_000 }, (_, index) => index);
  const list = tableBy(items, {
    place: (item) => {
      made++;
      return `Place ${item}`;
    },
  });
  const { listRows } = render({ list }, { maxTokens: 2_000, offsets: [500], cursor: undefined, cursorOf: String });
  expect(listRows).toBeGreaterThan(100);
  expect(made).toBe(listRows + 1);
});
