import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Annotation } from "../contract/annotation.js";
import type { Capture } from "../contract/capture.js";
import { sampleAnnotation, sampleCapture } from "../contract/testing/sample.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { testBench } from "../testing/test-bench.js";
import { annotated, rowsOf } from "../testing/tool-bench.js";

const studio = shared(openStudio);

/** What an agent changes for each annotation of the page, and what it is to check. */
const jobs = [
  { id: "title", on: "h1", checks: [{ kind: "text", expected: "Basket" }] },
  { id: "price", on: "price", checks: [{ kind: "text", expected: "64,50 €" }] },
  { id: "buy", on: "buy", checks: [{ kind: "property", property: "color", expected: "red" }] },
  { id: "hint", on: "hint", checks: [{ kind: "gone" }] },
  { id: "terms", on: "terms", checks: [{ kind: "text", expected: "Conditions" }] },
] as const;
type Id = (typeof jobs)[number]["id"];

interface Made {
  readonly done?: readonly Id[];
  readonly more?: string;
  readonly signUp?: boolean;
}

const page = ({ done = [], more = "", signUp = true }: Made) => {
  const is = (id: Id) => done.includes(id);
  return `<!doctype html><html lang="en"><title>Cart</title><style>body { margin: 0 } .buy { color: ${is("buy") ? "red" : "black"} }</style>
<nav><a href="/a">Shop</a>${signUp ? "<span>Sign up</span>" : ""}<a href="/b">Help</a></nav><main><h1 class="h1">${is("title") ? "Basket" : "Cart"}</h1>
<div class="price">${is("price") ? "64,50 €" : "$ 64.5"}</div><p>${is("hint") ? "" : '<span class="hint">Ask us anything</span>'}</p><button class="buy">Buy</button>
<footer><a class="terms" href="/t">${is("terms") ? "Conditions" : "Terms"}</a>${more}</footer></main></html>`;
};

interface Shop {
  /** The page as it is then, sent. `loadedAgo`: how long before that it was loaded, in milliseconds. */
  send(made: Made, loadedAgo?: number): Promise<void>;
  /** Writes the file of all changes. */
  write(ago?: number): void;
  resolve(id: Id): Promise<Verdict>;
}

interface Verdict {
  readonly status: string;
  readonly reason?: string;
  readonly alsoChangedTotal: number;
  readonly alsoChanged: unknown;
}

async function openShop(): Promise<Shop> {
  const bench = await testBench({ "src/Cart.tsx": "" });
  const file = join(bench.root, "src", "Cart.tsx");
  let count = 0;
  // Minutes ago, in the order of the calls: what stands on the disk must not be later than what is captured after it.
  const start = Date.now() - 3_600_000;
  let clock = start;
  const shot = async (made: Made, loadedAgo: number): Promise<Capture> => {
    const capture = await studio.html(page(made), { path: `many?${++count}` });
    clock += 60_000;
    const { metadata } = capture;
    const timings = { ...metadata.timings, loadedAt: clock - loadedAgo };
    return { ...capture, metadata: { ...metadata, url: "http://localhost:5173/cart", capturedAt: new Date(clock).toISOString(), timings } };
  };
  const write = () => {
    clock += 60_000;
    writeFileSync(file, "export const Cart = () => null;\n");
    utimesSync(file, new Date(clock), new Date(clock));
  };
  write();
  const first = jobs.reduce(
    (capture, { id, on }) => annotated(capture, ({ attributes }) => attributes["class"] === on, `Please change ${id}`, id),
    await shot({}, 0),
  );
  await bench.add(first);
  return {
    write,
    send: async (made, loadedAgo = 0) => void (await bench.add(await shot(made, loadedAgo))),
    resolve: async (id) => {
      const { checks } = jobs.find((job) => job.id === id) ?? { checks: [] };
      const fix = { annotation: id, action: "fixed", summary: `Changed ${id}`, files: ["src/Cart.tsx"], checks };
      return (await bench.call("resolve_annotation", fix))["verdict"] as Verdict;
    },
  };
}

const changes = ({ alsoChanged }: Verdict) => rowsOf(alsoChanged).map(({ what, before, after }) => `${what} ${before} ${after}`.trim());

describe("verdicts on several annotations of one capture", () => {
  it("one after the other: each has what its own change did besides, what is missing first", async () => {
    const { send, write, resolve } = await openShop();
    const done: Id[] = [];
    for (const { id } of jobs.slice(0, 4)) {
      write();
      done.push(id);
      await send({ done });
      expect(await resolve(id), id).toMatchObject({ status: "pass", alsoChangedTotal: 0 });
    }
    write();
    await send({ done: [...done, "terms"], signUp: false, more: "<b>New</b>" });
    const verdict = await resolve("terms");
    expect([verdict.status, changes(verdict)]).toEqual(["pass", ["removed Sign up", "added"]]);
  });

  it("all at once: what other annotations asked for is no damage, what nobody asked for is", async () => {
    const { send, write, resolve } = await openShop();
    write();
    await send({ done: jobs.map(({ id }) => id), signUp: false });
    for (const { id } of jobs) {
      const verdict = await resolve(id);
      expect([verdict.status, changes(verdict)], id).toEqual(["pass", ["removed Sign up"]]);
    }
  });

  it("again: damage of the first attempt is still damage", async () => {
    const { send, write, resolve } = await openShop();
    write();
    await send({ done: ["price"] });
    await resolve("price");
    write();
    await send({ done: ["price"], signUp: false });
    expect(await resolve("title")).toMatchObject({ status: "fail" });
    write();
    await send({ done: ["price", "title"], signUp: false });
    const verdict = await resolve("title");
    expect([verdict.status, changes(verdict)]).toEqual(["pass", ["removed Sign up"]]);
  });

  it.each([
    ["not loaded again since the change", {}, 150_000, /not loaded again since src\/Cart\.tsx changed/],
    ["loaded again, and as it was", {}, 0, /as it was before/],
    [
      "updated in place, and other than asked",
      { more: "<b>New</b>", done: ["title"] } satisfies Made,
      150_000,
      /was loaded before src\/Cart\.tsx changed, and the element is as it was/,
    ],
  ])("a page that was %s", async (_case, made, loadedAgo, reason) => {
    const { send, write, resolve } = await openShop();
    write();
    await send({ done: ["price"] });
    expect(await resolve("price")).toMatchObject({ status: "pass" });
    write();
    const { done = [], ...rest } = made as Made;
    await send({ done: ["price", ...done], ...rest }, loadedAgo);
    const verdict = await resolve(done.includes("title") ? "buy" : "title");
    expect(verdict.status).toBe("fail");
    expect(verdict.reason).toMatch(reason);
  });
});

describe("words that the person adds after an agent has read an annotation", () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const reply = { id: "r1", by: "user", kind: "reply", text: "and the label", at: at(0) } as const;
  const fix = { annotation: "a", action: "fixed", summary: "done" } as const;
  const open = async (count = 1) => {
    const bench = await testBench();
    const send = (name: string, fields: Partial<Annotation> = {}, id = "a") =>
      bench.add(sampleCapture({ id: name, annotations: [sampleAnnotation(id, fields)] }));
    for (let note = 0; note < count; note++) await send(`first${note}`, {}, note === 0 ? "a" : `a${note}`);
    return { ...bench, send };
  };

  it.each([
    ["get_unresolved", {}, { comment: "euros", editedAt: at(0) }, "euros"],
    ["get_annotation_context", { annotation: "a" }, { thread: [reply] }, "and the label"],
    ["get_annotations", {}, { thread: [reply] }, "and the label"],
    ["wait_for_annotations", {}, { wanted: [{ property: "color", from: "red", to: "blue" }], comment: "", editedAt: at(0) }, "blue"],
  ] as const)("after %s: its resolution is refused once, with them", async (tool, args, added, words) => {
    const { call, send, store } = await open();
    await call(tool, args);
    await send("second", structuredClone(added) as Partial<Annotation>);
    const refused = await call("resolve_annotation", { ...fix, checks: [{ kind: "visible" }] });
    expect(refused).toMatchObject({ status: "unresolved", notResolved: expect.stringContaining("not read") });
    expect(JSON.stringify(refused)).toContain(words);
    expect(JSON.stringify(await store.annotations.find("a"))).not.toContain("visible");
    expect(await call("resolve_annotation", fix)).toMatchObject({ status: "resolved" });
  });

  it.each([true, false])("are an answer to its question: read once the agent was given it (%s)", async (isAsked) => {
    const { call, store } = await open();
    await call("get_unresolved");
    const asked = await call("ask_about_annotation", { annotation: "a", question: "Which?", waitSeconds: 0 });
    const answer = { id: `${asked["requestId"]}-answer`, by: "user", kind: "answer", text: "Both", at: at(1) } as const;
    await store.annotations.append("a", answer);
    await store.requests.acknowledge(String(asked["requestId"]), "Both");
    if (isAsked) await call("get_request_status", { requestId: asked["requestId"] });
    expect(await call("resolve_annotation", fix)).toMatchObject({ status: isAsked ? "resolved" : "unresolved" });
  });

  it("are settled by who has read nothing here", async () => {
    const { call, send } = await open(2);
    await call("get_annotation_context", { annotation: "a" });
    await send("second", { comment: "euros", editedAt: at(0) }, "a1");
    expect(await call("resolve_annotation", { ...fix, annotation: "a1" })).toMatchObject({ status: "resolved" });
  });

  it("ten resolutions at once, each beside an edit: none settles words that it has not read", async () => {
    const { call, send, store } = await open(10);
    await call("get_unresolved");
    const ids = (await store.annotations.all()).map(({ annotation }) => annotation.id);
    await Promise.all(
      ids.flatMap((annotation) => [
        send(`again-${annotation}`, { comment: "other", editedAt: at(0) }, annotation),
        call("resolve_annotation", { ...fix, annotation }),
      ]),
    );
    const states = (await store.annotations.all()).map(({ state, annotation }) => [state, annotation.comment]);
    expect(states.filter(([state, comment]) => state === "fixed" && comment === "other")).toEqual([]);
    expect(states.filter(([, comment]) => comment === "other")).toHaveLength(10);
  });
});
