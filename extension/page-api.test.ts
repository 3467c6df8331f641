import { afterEach, expect, it, vi } from "vitest";
import { connectPage, type EarlyPageApi, type LatePageApi, type PageEvent, type Sent, servePage } from "./page-api.js";

const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) for (const port of [port1, port2]) port.close();
});

/** Both ends over a real channel; `asked`: what has arrived at the page's. */
function line(early: Partial<EarlyPageApi>, late: () => Promise<LatePageApi> = () => new Promise(() => undefined)) {
  const channel = new MessageChannel();
  channels.push(channel);
  const events: PageEvent[] = [];
  const window = new EventTarget();
  const post = (data: unknown) => void window.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) }));
  const emit = (message: Sent["message"]) => post({ line: "own", message });
  servePage(channel.port1, early as EarlyPageApi, late, emit);
  const serve = channel.port1.onmessage;
  const asked: unknown[] = [];
  channel.port1.onmessage = (event) => {
    asked.push(event.data.method);
    serve?.call(channel.port1, event);
  };
  return { page: connectPage(channel.port2, window, "own", (event) => events.push(event)), emit, post, asked, events };
}

it("can be awaited as it is: that asks the page nothing", async () => {
  const { page, asked } = line({ leave: async () => undefined });
  expect(await page).toBe(page);
  expect(await (async () => page)()).toBe(page);
  await page.leave();
  expect(asked).toEqual(["leave"]);
});

it.each([
  ["fails with an error", async () => Promise.reject(new Error("Not now.")), "Not now."],
  ["fails with no error", async () => Promise.reject("busy"), "busy"],
])("a method that %s rejects with its words, and the next is answered", async (_what, takeFocus, words) => {
  const { page } = line({ takeFocus, leave: async () => undefined });
  await expect(page.takeFocus({ isOpening: false })).rejects.toThrow(words);
  await page.leave();
});

it.each(["toString", "constructor", "none"])("%s is no method of the page's", async (name) => {
  const { page } = line({}, async () => ({}) as LatePageApi);
  await expect(Reflect.get(page, name)()).rejects.toThrow(`no method ${name}`);
});

it("events arrive in their order, and an event without an answer is none", async () => {
  const { emit, events } = line({});
  emit({ type: "pick" });
  emit({ type: "open", id: "a1" });
  await vi.waitFor(() => expect(events).toEqual([{ type: "pick" }, { type: "open", id: "a1" }]));
});

it.each<unknown>([
  { line: "another", message: { type: "pick" } },
  { line: "another", message: { id: 1, value: true } },
  { message: { id: 1, value: true } },
  { line: "own" },
  null,
  "own",
])("what comes on no line of its own, or is none of ours, is not heard: %j", async (message) => {
  const { page, post, events } = line({ takeFocus: () => new Promise(() => undefined) });
  const taken = page.takeFocus({ isOpening: false });
  post(message);
  expect(await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, 20, "waits"))])).toBe("waits");
  expect(events).toEqual([]);
});
