import { once } from "node:events";
import { copyFileSync, readdirSync } from "node:fs";
import { endianness } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Machine, makeMachine } from "../cli/testing/machine.js";
import type { Capture } from "../contract/capture.js";
import { chromeExtensionId } from "../contract/names.js";
import { operationNames } from "../contract/operations.js";
import { openStore } from "../store/store.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { waitUntil } from "../testing/wait-until.js";
import { encodeFrame, makeFrameDecoder } from "./framing.js";

type Reply = Record<string, unknown>;

const studio = shared(openStudio);
let page: Capture;
let machine: Machine;
let root = "";

beforeAll(async () => {
  page = await studio.html("<!doctype html><title>Shop</title><h1>Shop</h1><button>Buy</button>");
});
beforeEach(async () => {
  machine = await makeMachine();
  ({ root } = await machine.project("shop"));
});

/** A browser's end of the pipe. */
function start(args: readonly string[] = [`chrome-extension://${chromeExtensionId}/`]) {
  const { child, stderr } = machine.start("server.js", ["--native-host", ...args]);
  const replies: Reply[] = [];
  const decoder = makeFrameDecoder(1024 * 1024);
  child.stdout?.on("data", (chunk: Buffer) => {
    for (const body of decoder.push(chunk)) replies.push(JSON.parse(body.toString()));
  });
  return {
    child,
    replies,
    send: (message: unknown) => child.stdin?.write(encodeFrame(JSON.stringify(message))),
    raw: (bytes: Uint8Array) => child.stdin?.write(bytes),
    /** The whole reply to a request: parts are joined. */
    reply: (id: unknown) => waitUntil(`the reply to ${String(id)}`, () => whole(replies.filter((reply) => reply["id"] === id))),
    ended: once(child, "close").then(([code]) => ({ code, stderr: stderr() })),
  };
}

function whole(replies: readonly Reply[]): Reply | undefined {
  const [first] = replies;
  if (first === undefined || !("part" in first)) return first;
  return replies.length === first["of"] ? JSON.parse(replies.map((part) => part["data"]).join("")) : undefined;
}

function length(bytes: number): Buffer {
  const header = Buffer.alloc(4);
  if (endianness() === "LE") header.writeUInt32LE(bytes);
  else header.writeUInt32BE(bytes);
  return header;
}

function captureNames(): string[] {
  return readdirSync(join(root, ".svc", "captures")).filter((name) => name.endsWith(".json"));
}

describe("svc-capture --native-host", () => {
  it("takes a capture for the one project that fits and learns its pages", async () => {
    const host = start();
    host.send({ id: 1, op: "captures:create", input: page });
    const created = await host.reply(1);
    expect(created).toMatchObject({ ok: true, output: { filename: expect.stringMatching(/\.json$/), requestId: null } });
    host.send({ id: 2, op: "info:get", input: { pageUrl: page.metadata.url } });
    expect(await host.reply(2)).toMatchObject({ ok: true, output: { name: "shop", urlPatterns: [new URL(page.metadata.url).host] } });
    expect(captureNames()).toHaveLength(1);
    host.child.stdin?.end();
    expect(await host.ended).toEqual({ code: 0, stderr: "" });
  });

  it("knows each of the 14 operations and no other", async () => {
    const host = start();
    const store = await openStore(root);
    for (const op of operationNames) host.send({ id: op, op, project: store.id, input: null });
    host.send({ id: "else", op: "captures:delete", project: store.id, input: {} });
    for (const op of operationNames)
      expect(await host.reply(op), op).not.toMatchObject({ error: { code: "not-found", message: expect.stringContaining(op) } });
    expect(await host.reply("else")).toMatchObject({ ok: false, error: { code: "not-found" } });
    await store.close();
  });

  it("answers side by side, in any order, each under its id", async () => {
    const host = start();
    const ids = Array.from({ length: 100 }, (_, index) => `call-${index}`);
    for (const id of ids) host.send({ id, op: "info:get", input: {} });
    for (const id of ids) expect(await host.reply(id)).toMatchObject({ id, ok: true });
    expect(host.replies).toHaveLength(ids.length);
  });

  it("sends a reply above 1 MB in parts", async () => {
    const store = await openStore(root);
    // Long titles make a long list.
    const long = { ...page, metadata: { ...page.metadata, title: "漢".repeat(500), url: `http://localhost/${"x".repeat(3_950)}` } };
    const { filename } = await store.captures.create(long);
    await store.close();
    const first = join(root, ".svc/captures", filename);
    for (let index = 1; index < 200; index++)
      copyFileSync(first, first.replace(/[0-9a-f]{6}\.json$/, `${String(index).padStart(6, "0")}.json`));
    const host = start();
    host.send({ id: 1, op: "captures:list", project: store.id, input: { limit: 200 } });
    const { output } = await host.reply(1);
    expect(output).toMatchObject({ captures: { length: 200 } });
    expect(host.replies.length).toBeGreaterThan(1);
  });

  it("pushes what happens in the project, whoever does it", async () => {
    const host = start();
    host.send({ id: 1, op: "info:get", input: {} });
    await host.reply(1);
    const store = await openStore(root);
    const { filename } = await store.captures.create(page);
    await store.close();
    const pushed = await waitUntil("the event", () => host.replies.find((reply) => "event" in reply));
    expect(pushed).toMatchObject({ event: { type: "capture:created", filename } });
  });

  const broken: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
    ["no JSON", () => encodeFrame("{nothing"), /was no JSON/],
    ["no UTF-8", () => Buffer.concat([length(3), Buffer.from([0x22, 0xff, 0x22])]), /was no JSON/],
    ["4 GB announced and 3 bytes sent", () => Buffer.concat([length(0xffff_ffff), Buffer.from("abc")]), /4294967295 bytes was announced/],
  ];
  it.each(broken)("ends at %s with one line, and leaves the store as it was", async (_what, bytes, line) => {
    const host = start();
    host.send({ id: 1, op: "captures:create", input: page });
    await host.reply(1);
    const before = captureNames();
    host.raw(bytes());
    const { code, stderr } = await host.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(captureNames()).toEqual(before);
  });

  it("finishes a capture that was on its way when the stream is cut off inside the next frame", async () => {
    const host = start();
    host.send({ id: 1, op: "captures:create", input: page });
    host.raw(encodeFrame(JSON.stringify({ id: 2, op: "health:get", input: {} })).subarray(0, 10));
    host.child.stdin?.end();
    const { code, stderr } = await host.ended;
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/ended inside a frame/) });
    expect(captureNames()).toHaveLength(1);
    expect(await host.reply(1)).toMatchObject({ ok: true });
  });

  it("answers each frame that asks for nothing with an error and goes on", async () => {
    const host = start();
    const frames = [null, [], "text", {}, { id: 1 }, { id: {}, op: "health:get" }, { id: 5, op: 7 }];
    for (const frame of frames) host.send(frame);
    host.send({ id: "after", op: "info:get", input: {} });
    expect(await host.reply("after")).toMatchObject({ ok: true });
    const refused = host.replies.filter((reply) => reply["ok"] === false);
    expect(refused).toMatchObject(frames.map(() => ({ error: { code: "invalid-input" } })));
  });

  it("survives any JSON as input of any operation", async () => {
    const host = start();
    let id = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...operationNames),
        fc.jsonValue(),
        fc.option(fc.string(), { nil: undefined }),
        async (op, input, project) => {
          const mine = `fuzz-${id++}`;
          host.send({ id: mine, op, input, project });
          expect(await host.reply(mine)).toHaveProperty("ok");
        },
      ),
      { numRuns: 150 },
    );
    host.child.stdin?.end();
    expect(await host.ended).toEqual({ code: 0, stderr: "" });
  });

  it.each([
    [[`chrome-extension://${"a".repeat(32)}/`], 1],
    [["/home/me/.mozilla/native-messaging-hosts/com.svc.host.json", "svc@svc-capture.example"], 0],
    [[`chrome-extension://${chromeExtensionId}/`, "--parent-window=0"], 0],
  ])("started with %j ends with code %i", async (args, code) => {
    const host = start(args);
    host.child.stdin?.end();
    expect(await host.ended).toMatchObject({ code });
  });
});
