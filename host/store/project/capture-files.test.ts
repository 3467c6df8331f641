import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import { folderPath } from "../fs/folder.js";
import { openStore } from "../store.js";
import { temporaryFolder } from "../testing/temporary.js";
import { openCaptureFiles } from "./capture-files.js";
import { encodeCapture } from "./origin.js";

const encodedOf = (title: string) => encodeCapture(sampleCapture({ id: "one", title, capturedAt: "2025-03-14T09:15:30.123Z" }));

async function openFolder() {
  const folder = { base: await temporaryFolder(), parts: ["captures"] };
  await mkdir(folderPath(folder));
  const files = openCaptureFiles(folder);
  const read = async (name: string) => (await files.examine(name))?.capture;
  return { files, read, place: (name: string) => join(folderPath(folder), name) };
}

test("what was just written is not decoded again, with another file written since", async () => {
  const { files, read } = await openFolder();
  const [first, second] = [encodedOf("first"), encodedOf("second")];
  await files.write("first.json", first, Promise.resolve());
  await files.write("second.json", second, Promise.resolve());
  for (const [name, encoded] of [
    ["first.json", first],
    ["second.json", second],
    ["first.json", first],
  ] as const)
    expect(await read(name)).toBe(encoded.capture);
});

test.each([
  { name: "before it was read", isRead: false },
  { name: "after it was read", isRead: true },
])("what somebody else writes over it at once is read within a moment, of the same length, $name", async ({ isRead }) => {
  const { files, read, place } = await openFolder();
  await files.write("one.json", encodedOf("ours"), Promise.resolve());
  if (isRead) await read("one.json");
  writeFileSync(place("one.json"), encodedOf("them").json);
  const isRecent = async () => expect((await read("one.json"))?.metadata.title).toBe("them");
  await vi.waitFor(isRecent, { interval: 1, timeout: 100 });
});

test("of what was seen while it was written nothing counts where another file stands", async () => {
  const { files, read, place } = await openFolder();
  const writing = `.one.json.1-1-00000000-${"0".repeat(16)}.tmp`;
  writeFileSync(place(writing), encodedOf("seen").json);
  await files.foresee(writing);
  expect(await read("one.json")).toBeUndefined();
  writeFileSync(place("one.json"), encodedOf("them").json);
  expect((await read("one.json"))?.metadata.title).toBe("them");
});

test("a store that wrote a capture and its notes reads them as one that finds them does", async () => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  const capture = sampleCapture({ annotations: [sampleAnnotation("a1")] });
  const { filename } = await store.captures.create(capture);
  await store.annotations.append("a1", { id: "e1", by: "user", kind: "answer", text: "and here", at: new Date().toISOString() });
  const found = await (await openStore(root)).captures.read(filename);
  expect(await store.captures.read(filename)).toStrictEqual(found);
});
