import { expect, it } from "vitest";
import { heardSchema } from "../../host/contract/events.js";
import type { OperationName } from "../../host/contract/operations.js";
import { sampleAnnotation } from "../../host/contract/testing/sample.js";
import { readAnswer } from "./transport.js";

const at = "2026-01-01T10:00:00.000Z";
const entry = { id: "t", by: "agent", kind: "handover", text: "x", at, origin: "newer" };
const state = { id: "a", state: "postponed", thread: [entry], origin: "shared" };
const request = {
  ...{ id: "r", kind: "capture", url: "http://localhost/", purpose: "", guidance: "", status: "pending" },
  ...{ createdAt: at, expiresAt: at },
};
const patterns = { urlPatterns: ["localhost:1"], trustedPatterns: [] };
const row = { filename: "a.json", url: "http://localhost/", title: "", capturedAt: at, elements: 1, annotations: 0, unresolved: 0 };

it.each<readonly [OperationName, answer: unknown, read: unknown]>([
  [
    "info:get",
    { id: "p", name: "p", projectRoot: "/p", capturesDir: "/p", agent: "", version: "9.0.0", ...patterns, listening: "at-night" },
    { listening: "unknown", agent: "" },
  ],
  ["config:get", { ...patterns, blurFaces: true }, patterns],
  ["config:update", { ...patterns, blurFaces: true }, patterns],
  ["captures:list", { captures: [{ ...row, origin: "shared" }] }, { captures: [{ origin: "repository" }] }],
  [
    "annotations:resolved",
    { resolved: [], states: [{ ...state, verdict: { status: "likely", capture: "", at, checks: [], alsoChanged: [] } }] },
    { states: [{ state: "sent", origin: "repository", thread: [{ kind: "handover", origin: "repository" }] }] },
  ],
  ["requests:pending", { requests: [{ ...request, id: "s", kind: "record" }, request] }, { requests: [{ id: "r" }] }],
  ["requests:ack", { id: "r", status: "deferred" }, { id: "r" }],
])("%s of a newer host is read: its new words and settings are nothing that breaks", (name, answer, read) => {
  expect(readAnswer(name, answer)).toMatchObject(Object(read));
});

it("what a newer host pushes of states and requests is heard", () => {
  const { thread: _thread, ...placed } = { ...sampleAnnotation("a"), origin: "shared" };
  const pushed = { type: "config:changed", project: "p", states: [{ ...state, annotation: placed }] };
  expect(heardSchema.safeParse(pushed).data).toMatchObject({ states: [{ state: "sent", annotation: { origin: "repository" } }] });
  expect(heardSchema.safeParse({ type: "request:ended", project: "p", id: "r", status: "deferred" }).success).toBe(true);
});

it("no words at all are no answer of this service", () => {
  expect(() => readAnswer("annotations:resolved", { resolved: [], states: [{ ...state, state: 7 }] })).toThrow(/none of this service/);
});
