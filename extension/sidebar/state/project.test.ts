import { createRoot } from "solid-js";
import { expect, it } from "vitest";
import type { CaptureRequest } from "../../../host/contract/request.js";
import type { Push } from "../../messages.js";
import type { Lines } from "../connect.js";
import type { Annotations } from "./annotations.js";
import { createProject, type Project } from "./project.js";

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

/** A sidebar's part that hears a scripted background; `pending` is what the project answers when it is asked. */
function hear(pending: readonly CaptureRequest[]): { readonly project: Project; readonly push: (one: Push) => void } {
  let push: (one: Push) => void = () => undefined;
  const lines = {
    ask: async (_command: string, { name }: { readonly name: string }) => (name === "requests:pending" ? { requests: pending } : {}),
    url: () => "http://localhost:5173/",
    opened: { trust: "trusted" },
    onPush: (listener: (one: Push) => void) => {
      push = listener;
      return () => undefined;
    },
  } as unknown as Lines;
  const failed = (error: unknown) => {
    throw error;
  };
  const annotations = { resolve: () => undefined, learn: () => undefined } as unknown as Annotations;
  const project = createRoot(() => createProject(lines, { annotations, draft: { show: () => undefined }, fail: failed }));
  return { project, push: (one) => push(one) };
}

const facts = (...requests: readonly CaptureRequest[]) =>
  ({ type: "project", facts: { config: {}, resolved: [], states: [], requests } }) as unknown as Push;
const event = (type: "request:created" | "request:ended", id: string) =>
  ({ type: "event", event: { type, id, project: "p", url: "http://localhost:5173/" } }) as unknown as Push;

it.each([
  ["began", [request("a"), request("b")], event("request:created", "b"), [request("a")], ["a", "b"]],
  ["ended", [], event("request:ended", "a"), [request("a")], []],
] as const)("a request that %s while the project's facts were on their way is shown as it is", async (_what, now, heard, old, shown) => {
  const { project, push } = hear(now);
  push(heard);
  push(facts(...old));
  await expect.poll(() => project.requests().map(({ id }) => id)).toEqual(shown);
});
