import { createRoot } from "solid-js";
import { expect, it } from "vitest";
import type { CaptureRequest } from "../../../host/contract/request.js";
import type { Push } from "../../messages.js";
import type { Lines } from "../connect.js";
import type { Annotations } from "./annotations.js";
import { createProject, isAskedFor } from "./project.js";

const request = (id: string): CaptureRequest => ({
  id,
  kind: "capture",
  url: "http://localhost:5173/",
  purpose: "",
  guidance: "",
  status: "pending",
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: "2026-01-01T00:05:00.000Z",
});

/** A sidebar's part that hears a scripted background, which accepts no answer `Too late`; `failures` are the errors shown; `asked` are the project's open answers about its requests, in the order of the questions. */
function hear() {
  let push: (one: Push) => void = () => undefined;
  const asked: ((requests: readonly CaptureRequest[]) => void)[] = [];
  const lines = {
    ask: async (_command: string, { name, input }: { readonly name: string; readonly input: { readonly answer?: string } }) => {
      if (input.answer === "Too late") throw new Error("The way is closed.");
      return name === "requests:pending" ? new Promise((resolve) => asked.push((requests) => resolve({ requests }))) : {};
    },
    url: () => "http://localhost:5173/",
    opened: { trust: "trusted" },
    onPush: (listener: (one: Push) => void) => {
      push = listener;
      return () => undefined;
    },
  } as unknown as Lines;
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  const annotations = { learn: () => undefined } as unknown as Annotations;
  const project = createRoot(() =>
    createProject(lines, annotations, { join: () => undefined }, { recover: () => undefined, fail: failed }),
  );
  project.showing();
  return { project, asked, failures, push: (one: Push) => push(one) };
}

const facts = { type: "project", url: "http://localhost:5173/", facts: { config: {}, states: [] } } as unknown as Push;
const event = (type: "request:created" | "request:ended", id: string) =>
  ({ type: "event", event: { type, id, project: "p", url: "http://localhost:5173/" } }) as unknown as Push;

it.each([
  ["began", [request("a")], event("request:created", "b"), [request("a"), request("b")]],
  ["ended", [request("a")], event("request:ended", "a"), []],
] as const)("a request that %s is shown as it is, though an older answer comes later", async (_what, old, heard, now) => {
  const { project, asked, push } = hear();
  push(facts);
  push(heard);
  asked[1]?.(now);
  await Promise.resolve();
  asked[0]?.(old);
  await new Promise((resolve) => setTimeout(resolve));
  expect(project.requests()).toEqual(now);
});

it.each([
  ["capture", "http://localhost:5173/shop/", "http://localhost:5173/shop/cart", true],
  ["capture", "http://localhost:5173/shop/cart", "http://localhost:5173/shop/", false],
  ["verify", "http://localhost:5173/shop/", "http://localhost:5173/shop/", true],
  ["verify", "http://localhost:5173/shop/", "http://localhost:5173/shop/cart", false],
  ["capture", "http://localhost:5173/#/shop", "http://localhost:5173/#/shop/cart", false],
] as const)("a request for a %s of %s is answered by %s without a click: %s", (kind, url, page, expected) => {
  expect(isAskedFor({ kind, url }, page)).toBe(expected);
});

it("an answer that does not arrive is reported to whoever gave it, and shown as an error", async () => {
  const { project, asked, failures, push } = hear();
  push(facts);
  asked[0]?.([
    { ...request("q"), kind: "question", annotation: "a1" },
    { ...request("r"), kind: "question", annotation: "a2" },
  ]);
  await new Promise((resolve) => setTimeout(resolve));
  const lost: string[] = [];
  expect(["a1", "a2"].map((id) => project.answer(id, id === "a1" ? "Too late" : "In time", () => lost.push(id)))).toEqual(["q", "r"]);
  await new Promise((resolve) => setTimeout(resolve));
  expect([lost, failures]).toEqual([["a1"], [new Error("The way is closed.")]]);
});
