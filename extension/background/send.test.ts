import { expect, test } from "vitest";
import { ServiceError } from "../../host/contract/errors.js";
import { isRecord } from "../../host/contract/json.js";
import { limits } from "../../host/contract/limits.js";
import { sampleCapture } from "../../host/contract/testing/sample.js";
import type { SendOrder } from "../messages.js";
import { sendCapture } from "./send.js";

const own = "http://localhost:5173/shop";
const foreign = "https://shop.example/";

/** Sends to a project that trusts no host and `refuses` attachments of one kind. Returns the outcome, what reached the project, and how often the person was asked. */
async function send(pageUrl: string, url: string, order: Partial<SendOrder> = {}, answer = true, refuses = "") {
  const reached: { readonly name: string; readonly input: unknown }[] = [];
  const asked: string[] = [];
  const capture = sampleCapture({ url });
  const claimed = { ...capture, metadata: { ...capture.metadata, trust: "trusted", trustOverride: true } };
  const connections = {
    decide: async () => ({ state: "broken" as const, hop: "unreachable" as const, detail: "", mayAllow: false, projects: [], nearby: [] }),
    call: async (_page: string, name: string, input: unknown) => {
      reached.push({ name, input });
      if (name === "info:get") throw new Error("the way is closed");
      if (isRecord(input) && input["kind"] === refuses) throw new ServiceError("too-large", "It is too large.");
      return { filename: "stored.json" };
    },
    forget: () => undefined,
  };
  const outcome = await sendCapture(connections as never, async ({ host }) => asked.push(host) > 0 && answer, pageUrl, {
    capture: JSON.stringify(claimed),
    sendAnyway: false,
    attachments: [],
    ...order,
  }).catch((error: { code: string }) => error.code);
  return { outcome, reached, asked };
}

test.each<[what: string, run: () => ReturnType<typeof send>, outcome: unknown, asked: readonly string[]]>([
  ["an untrusted page without the person's word", () => send(foreign, foreign), "conflict", []],
  [
    "an untrusted page that the person does not want to be sent",
    () => send(foreign, foreign, { sendAnyway: true }, false),
    null,
    ["shop.example"],
  ],
  ["a capture of another origin than the tab's", () => send(own, foreign), "conflict", []],
  ["a capture of a trusted page for an untrusted tab", () => send(foreign, own, { sendAnyway: true }), "conflict", []],
  ["what is too large", () => send(own, own, { capture: "x".repeat(limits.captureMaxBytes + 1) }), "too-large", []],
  ["what is no capture", () => send(own, own, { capture: "{}" }), "invalid-input", []],
])("%s does not reach the project", async (_what, run, outcome, asked) => {
  expect(await run()).toEqual({ outcome, reached: [], asked });
});

test.each([
  ["a trusted page", own, {}, { trust: "trusted" }, []],
  ["an untrusted one with the person's word", foreign, { sendAnyway: true }, { trust: "untrusted", trustOverride: true }, ["shop.example"]],
] as const)("%s is sent with its own trust, whatever the capture states", async (_what, url, order, stated, asked) => {
  const sent = await send(url, url, order);
  expect(sent).toMatchObject({ outcome: { filename: "stored.json", problem: "", listening: "unknown" }, asked });
  const captures = sent.reached.filter(({ name }) => name === "captures:create");
  expect(captures).toMatchObject([{ input: { metadata: stated } }]);
  expect(JSON.stringify(sent.reached).includes("trustOverride")).toBe("trustOverride" in stated);
});

test("an attachment that the project refuses keeps none of those after it back", async () => {
  const attachments = [
    { kind: "html", data: "<p>" },
    { kind: "png", data: "iVBO" },
  ] as const;
  const { outcome, reached } = await send(own, own, { attachments }, true, "html");
  expect(outcome).toMatchObject({ problem: "It is too large." });
  expect(reached.filter(({ name }) => name === "snapshots:create").map(({ input }) => input)).toMatchObject(attachments);
});
