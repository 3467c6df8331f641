import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleAnnotation, sampleCapture } from "../../contract/testing/sample.js";
import { openStore } from "../store.js";
import { temporaryFolder } from "../testing/temporary.js";

const url = "http://localhost:5173/cart";

/** A project as a version left it that knew receipts of ids alone; its repository, if it has one, tracks `planted.json`. */
async function makeOlder({ isRepository }: { isRepository: boolean }) {
  const root = await temporaryFolder();
  const stateFolder = await temporaryFolder();
  const open = () => openStore(root, { stateFolder });
  const store = await open();
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: root, stdio: "pipe" });
  const plant = () =>
    writeFile(
      join(store.capturesDir, "planted.json"),
      JSON.stringify(sampleCapture({ url, annotations: ["planted", "both"].map((id) => sampleAnnotation(id)) })),
    );
  await plant();
  if (isRepository) {
    git("init", "--quiet");
    git("add", "--force", ".svc/captures/planted.json");
  }
  // Outside of git the time decides: the planted file stood there before the first annotation was sent.
  const sentMs = Date.now() + 20;
  await new Promise((resolve) => setTimeout(resolve, 40));
  const annotations = ["own", "both", "unsent"].map((id) => sampleAnnotation(id));
  const { filename } = await store.captures.create(sampleCapture({ url, annotations }));
  const folder = join(stateFolder, "receipts", store.id);
  await rm(join(folder, "contents.jsonl"));
  const older = { version: 1, annotations: { own: sentMs, both: sentMs, planted: sentMs } };
  await writeFile(join(folder, "accepted.json"), JSON.stringify(older));
  return { open, filename, accepted: () => readFile(join(folder, "accepted.json"), "utf8") };
}

test.each([true, false])(
  "what this user's programs wrote before counts, what was brought does not: a repository %s",
  async (isRepository) => {
    const { open, filename } = await makeOlder({ isRepository });
    const store = await open();
    const origins = Object.fromEntries((await store.annotations.all()).map(({ annotation, origin }) => [annotation.id, origin]));
    // One that is also in a file that was brought cannot be decided.
    expect(origins).toEqual({ own: "here", both: "repository", planted: "repository", unsent: "repository" });
    expect((await store.captures.entries()).map((entry) => entry.filename)).toEqual([filename]);
  },
);

test("it counts once: what changes afterwards is the repository's", async () => {
  const { open, filename, accepted } = await makeOlder({ isRepository: true });
  const store = await open();
  expect(await accepted()).toContain('"contents": "hashed"');
  const path = join(store.capturesDir, filename);
  await writeFile(path, (await readFile(path, "utf8")).replace("Comment own", "Theirs"));
  expect(await (await open()).annotations.find("own")).toMatchObject({ origin: "repository", isChanged: true });
});

test("a project that this user had never used has nothing to be renewed", async () => {
  const root = await temporaryFolder();
  const stateFolder = await temporaryFolder();
  const first = await openStore(root, { stateFolder });
  await writeFile(
    join(first.capturesDir, "planted.json"),
    JSON.stringify(sampleCapture({ url, annotations: [sampleAnnotation("planted")] })),
  );
  await first.sessionKey.read();
  const store = await openStore(root, { stateFolder });
  expect(await store.annotations.find("planted")).toMatchObject({ origin: "repository" });
  expect(await store.captures.entries()).toEqual([]);
});
