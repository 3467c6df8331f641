import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { encode } from "fast-png";
import { describe, expect, it, vi } from "vitest";
import { keepWords, withEntries } from "../contract/annotation-state.js";
import type { Capture } from "../contract/capture.js";
import { limits } from "../contract/limits.js";
import { casesName, parseCases } from "../contract/note-cases.js";
import { operations } from "../contract/operations.js";
import { sampleAnnotation, sampleCapture } from "../contract/testing/sample.js";
import { keepNotes } from "../operations/keep.js";
import { openService } from "../operations/service.js";
import { temporaryFolder } from "../store/testing/temporary.js";
import { openStudio } from "../testing/captures.js";
import { gitIn } from "../testing/git.js";
import { rowsOfRun } from "../testing/long.js";
import { shared } from "../testing/shared.js";
import { annotated, openToolBench } from "../testing/tool-bench.js";
import { runProof } from "./proof.js";
import { program } from "./testing/machine.js";

const studio = shared(openStudio);

const page = (price: string, title = "Cart") =>
  `<!doctype html><html lang="en"><title>Cart</title><main><h1>${title}</h1><div class="price">${price}</div><button>Buy</button></main></html>`;
const isPrice = ({ attributes }: { readonly attributes: Readonly<Record<string, string>> }) => attributes["class"] === "price";
const png = encode({ width: 1_280, height: 800, data: new Uint8Array(1_280 * 800 * 3).fill(255), channels: 3, depth: 8 });

/** A project in git whose user has written a note, has had it fixed as `checks` say, and has accepted it; with pictures of both. */
async function makeShop(checks: readonly unknown[] | undefined) {
  const root = await temporaryFolder();
  const git = gitIn(root);
  git("init", "-q", "-b", "main");
  git("commit", "-qm", "one", "--allow-empty");
  const bench = await openToolBench(root);
  let count = 0;
  const shot = async (html: string): Promise<Capture> => {
    const { metadata, ...rest } = await studio.html(html, { path: `cart?keep=${count++}` });
    const capturedAt = new Date().toISOString();
    return { ...rest, metadata: { ...metadata, url: "http://localhost:5173/cart", id: `${metadata.id}-${count}`, capturedAt } };
  };
  const send = async (capture: Capture) => {
    const filename = await bench.add(capture);
    await bench.store.snapshots.create({ capture: filename, kind: "png", data: Buffer.from(png).toString("base64") });
  };
  await send(annotated(await shot(page("$ 64.5")), isPrice, "Euros *here*", "price"));
  const settled = await bench.call("resolve_annotation", {
    annotation: "price",
    action: "fixed",
    summary: "In euros",
    files: ["cart.html"],
    checks,
    waitSeconds: 0,
  });
  expect(settled).not.toHaveProperty("error");
  await send(annotated(await shot(page("64,50 €", "Your cart")), isPrice, "Euros *here*", "price"));
  const svc = (name: "init.js" | "server.js", ...args: readonly string[]) =>
    execa(process.execPath, [program(name), ...args, "--project", root], {
      env: { HOME: root, SVC_HOME: bench.state },
      reject: false,
      stdin: "ignore",
      cwd: root,
    });
  const accept = () =>
    bench.store.annotations.append("price", { id: "ok", by: "user", kind: "accept", text: "", at: new Date().toISOString() });
  const { close } = bench;
  return { root, bench, git, svc, accept, close };
}

const upload = "gh (2.99 or later) uploads them: gh pr create --body-file proof.md --attach price-before.png --attach price-after.png";
const euros = { kind: "text", expected: "64,50 €" };

describe("an accepted note", () => {
  it.each([
    ["its checks", [euros], [euros]],
    ["without checks, what has become of its element", undefined, [euros]],
  ])("becomes a case, once: %s", async (_case, given, checks) => {
    const { root, bench, svc, accept, close } = await makeShop(given);
    await expect(keepNotes(bench.store, ["price"])).rejects.toThrow("only what the user has accepted");
    await accept();
    const answer = await bench.call("generate_tests", { annotation: "price" });
    expect(await svc("init.js", "keep")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("1 note added") });
    expect(await keepNotes(bench.store)).toEqual({ added: [], known: ["price"] });
    const text = readFileSync(join(root, casesName), "utf8");
    expect(parseCases(text).get("price")).toMatchObject({ note: "Euros *here*", page: "http://localhost:5173/cart", checks });
    expect(String(answer["code"])).toContain('"expected":"64,50 €"');
    const long = `${text}${" ".repeat(limits.captureMaxBytes)}`;
    writeFileSync(join(root, casesName), long);
    await expect(keepNotes(bench.store)).rejects.toMatchObject({ code: "invalid-input" });
    expect(readFileSync(join(root, casesName), "utf8")).toBe(long);
    // Taking a case out is deleting its lines.
    expect(parseCases(text.replace(/^ {2}"price": \{[\s\S]*?^ {2}\},\n/m, "")).size).toBe(0);
    await close();
  });

  it("says in its thread why it became none", async () => {
    const [root, stateFolder] = [await temporaryFolder(), await temporaryFolder()];
    const service = await openService({ stateFolder, root, version: "1" });
    writeFileSync(join(root, casesName), "<<<<<<< HEAD\n{}\n");
    const accepted = { id: "ok", by: "user", kind: "accept", text: keepWords, at: new Date().toISOString() } as const;
    await service.call("captures:create", sampleCapture({ annotations: [withEntries(sampleAnnotation("a"), [accepted])] }));
    const { states } = operations["annotations:resolved"].output.parse(
      await service.call("annotations:resolved", { url: "http://localhost:5173/shop" }),
    );
    expect(states).toMatchObject([
      { state: "accepted", thread: [{}, { text: expect.stringMatching(/^No test was made of it\. svc\.notes\.json/) }] },
    ]);
    await service.close();
  });

  it("is shown in a pull request: its words, both pictures, verdict, what else changed, files", async () => {
    const { root, bench, git, svc, accept, close } = await makeShop([euros]);
    await bench.call("verify_annotation", { annotation: "price" });
    await accept();
    const out = await svc("server.js", "proof", "--out", "proof");
    expect(out).toMatchObject({ exitCode: 0, stdout: `proof/proof.md, 2 pictures. There, ${upload}` });
    const text = readFileSync(join(root, "proof/proof.md"), "utf8");
    for (const words of [
      "## 1 note resolved, 1 shown by the page",
      "> Euros *here*",
      // gh replaces an address that is a file's as `--attach` names it, byte for byte.
      "before: ![before](price-before.png)",
      "after: ![after](price-after.png)",
      "- ✅ As asked",
      "- ✅ is “64,50 €”",
      "- Else changed:\n  - text: Cart → Your cart:",
      "- Files: `cart.html`",
    ])
      expect(text).toContain(words);
    git("commit", "-qm", "later", "--allow-empty", "--date", "2100-01-01T00:00:00Z");
    expect((await svc("server.js", "proof", "--since", "main~1")).stdout).toContain("## 1 note resolved");
    await close();
  });

  it("is shown, or refused in words that name no path, whatever the command line is", async () => {
    const { root, git, svc, close } = await makeShop([euros]);
    const outside = await temporaryFolder();
    writeFileSync(join(root, "taken"), "");
    git("tag", "start");
    const rows: readonly (readonly [program: "server.js" | "init.js", args: readonly string[], exitCode: number, words: RegExp])[] = [
      ["server.js", ["proof"], 0, /^## 1 note resolved, 0 shown by the page\n/],
      ["server.js", ["proof", "--since", "start"], 0, /^## 1 note resolved/],
      ["server.js", ["proof", "--since", "no-such"], 1, /git knows no "no-such" here\. Name a branch/],
      ["server.js", ["proof", "--since", "--output=x"], 2, /--since/],
      ["server.js", ["proof", "--since", "main; touch x"], 1, /git knows no/],
      ["server.js", ["proof", "--since", ""], 2, /--since/],
      ["server.js", ["proof", "--out", ""], 2, /--out/],
      ["server.js", ["proof", "--out", "taken"], 1, /A file stands where/],
      ["server.js", ["proof", "--out", outside], 0, /proof\.md, 2 pictures\. There/],
      ["server.js", ["proof", "--out", "deep/er"], 0, /^deep\/er\/proof\.md, 2 pictures\. There/],
      ["server.js", ["proof", "--format", "json"], 2, /--format/],
      ["server.js", ["proof", "--help"], 0, /svc-capture proof \[--since REF\]/],
      ["init.js", ["keep", "nobody"], 1, /There is no annotation of this id/],
    ];
    // One of each way to end: written, refused by git, by the command line, by what is there.
    const representatives = [1, 3, 4, 8].flatMap((at) => rows.slice(at, at + 1));
    for (const [program, args, exitCode, words] of rowsOfRun(rows, representatives)) {
      const ended = await svc(program, ...args);
      expect.soft([args, ended.exitCode], ended.stderr).toEqual([args, exitCode]);
      expect.soft(exitCode === 0 ? ended.stdout : ended.stderr, args.join(" ")).toMatch(words);
      if (exitCode !== 0) expect.soft(ended.stderr, args.join(" ")).not.toContain(root);
    }
    writeFileSync(join(root, casesName), "{}");
    const damaged = await svc("init.js", "keep");
    expect(damaged).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^svc\.notes\.json does not end .*Mend the file or take it away/),
    });
    expect(readFileSync(join(outside, "proof.md"), "utf8")).toContain("before: ![before](price-before.png)");
    await close();
  });

  it("is written through no link that the repository has in the place of a file or folder", async () => {
    const { root, bench, accept, close } = await makeShop([euros]);
    await bench.call("verify_annotation", { annotation: "price" });
    await accept();
    vi.stubEnv("SVC_HOME", bench.state);
    const outside = await temporaryFolder();
    writeFileSync(join(outside, "file"), "mine");
    mkdirSync(join(root, "docs"));
    for (const name of ["docs/proof.md", "docs/price-before.png", casesName]) symlinkSync(join(outside, "file"), join(root, name));
    symlinkSync(outside, join(root, "linked"));
    for (const out of ["docs", "linked", "linked/new"])
      await expect(runProof({ kind: "proof", project: root, since: undefined, out: join(root, out) })).rejects.toThrow(/link/);
    await expect(keepNotes(bench.store)).rejects.toThrow(/link/);
    vi.unstubAllEnvs();
    expect([readFileSync(join(outside, "file"), "utf8"), readdirSync(outside)]).toEqual(["mine", ["file"]]);
    await close();
  });
});
