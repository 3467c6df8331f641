import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { annotationSchema } from "../contract/annotation.js";
import { sampleAnnotation, sampleCapture } from "../contract/testing/sample.js";
import { verifyAnnotation } from "../operations/verify.js";
import { isLong } from "../testing/long.js";
import { testBench } from "../testing/test-bench.js";
import { rowsOf } from "../testing/tool-bench.js";

const at = "2026-01-01T10:00:00.000Z";
const element = { ref: "e1", present: true, key: "k", selector: "p", box: [0, 0, 9, 9] };
const change = { what: "added", ref: "e1", selector: "p", name: "" };
const result = { kind: "gone", expected: "", found: "there", status: "fail" };
const whole = () => ({
  ...sampleAnnotation("a"),
  target: { type: "element", elements: [element] },
  thread: [
    { id: "r", by: "agent", kind: "resolution", action: "fixed", text: "did it", at },
    { id: "o", by: "user", kind: "reopen", text: "no", at: "2026-01-01T10:01:00.000Z" },
    { id: "s", by: "user", kind: "reply", text: "well", at: "2026-01-01T10:02:00.000Z" },
  ],
  checks: [{ kind: "gone" }, { kind: "visible" }],
  verdict: { status: "fail", capture: "x", at, checks: [result], alsoChanged: [change] },
});

/** Where an annotation has a word of a list that a newer version may make longer. */
const places = [
  ...["kind", "severity", "status", "thread.0.kind", "thread.0.action", "thread.2.kind"],
  ...["checks.0.kind", "checks.1.colour", "verdict.status", "verdict.checks.0.status", "verdict.alsoChanged.0.what"],
  ...["target.type", "thread.2.by"],
];

/** The same of a capture. */
const pagePlaces = [
  ...["metadata.colorScheme", "metadata.components", "metadata.observed.console", "holes.0.kind", "network.0.status"],
  ...["accessibility.status", "accessibility.findings.0.impact", "rules.sheets.0.origin", "rules.conditions.0.kind"],
];
const wholePage = () => {
  const page = sampleCapture({ annotations: [] });
  const conditions = [{ kind: "media", text: "print", holds: false }];
  const sheets = [{ origin: "link", href: "/a.css", marker: "" }];
  const findings = [{ rule: "region", impact: "minor", wcag: [], refs: ["e1"], message: "" }];
  return {
    ...page,
    metadata: { ...page.metadata, observed: { console: "page" } },
    holes: [{ kind: "canvas", ref: "e1", box: [0, 0, 9, 9], detail: "" }],
    network: [{ url: "http://localhost:5173/a.css", kind: "link", status: "pass" }],
    accessibility: { status: "complete", findings },
    rules: { sheets, conditions, rules: [], elements: [] },
  };
};

const read = (root: object, path: string) => path.split(".").reduce<unknown>((of, name) => Object(of)[name], root);
function write(root: object, path: string, value: string): void {
  const names = path.split(".");
  Object(read(root, names.slice(0, -1).join(".")) ?? root)[names.at(-1) ?? ""] = value;
}

const newerIn = (of: readonly string[]) =>
  fc.record({ word: fc.stringMatching(/^[a-z][a-z-]{1,20}$/), places: fc.subarray([...of], { minLength: 1 }) });

it("words that only a newer version knows: what is known is read, they stay where this version writes, and their checks are undecided", async () => {
  const { add, call, store } = await testBench();
  const filename = await add(sampleCapture({ annotations: [sampleAnnotation("a")] }));
  const file = join(store.capturesDir, filename);
  const stored = JSON.parse(await readFile(file, "utf8"));
  const runOne = async ({ word, places: changed }: { word: string; places: string[] }) => {
    const annotation = whole();
    for (const path of changed) write(annotation, path, `x${word}`);
    await writeFile(file, JSON.stringify({ ...stored, annotations: [annotation] }));
    expect(rowsOf(await call("list_captures"))).toMatchObject([{ annotations: 1 }]);
    for (const tool of ["get_annotations", "get_annotation_context"]) {
      const answer = await call(tool, tool === "get_annotations" ? { capture: filename } : { annotation: "a" });
      expect(JSON.stringify(answer), tool).toContain(annotation.comment);
    }
    await store.annotations.append("a", { id: "later", by: "agent", kind: "reply", text: "seen", at: "2026-01-01T10:03:00.000Z" });
    const [left] = JSON.parse(await readFile(file, "utf8")).annotations;
    // The thread decides it.
    for (const path of changed.filter((one) => one !== "status")) expect([path, read(left, path)]).toEqual([path, `x${word}`]);
  };
  await fc.assert(fc.asyncProperty(newerIn(places), runOne), { numRuns: isLong ? 300 : 25 });
});

it("words of a capture that only a newer version knows: its tools answer, and they stay where this version writes", async () => {
  const { add, call, store } = await testBench();
  const filename = await add(sampleCapture({ annotations: [sampleAnnotation("a")] }));
  const file = join(store.capturesDir, filename);
  const { annotations, metadata } = JSON.parse(await readFile(file, "utf8"));
  const tools = [
    "get_page_summary",
    "get_fidelity_report",
    "audit_accessibility",
    "audit_layout",
    "get_interactive_elements",
    "get_capture",
  ];
  const runOne = async ({ word, places: changed }: { word: string; places: string[] }) => {
    const page = { ...wholePage(), annotations };
    page.metadata = { ...page.metadata, id: metadata.id, url: metadata.url };
    for (const path of changed) write(page, path, `x${word}`);
    await writeFile(file, JSON.stringify(page));
    for (const tool of tools) expect([tool, Object(await call(tool, { capture: filename }))["error"]]).toEqual([tool, undefined]);
    await store.annotations.append("a", { id: "later", by: "agent", kind: "reply", text: "seen", at: "2026-01-01T10:03:00.000Z" });
    const left = JSON.parse(await readFile(file, "utf8"));
    for (const path of changed) expect([path, read(left, path)]).toEqual([path, `x${word}`]);
  };
  await fc.assert(fc.asyncProperty(newerIn(pagePlaces), runOne), { numRuns: isLong ? 300 : 25 });
});

it("a note about a place that only a newer version knows: it is listed by that version's word, and no check of it is decided", async () => {
  const { add, call, store } = await testBench();
  const target = { type: "gesture", path: [[1, 2]], elements: [] };
  const annotation = annotationSchema.parse({ ...sampleAnnotation("a"), target, checks: [{ kind: "gone" }] });
  const filename = await add(sampleCapture({ annotations: [annotation] }));
  expect(await call("get_annotation_context", { annotation: "a" })).toMatchObject({ annotation: { scope: "gesture" } });
  const judged = await verifyAnnotation(store, { annotation: "a", capture: filename });
  expect(judged.annotation.target).toEqual(target);
  expect(judged.annotation.verdict).toMatchObject({ status: "cannot-tell", reason: expect.stringContaining("newer svc") });
});
