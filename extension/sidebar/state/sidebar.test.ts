// @vitest-environment happy-dom
import { createRoot, createSignal } from "solid-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CaptureRequest } from "../../../host/contract/request.js";
import type { OpenedPage, Push, SendOrder, SentCapture } from "../../messages.js";
import type { PageEvent, ReadOptions } from "../../page-api.js";
import type { Lines } from "../connect.js";
import { texts } from "../texts.js";
import type { Note } from "./annotations.js";
import { hasDraft } from "./draft.js";
import { createSidebar, type SidebarState } from "./sidebar.js";

const here = "http://localhost:5173/shop";
const cart = "http://localhost:5173/cart";
const route = "http://localhost:5173/shop#/charts";

/** Moments at which a sending stops until the test lets it go on. */
type Gate = "requests:pending" | "config:get" | "read" | "page:open" | "none";

interface Sent {
  readonly page: string;
  readonly capture: { readonly metadata: { readonly url: string }; readonly annotations: readonly Note[] };
  readonly requestId?: string;
  readonly attachments: SendOrder["attachments"];
}

/** A sidebar on a scripted page and background, which hold at the first passing of a gate once `hold` was called. */
function open(stored: Readonly<Record<string, Partial<OpenedPage>>> = {}, early: readonly Push[] = []) {
  const [url, setUrl] = createSignal(here);
  const sent: Sent[] = [];
  const saved: { readonly kind: string; readonly text: string; readonly page: string }[] = [];
  let push: (one: Push) => void = () => undefined;
  const pageListeners = new Set<(event: PageEvent) => void>();
  let held: { readonly gate: Gate; readonly passed: () => void; readonly wait: Promise<void> } | undefined;
  const config = { autoAnswerRequests: false, includeSnapshot: false };
  const heard: Pick<SentCapture, "agent" | "listening"> = { agent: "", listening: "no" };
  let pending: readonly CaptureRequest[] = [];

  async function pass(gate: Gate): Promise<void> {
    if (held?.gate !== gate) return;
    const { passed, wait } = held;
    held = undefined;
    passed();
    await wait;
  }

  async function ask(command: string, input: unknown, page = url()): Promise<unknown> {
    if (command === "storage:save") return void saved.push({ ...(input as { kind: string; text: string }), page });
    if (command === "page:open") {
      await pass("page:open");
      return { trust: "trusted", annotations: "", draft: "", ...stored[page] };
    }
    if (command === "capture:send") {
      const { capture, ...order } = input as SendOrder;
      sent.push({ ...order, page, capture: JSON.parse(capture) });
      return { filename: "shop.json", requestId: "", problem: "", ...heard };
    }
    const { name } = input as { readonly name: Gate };
    await pass(name);
    return name === "requests:pending" ? { requests: pending } : { ...config };
  }

  const page = new Proxy(
    {
      read: async (annotations: readonly Note[], { snapshot = false }: ReadOptions) => {
        await pass("read");
        const metadata = { url: url(), viewport: { width: 800 }, colorScheme: "light" };
        return { json: JSON.stringify({ metadata, annotations }), url: metadata.url, ...(snapshot ? { snapshot: "<p>Shop" } : {}) };
      },
      // The later one is answered first.
      target: async ([handle = 0]: readonly number[]) => {
        await new Promise((resolve) => setTimeout(resolve, 100 / handle));
        return { type: "element", elements: [{ key: `K${handle}`, selector: `#e${handle}`, box: [0, 0, 1, 1] }] };
      },
      stage: async () => ({ boxes: [], width: 800, height: 600 }),
    },
    { get: (own, name) => Reflect.get(own, name) ?? (async () => undefined) },
  );
  const opened = { trust: "trusted", layout: "", isRightToLeft: false, annotations: "", draft: "", ...stored[here] };
  const lines = {
    ...{ ask, page, url, address: url, opened, facts: { start: "open", isRightToLeft: false }, isDark: () => false },
    onPush: (listener: typeof push) => {
      push = listener;
      for (const one of early) listener(one);
    },
    onPage: (listener: (event: PageEvent) => void) => pageListeners.add(listener),
  } as unknown as Lines;
  const state = createRoot(() => createSidebar(lines));
  const status = { trust: "trusted", trustPattern: "localhost:5173", connection: { state: "connected" } };
  const connect = () => push({ type: "status", status } as unknown as Push);
  connect();
  /** The agent asks for these. */
  const request = (requests: readonly CaptureRequest[]) => {
    pending = requests;
    push({ type: "project", url: url(), facts: { config: { ...config }, states: [] } } as unknown as Push);
  };
  return {
    ...{ state, sent, saved, connect, config, request },
    push: (one: Push) => push(one),
    /** What the background answers of who hears a capture. */
    heard,
    turn: (to: string) => void setUrl(to),
    emit: (event: PageEvent) => pageListeners.forEach((hear) => void hear(event)),
    /** Resolves when a gate is reached; the function that it resolves with opens it. */
    hold: (gate: Gate): Promise<() => void> =>
      new Promise((resolve) => {
        let letGo: () => void = () => undefined;
        const wait = new Promise<void>((go) => {
          letGo = go;
        });
        if (gate === "none") resolve(letGo);
        else held = { gate, passed: () => resolve(letGo), wait };
      }),
    answerAutomatically: (requests: readonly CaptureRequest[]) => {
      config.autoAnswerRequests = true;
      request(requests);
    },
  };
}

const note = (part: Partial<Note> = {}): Note => ({
  ...{ id: "a1", kind: "bug", severity: "medium", status: "unresolved", comment: "Too red", createdAt: "2026-01-01T00:00:00.000Z" },
  ...{ target: { type: "page" }, state: "fixed" },
  ...part,
});

const withNotes = (...notes: readonly Note[]) => ({ annotations: JSON.stringify(notes) });

const request: CaptureRequest = {
  ...{ id: "r1", kind: "capture", url: here, purpose: "", guidance: "", status: "pending" },
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: "2026-01-01T00:05:00.000Z",
};

const write = (state: SidebarState, comment: string) => {
  state.draft.begin({ target: { type: "page" } });
  state.draft.write({ comment, kind: "bug", severity: "medium" });
};

type Opened = ReturnType<typeof open>;

/** What leads to a sending, and whether it is the person's own press on Send. */
const ways: Readonly<Record<string, readonly [start: (opened: Opened) => void, isOwnPress: boolean]>> = {
  "Send to Agent": [({ state }) => void state.send("button"), true],
  Send: [({ state }) => void state.send("shortcut"), false],
  "Capture on a request": [({ state }) => void state.send("check", { requestId: "r1" }), false],
  "an automatic answer": [({ answerAutomatically }) => answerAutomatically([request]), false],
  Accept: [({ state }) => state.accept("a1"), false],
  Reopen: [({ state }) => entry(state, "reopen"), false],
  Reply: [({ state }) => entry(state, "reply"), false],
};

function entry(state: SidebarState, kind: "reopen" | "reply"): void {
  state.draft.begin({ target: { type: "page" }, id: "a1", entry: kind });
  state.draft.write({ comment: "Still red", kind: "bug", severity: "medium" });
  state.saveDraft();
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

/** Everything that was begun has come to its end. */
const settled = () => vi.advanceTimersByTimeAsync(2_000);

it.each([true, false])("reads by the project's settings of now, which it had not heard of: a page's file %s", async (wanted) => {
  const opened = open();
  opened.config.includeSnapshot = !wanted;
  opened.answerAutomatically([]);
  opened.config.includeSnapshot = wanted;
  void opened.state.send("button");
  await settled();
  expect(opened.sent.map(({ attachments }) => attachments)).toEqual([wanted ? [{ kind: "html", data: "<p>Shop" }] : []]);
});

it.each([false, true])("settings asked for on the way to Send count, and others that were pushed since: %s", async (isPushed) => {
  const opened = open();
  await opened.state.project.refreshConfig();
  opened.config.includeSnapshot = true;
  if (isPushed) opened.request([]);
  void opened.state.send("button");
  await settled();
  expect(opened.sent.map(({ attachments }) => attachments?.length)).toEqual([isPushed ? 1 : 0]);
});

describe.each(Object.entries(ways))("%s", (way, [start, isOwnPress]) => {
  it("sends the page with its notes", async () => {
    const opened = open({ [here]: withNotes(note()) });
    start(opened);
    await settled();
    expect(opened.sent).toHaveLength(1);
    expect(opened.sent[0]).toMatchObject({ page: here, capture: { metadata: { url: here }, annotations: [{ id: "a1" }] } });
  });

  it(isOwnPress ? "ends picking" : "leaves the draft and the picker alone", async () => {
    const opened = open({ [here]: withNotes(note()) });
    start(opened);
    opened.state.point("pick");
    write(opened.state, "Half a sen");
    await settled();
    expect(opened.sent).toHaveLength(1);
    await settled();
    expect(opened.state.mode()).toBe(isOwnPress ? "idle" : "pick");
    expect(opened.state.draft.written()?.comment).toBe("Half a sen");
    expect(opened.sent[0]?.capture.annotations).toHaveLength(1);
  });

  it.each<readonly [gate: Gate, to: string]>([
    // Without a press nothing is meant before it begins.
    ...(way === "an automatic answer" ? [] : [cart, route].map((to): [Gate, string] => ["none", to])),
    ["config:get", cart],
    ["config:get", route],
    ["read", cart],
    ["read", route],
  ])("sends nothing when the page turns at %s to %s, and states so", async (gate, to) => {
    const opened = open({ [here]: withNotes(note()), [cart]: withNotes(note({ id: "b1" })) });
    const isReached = opened.hold(gate);
    start(opened);
    if (gate !== "none") await settled();
    const letGo = await isReached;
    opened.turn(to);
    opened.connect();
    letGo();
    await settled();
    expect(opened.state.tasks.notice()?.text).toBe(texts.turned);
    expect(opened.sent).toEqual([]);
    expect(opened.state.annotations.list().map(({ id }) => id)).toEqual([to === route ? "a1" : "b1"]);
  });
});

it("Send takes along what is written, and nothing else does", async () => {
  const { state, sent } = open();
  write(state, "Whole");
  await state.send("check");
  expect(sent[0]?.capture.annotations).toEqual([]);
  await state.send("button");
  expect(sent[1]?.capture.annotations).toMatchObject([{ comment: "Whole" }]);
});

it("what is added to several conversations goes in one sending, and at once with a press on Send", async () => {
  const opened = open({ [here]: withNotes(note(), note({ id: "a2" })) });
  opened.state.accept("a1");
  opened.state.accept("a2");
  await settled();
  expect(opened.sent).toHaveLength(1);
  expect(opened.sent[0]?.capture.annotations.map(({ status }) => status)).toEqual(["resolved", "resolved"]);
  entry(opened.state, "reopen");
  await opened.state.send("button");
  await settled();
  expect(opened.sent).toHaveLength(2);
});

it.each<readonly [when: string, answers: readonly string[]]>([
  ["before the press", ["r1"]],
  ["while it is read", ["a1", "r1"]],
  ["after it was sent", ["a1", "r1"]],
  ["long after", ["a1"]],
])("a check is the answer to an agent that asks for it %s", async (when, answers) => {
  const opened = open({ [here]: withNotes(note()) });
  const ask = () => opened.request([{ ...request, kind: "verify", annotation: "a1" }]);
  if (when === "before the press") ask();
  await settled();
  const isReached = opened.hold("read");
  opened.state.check("a1");
  const letGo = await isReached;
  if (when === "while it is read") ask();
  letGo();
  await settled();
  if (when === "long after") vi.setSystemTime(Date.now() + 60_000);
  if (when.includes("after")) ask();
  await settled();
  expect(opened.sent.map(({ requestId }) => requestId)).toEqual(answers);
});

describe("while the answer about another page is on its way", () => {
  it.each<readonly [what: string, pages: readonly string[], shown: string]>([
    ["the page turns once", [cart], "b1"],
    ["the page turns and comes back", [cart, here], "a1"],
    ["the page turns twice", [cart, "http://localhost:5173/third"], "c1"],
    ["the page turns, and to a route of the new one", [cart, `${cart}#/two`], "b1"],
  ])("%s: what changes is stored with its own page", async (_what, pages, shown) => {
    const third = withNotes(note({ id: "c1" }));
    const opened = open({
      [here]: withNotes(note()),
      [cart]: withNotes(note({ id: "b1" })),
      [`${cart}#/two`]: withNotes(note({ id: "b1" })),
      "http://localhost:5173/third": third,
    });
    const isReached = opened.hold("page:open");
    opened.turn(pages[0] ?? "");
    const letGo = await isReached;
    opened.state.annotations.edit("a1", { comment: "Edited" });
    write(opened.state, "Half");
    for (const page of pages.slice(1)) opened.turn(page);
    await settled();
    letGo();
    await settled();
    expect(opened.state.annotations.list().map(({ id }) => id)).toEqual([shown]);
    const homes = opened.saved.map(({ page }) => page);
    expect(homes.length).toBeGreaterThan(1);
    expect(homes.filter((page) => page !== here)).toEqual([]);
    if (shown === "a1") expect(opened.state.annotations.list()[0]?.comment).toBe("Edited");
  });
});

it.each([true, false])("a page that turns takes the form along, and says so where something is written: %s", async (isWritten) => {
  const opened = open({ [here]: withNotes(note()) });
  write(opened.state, isWritten ? "Half" : " ");
  opened.turn(cart);
  await settled();
  expect(opened.state.draft.current()).toBeUndefined();
  expect(opened.state.tasks.notice()?.text).toBe(isWritten ? texts.leftBehind : undefined);
  write(opened.state, "On the other");
  await settled();
  expect(opened.saved.at(-1)).toMatchObject({ page: cart });
});

it("the request to speak to the agent goes once the agent has seen a note", async () => {
  const opened = open();
  opened.state.annotations.add({ type: "page" }, { comment: "Red", kind: "bug", severity: "medium" }, here);
  await opened.state.send("button");
  expect(opened.state.tasks.notice()?.text).toMatch(/^Sent .* your agent:$/);
  const [sent] = opened.state.annotations.list();
  opened.state.annotations.learn([{ id: sent?.id ?? "", state: "seen", thread: [], by: "Agent" }]);
  expect(opened.state.tasks.notice()).toBeUndefined();
});

it("where the project does not answer who reads it, nothing is claimed of that", async () => {
  const opened = open();
  Object.assign(opened.heard, { listening: "unknown" });
  await opened.state.send("button");
  expect(opened.state.tasks.notice()).toMatchObject({
    text: expect.stringMatching(/is not known/),
    copy: expect.stringMatching(/svc tools/),
  });
});

it("that an agent reads it now stays while it reads, and goes for good once it works on a note", async () => {
  const opened = open();
  Object.assign(opened.heard, { agent: "Agent", listening: "now" });
  opened.state.annotations.add({ type: "page" }, { comment: "Red", kind: "bug", severity: "medium" }, here);
  await opened.state.send("button");
  const [sent] = opened.state.annotations.list();
  const learn = (state: "seen" | "working") => opened.state.annotations.learn([{ id: sent?.id ?? "", state, thread: [], by: "Agent" }]);
  learn("seen");
  expect(opened.state.tasks.notice()?.text).toMatch(/^Sent .* · Agent reads it now$/);
  learn("working");
  expect(opened.state.tasks.notice()).toBeUndefined();
  // Its server has ended.
  learn("seen");
  expect(opened.state.tasks.notice()).toBeUndefined();
});

it("that an agent reads it now is not claimed of what it has asked for and has by then", async () => {
  const opened = open({ [here]: withNotes(note({ state: "fixed" }), note({ id: "b1", state: "sent" })) });
  Object.assign(opened.heard, { agent: "Agent", listening: "now" });
  opened.request([{ ...request, kind: "verify", annotation: "a1" }]);
  await settled();
  await opened.state.send("check", { requestId: "r1" });
  expect(opened.state.tasks.notice()?.text).toMatch(/^Sent \d\d:\d\d$/);
  opened.state.annotations.add({ type: "page" }, { comment: "Red", kind: "bug", severity: "medium" }, here);
  await opened.state.send("check", { requestId: "r1" });
  expect(opened.state.tasks.notice()?.text).toMatch(/Agent reads it now$/);
});

it.each([
  ["are on", true],
  ["are off", false],
])(
  "where pictures %s, what is picked quickly is taken in its order, and a picture that cannot be taken costs no note",
  async (_what, isOn) => {
    const opened = open({ [here]: { layout: JSON.stringify({ withPictures: isOn }) } });
    const glimpse = { tag: "p", role: "", name: "", component: "", source: "" };
    for (const handle of [1, 2]) void opened.state.take([{ ...glimpse, handle, box: [0, 0, 1, 1] }]);
    opened.turn(route);
    expect(opened.state.isRecording()).toBe(true);
    const draftThen = opened.state.whenRecorded().then(() => opened.state.draft.current());
    await settled();
    expect(await draftThen).toMatchObject({ url: here, target: { elements: [{ selector: "#e2" }] } });
    expect(opened.state.isRecording()).toBe(false);
    expect(opened.state.draft.current()).toEqual(await draftThen);
    expect(opened.state.tasks.notice()?.text).toBe(isOn ? texts.noPicture("It had left the page by then.") : undefined);
  },
);

describe("what the project pushes of a page's notes before they are shown", () => {
  const own = { origin: "here", state: "seen", thread: [] } as const;
  const project = (url: string, id: string) =>
    ({ type: "project", url, facts: { config: { autoAnswerRequests: false }, states: [{ id, ...own }] } }) as unknown as Push;
  const stored = (url: string, id: string) =>
    ({ type: "stored", url, annotations: JSON.stringify([note({ id, state: "sent" })]), draft: "" }) as unknown as Push;
  const shown = ({ state }: Opened) => state.annotations.list().map(({ id, state, comment }) => [id, state, comment]);

  it("counts, and their words stay, when the sidebar opens", () => {
    const opened = open({ [here]: withNotes(note({ state: "sent", comment: "Mine", isChanged: true })) }, [project(here, "a1")]);
    expect(shown(opened)).toEqual([["a1", "seen", "Mine"]]);
    expect(opened.saved.map(({ text }) => text).filter((text) => !text.includes("Mine"))).toEqual([]);
  });

  it("counts with the notes that the project has, when the sidebar opens", () => {
    const opened = open({ [here]: withNotes() }, [stored(here, "b1"), project(here, "b1")]);
    expect(shown(opened)).toEqual([["b1", "seen", "Too red"]]);
  });

  it("counts when the document turns to another page", async () => {
    const opened = open({ [cart]: withNotes(note({ id: "c1", state: "sent" })) });
    const reached = opened.hold("page:open");
    opened.turn(cart);
    const go = await reached;
    opened.push(project(cart, "c1"));
    go();
    await vi.waitFor(() => expect(shown(opened)).toEqual([["c1", "seen", "Too red"]]));
  });

  it("waits, but not how the page that the document turns to stands", async () => {
    const opened = open();
    const reached = opened.hold("page:open");
    opened.turn(cart);
    const go = await reached;
    expect(opened.state.project.connection()).toBeUndefined();
    opened.connect();
    expect(opened.state.project.connection()).toEqual({ state: "connected" });
    go();
  });

  it("counts where the document turns back before the other page is shown", async () => {
    const opened = open({ [here]: withNotes(note({ state: "sent" })) });
    const reached = opened.hold("page:open");
    opened.turn(cart);
    const go = await reached;
    opened.turn(here);
    go();
    opened.push(project(here, "a1"));
    await vi.waitFor(() => expect(shown(opened)).toEqual([["a1", "seen", "Too red"]]));
  });
});

it("words that were discarded are no form that is open, and are offered back when the sidebar opens next, until a note is saved", () => {
  const first = open();
  first.state.draft.begin({ target: { type: "page" } });
  first.state.draft.write({ comment: "Half", kind: "bug", severity: "medium" });
  first.state.draft.discard();
  const storedBy = (one: typeof first) => one.saved.findLast(({ kind }) => kind === "draft")?.text ?? "";
  expect(hasDraft(storedBy(first))).toBe(false);
  const next = open({ [here]: { draft: storedBy(first) } });
  expect(next.state.draft.current()).toBeUndefined();
  next.state.tasks.notice()?.undo?.();
  expect(next.state.draft.written()?.comment).toBe("Half");
  expect(next.state.saveDraft(true)).toBeDefined();
  expect(open({ [here]: { draft: storedBy(next) } }).state.tasks.notice()).toBeUndefined();
});
