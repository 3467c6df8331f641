import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode, encode } from "fast-png";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import type { Capture } from "../contract/capture.js";
import { sampleCapture } from "../contract/testing/sample.js";
import { openService } from "../operations/service.js";
import { verifyAgain } from "../operations/verify.js";
import { until } from "../store/testing/until.js";
import { openStudio } from "../testing/captures.js";
import { gitIn } from "../testing/git.js";
import { shared } from "../testing/shared.js";
import { annotated, openToolBench, rowsOf, type ToolBench } from "../testing/tool-bench.js";

const studio = shared(openStudio);

const page = (price: string, more = "") =>
  `<!doctype html><html lang="en"><title>Cart</title><main><h1>Cart</h1><div class="price">${price}</div><button>Buy</button>${more}</main></html>`;
const isPrice = ({ attributes }: { readonly attributes: Readonly<Record<string, string>> }) => attributes["class"] === "price";

/** A project with one source, a capture of its page and an annotation on the price. */
async function makeShop(
  more = "",
  change: (capture: Capture) => Capture = (capture) => capture,
  inGit = false,
): Promise<{ bench: ToolBench; file: string; shot: (price: string, more?: string) => Promise<Capture> }> {
  const root = mkdtempSync(join(tmpdir(), "svc-talk-"));
  mkdirSync(join(root, "src"));
  const file = join(root, "src", "Price.tsx");
  writeFileSync(file, 'export const Price = () => <div className="price">€ 60</div>;\n');
  const past = new Date(Date.now() - 60_000);
  utimesSync(file, past, past);
  if (inGit) {
    const git = gitIn(root);
    writeFileSync(join(root, ".gitignore"), ".svc\n");
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "one");
  }
  const bench = await openToolBench(root);
  let count = 0;
  const shot = async (price: string, besides = "") => {
    const capture = await studio.html(page(price, besides), { path: `cart?talk=${encodeURIComponent(price + besides)}` });
    const { metadata } = capture;
    count++;
    const url = "http://localhost:5173/cart";
    return { ...capture, metadata: { ...metadata, url, id: `${metadata.id}-${count}`, capturedAt: new Date().toISOString() } };
  };
  await bench.add(change(annotated(await shot("€ 60", more), isPrice, "Must be € 64.50", "price")));
  return { bench, file, shot };
}

const check = { kind: "text", expected: "€ 64.50" };
const fix = { annotation: "price", action: "fixed", summary: "New price", files: ["src/Price.tsx"], checks: [check] };

async function pendingOf(bench: ToolBench, kind: string) {
  await until(async () => (await bench.store.requests.pending()).some((request) => request.kind === kind));
  const [request] = (await bench.store.requests.pending()).filter((one) => one.kind === kind);
  if (request === undefined) throw new Error(`no ${kind}`);
  return request;
}

const stateOf = async (bench: ToolBench) => (await bench.store.annotations.find("price")).state;

describe("an agent and a person about an annotation", () => {
  it("reading shows: unread, seen, in work", async () => {
    const { bench } = await makeShop();
    expect(await stateOf(bench)).toBe("sent");
    const [row] = rowsOf(await bench.call("get_unresolved"));
    expect(row).toMatchObject({ id: "price", state: "sent", source: "src/Price.tsx:1" });
    expect(row).not.toHaveProperty("last");
    expect(await stateOf(bench)).toBe("seen");
    await bench.call("get_annotation_context", { annotation: "price" });
    expect(await stateOf(bench)).toBe("working");
    await bench.close();
  });

  it("a question waits for its answer, which stands in the thread", async () => {
    const { bench } = await makeShop();
    const asked = bench.call("ask_about_annotation", { annotation: "price", question: "With VAT?", waitSeconds: 30 });
    const request = await pendingOf(bench, "question");
    expect(request).toMatchObject({ annotation: "price", question: "With VAT?" });
    expect(await stateOf(bench)).toBe("question");
    await bench.store.requests.acknowledge(request.id, "Yes, with VAT");
    expect(await asked).toEqual({ status: "completed", answer: "[USER_COMMENT]Yes, with VAT[/USER_COMMENT]" });
    await bench.close();
  });

  it("declining is an answer; a question about what is resolved is refused", async () => {
    const { bench } = await makeShop();
    const asked = bench.call("ask_about_annotation", { annotation: "price", question: "Sure?", waitSeconds: 30 });
    await bench.store.requests.decline((await pendingOf(bench, "question")).id, "Not now");
    expect(await asked).toMatchObject({ status: "declined", reason: "[USER_COMMENT]Not now[/USER_COMMENT]" });
    await bench.call("resolve_annotation", { annotation: "price", action: "wontfix", summary: "No" });
    expect(await bench.call("ask_about_annotation", { annotation: "price", question: "?" })).toMatchObject({ error: { code: "conflict" } });
    await bench.close();
  });

  it("what the person adds reaches an agent that waits; what it adds itself does not", async () => {
    const { bench, shot } = await makeShop();
    expect(rowsOf(await bench.call("wait_for_annotations", { waitSeconds: 5 })).map(({ id }) => id)).toEqual(["price"]);
    await bench.call("ask_about_annotation", { annotation: "price", question: "With VAT?", waitSeconds: 0 });
    expect(await bench.call("wait_for_annotations", { waitSeconds: 0 })).toMatchObject({ waiting: true });
    const waiting = bench.call("wait_for_annotations", { waitSeconds: 30 });
    const capture = annotated(await shot("€ 60"), isPrice, "Must be € 64.50", "price");
    const reply = { id: "r1", by: "user", kind: "answer", text: "With VAT", at: new Date().toISOString() } as const;
    await bench.add({ ...capture, annotations: capture.annotations.map((one) => ({ ...one, thread: [reply] })) });
    expect(rowsOf(await waiting)).toMatchObject([{ id: "price", last: "[USER_COMMENT]answer: With VAT[/USER_COMMENT]" }]);
    await bench.close();
  });
});

describe("a resolution that the page confirms", () => {
  it("passes on the capture that answers the check, in at most 400 tokens, and stands on the annotation", async () => {
    const { bench, shot } = await makeShop();
    const resolving = bench.text("resolve_annotation", { ...fix, waitSeconds: 30 });
    const { id, annotation } = await pendingOf(bench, "verify");
    expect(annotation).toBe("price");
    const answered = await shot("€ 64.50");
    await bench.add({ ...answered, metadata: { ...answered.metadata, requestId: id } });
    const text = await resolving;
    const { verdict, state } = JSON.parse(text);
    expect([state, verdict.status, rowsOf(verdict.checks), verdict.alsoChangedTotal]).toEqual([
      "fixed",
      "pass",
      [{ kind: "text", expected: "€ 64.50", found: "€ 64.50", status: "pass" }],
      0,
    ]);
    expect(countTokens(JSON.stringify(verdict))).toBeLessThan(200);
    expect(countTokens(text)).toBeLessThanOrEqual(400);
    expect((await bench.store.annotations.find("price")).annotation.verdict).toMatchObject({ status: "pass" });
    await bench.close();
  });

  const deep = (words: (place: number) => string) =>
    Array.from({ length: 9 }, (_, place) => `${"<div>".repeat(12)}<p>${words(place)}</p>${"</div>".repeat(12)}`).join("");
  it.each<[string, (place: number) => string, (place: number) => string, number]>([
    [
      "words",
      (place) => `Delivery to all countries of the union ${place}, as our customers have asked for`,
      (place) => `Delivery to all countries of the world ${place}, as our customers have asked for`,
      1,
    ],
    [
      "another script",
      (place) => `配送先は欧州連合の全加盟国でございます ${place}`,
      (place) => `配送先は世界の全ての国でございます ${place}`,
      1,
    ],
    ["what no dictionary knows", (place) => `xq7${place}zvkj2wp9${place}`, (place) => `jw0${place}vqxz5kd8${place}`, 1],
    ["as many checks as there may be", (place) => `Old ${place}`, (place) => `New ${place}`, 20],
  ])("passes in at most 400 tokens also where much else changed, deep in the page: %s", async (_case, before, after, count) => {
    const { bench, shot } = await makeShop(deep(before));
    await bench.add(await shot("€ 64.50", deep(after)));
    const checks = Array.from({ length: count }, (_, place) => ({
      kind: "text",
      expected: "€ 64.50".slice(0, 7 - (place % 7)),
      compare: "contains",
    }));
    const text = await bench.text("resolve_annotation", { ...fix, checks });
    const { verdict } = JSON.parse(text);
    expect(verdict.status).toBe("pass");
    expect(verdict.alsoChangedTotal).toBeGreaterThanOrEqual(9);
    expect(rowsOf(verdict.alsoChanged).length).toBeGreaterThan(1);
    expect(countTokens(text), text).toBeLessThanOrEqual(400);
    // As many checks as there may be, the last of which fails.
    const failing = [...checks.slice(1), { kind: "text", expected: "€ 99" }];
    await bench.add(annotated(await shot("€ 60", deep(before)), isPrice, "Must be € 64.50", "later"));
    await bench.add(await shot("€ 64.50", deep(after)));
    const refuted = await bench.text("verify_annotation", { annotation: "later", checks: failing });
    expect(rowsOf(JSON.parse(refuted).verdict.checks)).toContainEqual(expect.objectContaining({ expected: "€ 99", status: "fail" }));
    expect(countTokens(refuted), refuted).toBeLessThanOrEqual(400);
    await bench.close();
  });

  it("names each kind of other change before it repeats one", async () => {
    const cards = (margin: number, words: string) =>
      `${[1, 2, 3, 4, 5, 6].map((card) => `<p style="margin: ${margin}px">Card ${card}</p>`).join("")}<b>${words}</b>`;
    const { bench, shot } = await makeShop(cards(2, "Terms"));
    await bench.add(await shot("€ 64.50", cards(9, "Conditions")));
    const { verdict } = await bench.call("resolve_annotation", fix);
    expect(verdict).toMatchObject({ status: "pass" });
    const rows = rowsOf((verdict as Record<string, unknown>)["alsoChanged"]);
    expect(rows.slice(0, 2).map(({ after }) => after)).toContain("Conditions");
    await bench.close();
  });

  it("is refuted by a page that does not show it: the annotation is work again", async () => {
    const { bench, shot } = await makeShop();
    await bench.add(await shot("€ 65"));
    expect(await bench.call("resolve_annotation", fix)).toMatchObject({
      state: "reopened",
      status: "unresolved",
      verdict: { status: "fail" },
      stillOpen: 1,
    });
    const { annotation } = await bench.store.annotations.find("price");
    expect(annotation.thread?.map(({ kind, agent }) => [kind, agent])).toEqual([
      ["resolution", undefined],
      ["reopen", "svc"],
    ]);
    expect(rowsOf(await bench.call("wait_for_annotations", { waitSeconds: 0 }))).toMatchObject([{ id: "price", state: "reopened" }]);
    expect(rowsOf(await bench.call("get_unresolved"))).toMatchObject([{ id: "price", state: "seen" }]);
    await bench.close();
  });

  it("is undecided on a capture that is older than the files that were changed", async () => {
    const { bench, file, shot } = await makeShop();
    const resolving = bench.call("resolve_annotation", { ...fix, waitSeconds: 30 });
    const { id } = await pendingOf(bench, "verify");
    const answered = await shot("€ 64.50");
    const soon = new Date(Date.now() + 5_000);
    utimesSync(file, soon, soon);
    await bench.add({ ...answered, metadata: { ...answered.metadata, requestId: id } });
    expect(await resolving).toMatchObject({
      state: "fixed",
      verdict: { status: "cannot-tell", reason: expect.stringMatching(/older.*Price\.tsx/) },
    });
    // What could not be decided is, on the next capture of the person's that holds it.
    utimesSync(file, new Date(0), new Date(0));
    const { annotation } = await bench.store.annotations.find("price");
    const later = await shot("€ 64.50");
    await bench.add({ ...later, annotations: [annotation] });
    const { filename } = (await bench.store.captures.entries({})).at(0) ?? { filename: "" };
    await verifyAgain(bench.store, { annotations: [annotation] }, filename);
    expect(await bench.store.annotations.find("price")).toMatchObject({ annotation: { verdict: { status: "pass", capture: filename } } });
    await bench.close();
  });

  it("asks again after a failed one, and takes a newer capture at once", async () => {
    const { bench, shot } = await makeShop();
    await bench.add(await shot("€ 65"));
    expect(await bench.call("verify_annotation", { annotation: "price", checks: [check] })).toMatchObject({ verdict: { status: "fail" } });
    expect(await bench.call("verify_annotation", { annotation: "price", waitSeconds: 0 })).toMatchObject({
      verification: { status: "pending" },
    });
    await bench.add(await shot("€ 64.50"));
    expect(await bench.call("verify_annotation", { annotation: "price" })).toMatchObject({ verdict: { status: "pass" } });
    await bench.close();
  });

  it.each([
    [[{ kind: "pretty" }], /checks\.0.*"pretty".*exists, gone/],
    [[{ kind: "text" }], /checks\.0\.expected/],
    [[{ kind: "exists", colour: "red" }], /checks\.0.*colour/],
    [[{ kind: "gap", to: "heaven", expected: 1 }], /checks\.0/],
  ])("checks that are none are refused by name: %j", async (checks, message) => {
    const { bench } = await makeShop();
    const answer = await bench.call("verify_annotation", { annotation: "price", checks });
    expect(answer).toMatchObject({ error: { code: "invalid-input", message: expect.stringMatching(message) } });
    await bench.close();
  });

  it("keeps the agent's checks beside those that the person stated, until the person edits theirs", async () => {
    const gone = { kind: "gone" } as const;
    const withChecks = (capture: Capture): Capture => ({
      ...capture,
      annotations: capture.annotations.map((one) => ({ ...one, checks: [gone] })),
    });
    const { bench, shot } = await makeShop("", withChecks);
    await bench.call("verify_annotation", { annotation: "price", checks: [check], waitSeconds: 0 });
    const again = async (change: (capture: Capture) => Capture) =>
      bench.add(change(annotated(await shot("€ 60"), isPrice, "Must be € 64.50", "price")));
    const kinds = async () => (await bench.store.annotations.find("price")).annotation.checks?.map(({ kind }) => kind);
    await again(withChecks);
    expect(await kinds()).toEqual(["gone", "text"]);
    await again((capture) => ({
      ...capture,
      annotations: capture.annotations.map((one) => ({ ...one, checks: [], editedAt: new Date(Date.now() + 1_000).toISOString() })),
    }));
    expect(await kinds()).toEqual([]);
    await bench.close();
  });

  it("what each load brings anew is learnt from captures of the same code, whatever was captured between them", async () => {
    const rows = (load: number) => `<ul>${[1, 2, 3, 4].map((row) => `<li>Order ${load * 100 + row * 7}</li>`).join("")}</ul>`;
    const { bench, file, shot } = await makeShop(rows(1), undefined, true);
    const write = (price: string) => writeFileSync(file, `export const Price = () => <div className="price">${price}</div>;\n`);
    write("€ 61");
    await bench.add(await shot("€ 61", rows(2)));
    write("€ 60");
    await bench.add(annotated(await shot("€ 60", rows(3)), isPrice, "Must be € 64.50", "later"));
    write("€ 64.50");
    await bench.add(await shot("€ 64.50", `${rows(4)}<p>New</p>`));
    const { verdict } = await bench.call("resolve_annotation", { ...fix, annotation: "later" });
    expect(verdict).toMatchObject({ status: "pass", alsoChangedTotal: 1 });
    expect(rowsOf((verdict as Record<string, unknown>)["alsoChanged"])).toMatchObject([{ what: "added" }]);
    await bench.close();
  });

  it("without anything to check nobody is asked", async () => {
    const { bench } = await makeShop();
    expect(await bench.call("resolve_annotation", { annotation: "price", action: "fixed", summary: "Done" })).not.toHaveProperty(
      "verification",
    );
    expect(await bench.store.requests.pending()).toEqual([]);
    await bench.close();
  });
});

describe("a page that answers without a click", () => {
  /** Answers each request as the sidebar does, with the page as it is then, through the process that serves the browser; the last stays. */
  async function answering(bench: ToolBench, shots: readonly (() => Promise<Capture>)[], done: Promise<unknown>): Promise<number> {
    const service = await openService({ stateFolder: bench.state, root: bench.root, version: "1" });
    let isDone = false;
    void done.finally(() => {
      isDone = true;
    });
    let answered = 0;
    while (!isDone) {
      const [request] = await bench.store.requests.pending();
      if (request === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
      else {
        const capture = await (shots[answered++] ?? shots.at(-1))?.();
        if (capture === undefined) throw new Error("nothing to answer with");
        const metadata = { ...capture.metadata, requestId: request.id, capturedAt: new Date().toISOString() };
        await service.call("captures:create", { ...capture, metadata });
      }
    }
    await service.close();
    return answered;
  }

  const writeNow = (file: string) => writeFileSync(file, 'export const Price = () => <div className="price">€ 64.50</div>;\n');

  it("is asked again while its server is still building: a page as it was refutes nobody", async () => {
    const { bench, file, shot } = await makeShop();
    await bench.store.config.update({ autoAnswerRequests: true });
    writeNow(file);
    const resolving = bench.call("resolve_annotation", { ...fix, waitSeconds: 30 });
    const answered = await answering(bench, [() => shot("€ 60"), () => shot("€ 64.50")], resolving);
    expect(await resolving).toMatchObject({ state: "fixed", verdict: { status: "pass", alsoChangedTotal: 0 } });
    expect(answered).toBe(2);
    expect((await bench.store.annotations.find("price")).annotation.thread?.map(({ kind }) => kind)).toEqual(["resolution"]);
    await bench.close();
  });

  it("is read twice where something else changed: what changes by itself is no damage, what the edit did is", async () => {
    const visits = (count: number) => `<p id="visits">${count} visits</p>`;
    const { bench, file, shot } = await makeShop(`${visits(5)}<p>Terms</p>`);
    await bench.store.config.update({ autoAnswerRequests: true });
    writeNow(file);
    const resolving = bench.call("resolve_annotation", { ...fix, waitSeconds: 30 });
    const later = (count: number) => () => shot("€ 64.50", `${visits(count)}<p>Conditions</p>`);
    await answering(bench, [later(8), later(13)], resolving);
    const { verdict } = await resolving;
    expect(verdict).toMatchObject({ status: "pass", alsoChangedTotal: 1 });
    expect(rowsOf((verdict as Record<string, unknown>)["alsoChanged"])).toMatchObject([{ property: "text", after: "Conditions" }]);
    await bench.close();
  });

  it.each([
    ["nothing else changed", "", "accepted"],
    ["something else changed", "<p>New</p>", "fixed"],
  ])("values that the person tried are accepted where the page shows them and %s", async (_case, more, state) => {
    const wanted = [{ property: "color", from: "rgb(0, 0, 0)", to: "red" }];
    const { bench, shot } = await makeShop("<style>.price { margin: 0 }</style>", (capture) => ({
      ...capture,
      annotations: capture.annotations.map((one) => ({ ...one, wanted })),
    }));
    await bench.add(await shot("€ 60", `<style>.price { color: red }</style>${more}`));
    expect(await bench.call("resolve_annotation", { ...fix, checks: undefined })).toMatchObject({ state, verdict: { status: "pass" } });
    expect(await stateOf(bench)).toBe(state);
    await bench.close();
  });
});

describe("pictures", () => {
  /** A window of 1280 × 720, dark, at two device pixels each. */
  const png = (width: number, height: number) =>
    Buffer.from(
      encode({ width, height, data: new Uint8Array(width * height * 4).map((_, place) => (place % 4 === 3 ? 255 : 40)) }),
    ).toString("base64");

  async function withPicture() {
    const bench = await openToolBench();
    const capture = annotated(sampleCapture({ url: "http://localhost:5173/list" }), ({ ref }) => ref === "e1", "Here", "here");
    const filename = await bench.add(annotated(capture, ({ ref }) => ref === "e1", "Here", "there"));
    await bench.store.snapshots.create({ capture: filename, kind: "png", data: png(2560, 1440) });
    return { bench, filename };
  }

  it.each([{ annotation: "here" }, { ref: "e1" }])("show the element of %j marked, for at most 1,600 tokens", async (asked) => {
    const { bench } = await withPicture();
    const [text, image] = await bench.blocks("get_picture", asked);
    expect(JSON.parse(String(text?.["text"]))).toMatchObject({ boxes: [[0, 20, 1280, 20]] });
    expect(image).toMatchObject({ type: "image", mimeType: "image/png" });
    const { width, height, data } = decode(Buffer.from(String(image?.["data"]), "base64"));
    expect((width * height) / 750).toBeLessThanOrEqual(1_600);
    expect(width / height).toBeCloseTo(1280 / 80, 0);
    const isMark = Array.from({ length: width * height }, (_, pixel) => data[pixel * 3] === 255 && data[pixel * 3 + 1] === 0);
    expect(isMark.filter(Boolean).length).toBeGreaterThan(width);
    await bench.close();
  });

  it("stand beside the context where they are asked for; a capture without one is refused in words", async () => {
    const { bench } = await withPicture();
    const context = await bench.blocks("get_annotation_context", { annotation: "here", picture: true });
    expect(context.map(({ type }) => type)).toEqual(["text", "image"]);
    expect(String(context[0]?.["text"])).not.toContain("iVBOR");
    const bare = await bench.add(
      annotated(sampleCapture({ url: "http://localhost:5173/bare" }), ({ ref }) => ref === "e1", "Bare", "bare"),
    );
    expect(await bench.call("get_picture", { ref: "e1", capture: bare })).toMatchObject({
      error: { code: "not-found", message: /includeScreenshot/ },
    });
    expect(await bench.call("get_annotation_context", { annotation: "bare", picture: true })).toMatchObject({
      noPicture: expect.stringMatching(/No picture was stored/),
    });
    expect(await bench.call("get_picture", {})).toMatchObject({ error: { code: "invalid-input" } });
    await bench.close();
  });

  it.each([
    ["no PNG at all", Buffer.concat([Buffer.from(png(2, 2), "base64").subarray(0, 40), Buffer.alloc(60, 7)])],
    [
      "one that claims to be huge",
      (() => {
        const bytes = Buffer.from(png(2, 2), "base64");
        bytes.writeUInt32BE(200_000, 16);
        bytes.writeUInt32BE(200_000, 20);
        return bytes;
      })(),
    ],
  ])("a stored picture that is %s is refused in words", async (_what, bytes) => {
    const { bench, filename } = await withPicture();
    await bench.store.snapshots.create({ capture: filename, kind: "png", data: bytes.toString("base64") });
    expect(await bench.call("get_picture", { annotation: "here" })).toMatchObject({ error: { code: "not-found" } });
    await bench.close();
  });
});
