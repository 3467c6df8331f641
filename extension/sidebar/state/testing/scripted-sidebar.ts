import { createRoot, createSignal } from "solid-js";
import { vi } from "vitest";
import type { CaptureRequest } from "../../../../host/contract/request.js";
import type { OpenedPage, Push, SendOrder, SentCapture } from "../../../messages.js";
import type { PageEvent, ReadOptions } from "../../../page-api.js";
import type { Lines } from "../../connect.js";
import type { Note } from "../annotations.js";
import { createSidebar, type SidebarState } from "../sidebar.js";

export const here = "http://localhost:5173/shop";
export const cart = "http://localhost:5173/cart";
export const route = "http://localhost:5173/shop#/charts";

/** Moments at which a sending stops until the test lets it go on. */
export type Gate = "requests:pending" | "config:get" | "read" | "page:open" | "none";

interface Sent {
  readonly page: string;
  readonly capture: { readonly metadata: { readonly url: string }; readonly annotations: readonly Note[] };
  readonly requestId?: string;
  readonly attachments: SendOrder["attachments"];
}

/** A sidebar on a scripted page and background, which hold at the first passing of a gate once `hold` was called. */
export function open(stored: Readonly<Record<string, Partial<OpenedPage>>> = {}, early: readonly Push[] = []) {
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

export const note = (part: Partial<Note> = {}): Note => ({
  ...{ id: "a1", kind: "bug", severity: "medium", status: "unresolved", comment: "Too red", createdAt: "2026-01-01T00:00:00.000Z" },
  ...{ target: { type: "page" }, state: "fixed" },
  ...part,
});

export const withNotes = (...notes: readonly Note[]) => ({ annotations: JSON.stringify(notes) });

export const request: CaptureRequest = {
  ...{ id: "r1", kind: "capture", url: here, purpose: "", guidance: "", status: "pending" },
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: "2026-01-01T00:05:00.000Z",
};

export const write = (state: SidebarState, comment: string) => {
  state.draft.begin({ target: { type: "page" } });
  state.draft.write({ comment, kind: "bug", severity: "medium" });
};

export type Opened = ReturnType<typeof open>;

/** Everything that was begun has come to its end. */
export const settled = () => vi.advanceTimersByTimeAsync(2_000);
