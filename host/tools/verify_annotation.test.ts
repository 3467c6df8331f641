import { utimesSync, writeFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import type { Capture } from "../contract/capture.js";
import { checkKinds } from "../contract/checks.js";
import { openService } from "../operations/service.js";
import { verifyAgain } from "../operations/verify.js";
import { annotated, rowsOf, type ToolBench } from "../testing/tool-bench.js";
import { isPrice, pendingOf, priceShops, stateOf } from "./testing/price.js";

const makeShop = priceShops();

const check = { kind: "text", expected: "€ 64.50" };
const fix = { annotation: "price", action: "fixed", summary: "New price", files: ["src/Price.tsx"], checks: [check] };

describe("an agent and a person about an annotation", () => {
  it("reading shows: unread, seen, in work", async () => {
    const { bench } = await makeShop();
    expect(await stateOf(bench)).toBe("sent");
    const [row] = rowsOf(await bench.call("get_unresolved"));
    expect(row).toMatchObject({ id: "price", state: "sent", source: "src/Price.tsx:1" });
    expect(row).not.toHaveProperty("last");
    await expect.poll(() => stateOf(bench)).toBe("seen");
    await bench.call("get_annotation_context", { annotation: "price" });
    expect(await stateOf(bench)).toBe("working");
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
  });

  it("is answered in short where the page was not read again", async () => {
    const { bench } = await makeShop();
    const text = await bench.text("resolve_annotation", { ...fix, waitSeconds: 0 });
    expect(Object.keys(JSON.parse(text))).toEqual(["id", "status", "state", "resolution", "verification", "stillOpen"]);
    expect(countTokens(text)).toBeLessThanOrEqual(200);
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
    // Nothing was compared.
    expect(await resolving).not.toHaveProperty("verdict.alsoChangedTotal");
    // What could not be decided is, on the next capture of the person's that holds it.
    utimesSync(file, new Date(0), new Date(0));
    const { annotation } = await bench.store.annotations.find("price");
    const later = { ...(await shot("€ 64.50")), annotations: [annotation] };
    await bench.add(later);
    const { filename } = (await bench.store.captures.entries({})).at(0) ?? { filename: "" };
    await verifyAgain(bench.store, later, filename);
    expect(await bench.store.annotations.find("price")).toMatchObject({ annotation: { verdict: { status: "pass", capture: filename } } });
  });

  it("is decided on the person's next capture once nobody asks for it any more", async () => {
    const { bench, shot } = await makeShop();
    await bench.call("resolve_annotation", { ...fix, waitSeconds: 0 });
    const { checks: _agents, ...annotation } = (await bench.store.annotations.find("price")).annotation;
    await bench.store.requests.withdraw((await pendingOf(bench, "verify")).id);
    const later = { ...(await shot("€ 64.50")), annotations: [annotation] };
    await bench.add(later);
    const [entry] = await bench.store.captures.entries({});
    await verifyAgain(bench.store, later, entry?.filename ?? "");
    expect((await bench.store.annotations.find("price")).annotation.verdict?.status).toBe("pass");
  });

  it("is decided once more where its user wants that, and fixed again where it passes then", async () => {
    const { bench, shot } = await makeShop();
    const send = async (price: string, about: object = {}) => {
      const { annotation } = await bench.store.annotations.find("price");
      const page = await shot(price);
      const sent = { ...page, metadata: { ...page.metadata, ...about }, annotations: [annotation] };
      await bench.add(sent);
      const [entry] = await bench.store.captures.entries({});
      await verifyAgain(bench.store, sent, entry?.filename ?? "");
      const { state, annotation: after } = await bench.store.annotations.find("price");
      return [state, after.verdict?.status];
    };
    await bench.add(await shot("€ 65"));
    expect(await bench.call("resolve_annotation", fix)).toMatchObject({ state: "reopened", verdict: { status: "fail" } });
    expect(await send("€ 64.50")).toEqual(["reopened", "fail"]);
    expect(await send("€ 65", { requestId: "price" })).toEqual(["reopened", "fail"]);
    expect(await send("€ 64.50", { requestId: "price" })).toEqual(["fixed", "pass"]);
    expect(await send("€ 65")).toEqual(["fixed", "pass"]);
    expect(await send("€ 65", { requestId: "price" })).toEqual(["reopened", "fail"]);
  });

  it("is decided by the checks that an agent gave last, beside the person's: those before may have been wrong", async () => {
    const { bench, shot } = await makeShop();
    const { annotation } = await bench.store.annotations.find("price");
    const own = { ...annotation, checks: [{ kind: "visible" } as const] };
    await bench.add({ ...(await shot("€ 60")), annotations: [own] });
    await bench.call("resolve_annotation", { ...fix, checks: [{ kind: "text", expected: "64" }, { kind: "exists" }], waitSeconds: 0 });
    await bench.add(await shot("€ 64.50"));
    expect(await bench.call("verify_annotation", { annotation: "price" })).toMatchObject({ verdict: { status: "fail" } });
    await bench.add({ ...(await shot("€ 64.50")), annotations: [own] });
    expect(await bench.call("resolve_annotation", { ...fix, summary: "Mine was wrong" })).toMatchObject({ verdict: { status: "pass" } });
    expect((await bench.store.annotations.find("price")).annotation.checks).toEqual([{ kind: "visible" }, check]);
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
  });

  it.each([
    [[{ kind: "pretty" }], `checks.0.kind: unknown kind of check "pretty"; allowed: ${checkKinds.join(", ")}.`],
    [[{ check: "text", expected: "x" }], `checks.0.kind: missing; allowed: ${checkKinds.join(", ")}.`],
    [[{ kind: "text" }], "checks.0.expected: missing: expected string. text takes expected, compare? (equals, contains, matches)."],
    [[{ kind: "exists", colour: "red" }], 'checks.0: Unrecognized key: "colour". exists takes nothing else.'],
    [
      [{ kind: "gap", to: "heaven", expected: 1 }],
      "checks.0.to: is no ref such as e12. gap takes to (next, previous, parent, a ref), expected, compare?.",
    ],
  ])("checks that are none are refused with what fits, once: %j", async (checks, message) => {
    const { bench } = await makeShop();
    const answer = await bench.call("verify_annotation", { annotation: "price", checks });
    expect(answer).toMatchObject({ error: { code: "invalid-input", message } });
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
  });

  it("without anything to check nobody is asked", async () => {
    const { bench } = await makeShop();
    expect(await bench.call("resolve_annotation", { annotation: "price", action: "fixed", summary: "Done" })).not.toHaveProperty(
      "verification",
    );
    expect(await bench.store.requests.pending()).toEqual([]);
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
  });
});
