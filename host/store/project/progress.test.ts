import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import { ownIdentity } from "../fs/process-identity.js";
import { openStore } from "../store.js";
import { temporaryFolder } from "../testing/temporary.js";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const { nonce: _nonce, ...own } = ownIdentity();

test.each([
  ["lives", "working", 90, own],
  ["has ended", "seen", 0, { ...own, pid: 99_999_999 }],
  ["is in another container", "working", 20, { ...own, machine: "another" }],
  ["was in another container half an hour ago", "seen", 31, { ...own, machine: "another" }],
  ["was an older version's, which did not say", "working", 90, undefined],
])("what a process works on that %s is %s", async (_what, state, minutes, maker) => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  await store.captures.create(sampleCapture({ annotations: [{ ...sampleAnnotation("a"), createdAt: minutesAgo(120) }] }));
  const placed = await store.annotations.find("a");
  await store.annotations.markRead([placed], "working", "agent");
  const file = join(root, ".svc", "progress.json");
  const marks = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ a: { working: { ...marks.a.working, at: minutesAgo(minutes), maker } } }));
  expect(await store.annotations.find("a")).toMatchObject({ state, by: "agent" });
  await store.close();
});

test.each([
  ["its own", "seen", own],
  ["another's", "working", { ...own, machine: "another", pid: own.pid + 1 }],
])("a process that ends stops %s work: %s", async (_whose, state, maker) => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  await store.captures.create(sampleCapture({ annotations: [sampleAnnotation("a")] }));
  const at = new Date().toISOString();
  writeFileSync(join(root, ".svc", "progress.json"), JSON.stringify({ a: { working: { at, agent: "agent", maker } } }));
  await store.annotations.endWork();
  expect(await store.annotations.find("a")).toMatchObject({ state, by: "agent" });
  await store.close();
});
