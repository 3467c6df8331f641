import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleAnnotation, sampleCapture } from "../contract/testing/sample.js";
import { openStore } from "./store.js";
import { loggedLines } from "./testing/logged-lines.js";
import { temporaryFolder } from "./testing/temporary.js";

const hostile: Readonly<Record<string, string>> = {
  "null.json": "null",
  "array.json": "[]",
  "number.json": "7",
  "empty.json": "",
  "cut.json": JSON.stringify(sampleCapture()).slice(0, 500),
  "deep.json": "[".repeat(200_000),
  "proto.json": '{"__proto__":{"format":"svc-capture"},"constructor":1}',
  "nodes.json": JSON.stringify({ ...sampleCapture(), nodes: { ...sampleCapture().nodes, depth: [9] } }),
  "long.json": `"${"x".repeat(7_000_000)}"`,
  "url.json": JSON.stringify({ ...sampleCapture(), metadata: { ...sampleCapture().metadata, url: "no url" } }),
  "binary.json": Buffer.from([0xff, 0xfe, 0x00, 0x80]).toString("latin1"),
};

test("hostile and damaged files are skipped with one note each, and everything works beside them", async () => {
  const root = await temporaryFolder();
  const logged = loggedLines();
  const store = await openStore(root);
  const { filename } = await store.captures.create(sampleCapture({ annotations: [sampleAnnotation("a1")] }));
  for (const [name, text] of Object.entries(hostile)) await writeFile(join(store.capturesDir, name), text);
  execFileSync("mkfifo", [join(store.capturesDir, "pipe.json")]);
  await mkdir(join(store.capturesDir, "folder.json"));
  await symlink("/etc/passwd", join(store.capturesDir, "link.json"));
  for (let again = 0; again < 2; again++) {
    expect((await store.captures.list()).captures.map((row) => row.filename)).toEqual([filename]);
    expect(await store.captures.count()).toBe(1);
  }
  expect(logged.filter((line) => line.includes("is no capture")).length).toBe(Object.keys(hostile).length);
  for (const name of [...Object.keys(hostile), "pipe.json", "folder.json"]) {
    await expect(store.captures.read(name)).rejects.toMatchObject({ code: "not-found" });
  }
  await expect(store.captures.read("link.json")).rejects.toMatchObject({ code: "outside-captures" });
  expect(await store.annotations.unresolved()).toHaveLength(1);
  await store.annotations.resolve("a1", { action: "fixed", summary: "" });
  expect(await store.tidy()).toBe(0);
});

test("a capture that lies about itself cannot pull a read elsewhere", async () => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  const lie = { ...sampleCapture({ id: "lie" }), filename: "../../secret", source: "/etc/passwd" };
  await writeFile(join(store.capturesDir, "lie.json"), JSON.stringify(lie));
  const entry = JSON.stringify({
    filename: "../../../etc/passwd",
    url: "",
    title: "",
    capturedAt: "../../..",
    id: "",
    elements: 0,
    annotations: 1,
    unresolved: 1,
    bytes: 1,
    modifiedMs: 1,
    openIds: ["x"],
    resolvedIds: ["y"],
  });
  await writeFile(join(root, ".svc/archive/index.jsonl"), `${entry}\nnull\n[]\n`);
  expect((await store.captures.list()).captures.map(({ filename }) => filename)).toEqual(["lie.json"]);
  await expect(store.captures.read("../../../etc/passwd")).rejects.toMatchObject({ code: "outside-captures" });
  await expect(store.captures.read("passwd")).rejects.toMatchObject({ code: "not-found" });
  await expect(store.annotations.find("y")).rejects.toMatchObject({ code: "not-found" });
  await expect(store.captures.create(sampleCapture({ annotations: [sampleAnnotation("y")] }))).resolves.toBeTruthy();
});

test("arbitrary bytes in any file of the store: every call answers or refuses", { timeout: 60_000 }, async () => {
  const root = await temporaryFolder();
  const files = [
    "config.json",
    ".session-key",
    "captures/x.json",
    "requests/x.json",
    "baselines/x.json",
    "archive/index.jsonl",
    "run/captures.json",
  ];
  const json = fc.oneof(fc.json(), fc.string(), fc.constantFrom("null", "[]", "{}", '{"urlPatterns":null}', '{"urlPatterns":[1]}'));
  await openStore(root);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), json, async (file, text) => {
      await writeFile(join(root, ".svc", file), text);
      const store = await openStore(root);
      const { filename } = await store.captures.create(sampleCapture({ id: "same", capturedAt: "2025-01-01T00:00:00Z" }));
      const { captures } = await store.captures.list();
      expect(captures.map((row) => row.filename)).toContain(filename);
      expect(await store.sessionKey.read()).toMatch(/^[0-9a-f]{64}$/);
      await Promise.all([
        store.config.get(),
        store.requests.all(),
        store.baselines.list(),
        store.annotations.resolved(),
        store.captures.count(),
      ]);
    }),
    { numRuns: 150 },
  );
});
