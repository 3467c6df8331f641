import { expect, test } from "vitest";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import { openStore } from "../store.js";
import { temporaryFolder } from "../testing/temporary.js";
import { openCaptureFiles } from "./capture-files.js";
import { openCopies } from "./copies.js";
import { openOrigins } from "./origin.js";

test("of annotations that change together each capture that carries some is written once, many side by side", async () => {
  const root = await temporaryFolder();
  const store = await openStore(root);
  const notes = ["a", "b", "c"].map((id) => sampleAnnotation(id));
  for (let at = 0; at < 10; at++) await store.captures.create(sampleCapture({ annotations: notes.slice(at % 3) }));
  const files = openCaptureFiles({ base: root, parts: [".svc", "captures"] });
  const written: string[] = [];
  let [running, most] = [0, 0];
  const write: typeof files.write = async (filename, ...rest) => {
    written.push(filename);
    most = Math.max(most, ++running);
    await files.write(filename, ...rest);
    running--;
  };
  const origins = openOrigins({ base: await temporaryFolder(), parts: ["receipts"] });
  const { spread } = openCopies({ files: { ...files, write }, archive: { examine: async () => undefined }, origins });
  const [newest = { filename: "" }, ...others] = await store.captures.entries();
  await spread(
    await store.captures.entries(),
    notes.map((one) => ({ ...one, comment: `Not ${one.id}` })),
    newest.filename,
  );
  expect(written.toSorted()).toEqual(others.map(({ filename }) => filename).toSorted());
  expect(most).toBe(8);
  for (const { filename } of others)
    for (const { id, comment } of (await store.captures.read(filename)).annotations) expect(comment).toBe(`Not ${id}`);
  await store.close();
});
