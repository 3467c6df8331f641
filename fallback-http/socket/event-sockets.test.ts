import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { ServiceEvent } from "../../host/contract/events.js";
import { openSession, sendRaw, sessionKey, signedHeaders, startTestServer, type TestServer } from "../testing/server.js";

const event: ServiceEvent = { type: "config:changed", project: "p" };
/** They stand in the head of every response. */
const fixedLines = ["X-Content-Type-Options: nosniff\r\n", "Cache-Control: no-store\r\n"];
let server: TestServer;
let sockets: WebSocket[];

beforeEach(async () => {
  sockets = [];
  server = await startTestServer({ timeouts: { close: 100 } });
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  await server.close();
});

/** A client that stores what it receives. */
function open(port = server.port) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const received: unknown[] = [];
  sockets.push(socket);
  socket.on("message", (data) => received.push(JSON.parse(String(data))));
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  return { socket, received, closed, opened: once(socket, "open") };
}

/** Sends hello and waits for a pong: by then the server has taken the hello. */
async function greet(client: ReturnType<typeof open>, hello: object = { type: "hello" }): Promise<void> {
  await client.opened;
  // A client need not wait: what follows the hello is answered when that is checked.
  client.socket.send(JSON.stringify(hello));
  client.socket.send('{"type":"ping"}');
  await expect.poll(() => client.received).toContainEqual({ type: "pong" });
}

describe("WebSocket", () => {
  it("pushes events after the hello and not before", async () => {
    const [early, greeted] = [open(), open()];
    await Promise.all([early.opened, greet(greeted)]);
    server.push(event);
    await expect.poll(() => greeted.received).toContainEqual(event);
    expect(early.received).toEqual([]);
  });

  const refusals: readonly (readonly [what: string, data: string | Buffer, code: number])[] = [
    ["no JSON", "hello", 1008],
    ["null", "null", 1008],
    ["an array", "[]", 1008],
    ["another type", '{"type":"ping"}', 1008],
    ["binary data", Buffer.from('{"type":"hello"}'), 1008],
    ["a deep nest", "[".repeat(100_000), 1008],
    ["half a signature", '{"type":"hello","sessionId":"a"}', 1008],
    ["types that are wrong", '{"type":"hello","sessionId":{},"timestamp":[],"signature":null}', 1008],
    ["more than 1 MB", "x".repeat(1024 * 1024 + 1), 1009],
  ];

  it.each(refusals)("is closed on a first message that is %s", async (_what, data, code) => {
    const client = open();
    await client.opened;
    client.socket.send(data);
    expect(await client.closed).toBe(code);
    expect((await fetch(`${server.base}/health`)).status).toBe(200);
  });

  it("cuts a peer off that never stops", async () => {
    const client = open();
    await greet(client);
    for (let i = 0; i < 300; i++) client.socket.send('{"type":"ping"}');
    expect(await client.closed).toBe(1008);
    expect(client.received).toContainEqual({ type: "error", error: expect.objectContaining({ code: "too-many-requests" }) });
  });

  it("is closed when no hello comes in time", async () => {
    const hasty = await startTestServer({ timeouts: { hello: 50, close: 100 } });
    expect(await open(hasty.port).closed).toBe(1008);
    await hasty.close();
  });

  it("takes 10 connections; the 11th is closed with 1013, and a place that is left is given again", async () => {
    const ten = Array.from({ length: 10 }, () => open());
    await Promise.all(ten.map((client) => greet(client)));
    expect(await open().closed).toBe(1013);
    ten[0]?.socket.close();
    await ten[0]?.closed;
    await greet(open());
  });

  it("gives no place to pages, however many try", async () => {
    const tries = Array.from({ length: 30 }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, { origin: "https://evil.example" });
      await once(socket, "error");
    });
    await Promise.all([...tries, ...Array.from({ length: 10 }, () => greet(open()))]);
  });

  it("is closed with 1001 when the server ends", async () => {
    const client = open();
    await greet(client);
    await server.close();
    expect(await client.closed).toBe(1001);
  });

  it("survives frames that break the protocol", async () => {
    const upgrade = `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
    const answer = await sendRaw(server.port, `${upgrade}\u007f\u007f\u007f\u007f garbage without a mask`);
    expect(answer).toMatch(/^HTTP\/1.1 101 /);
    for (const line of fixedLines) expect(answer).toContain(line);
    expect((await fetch(`${server.base}/health`)).status).toBe(200);
  });

  it.each([
    ["another path", "/other", "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", 404],
    ["no key", "/ws", "Sec-WebSocket-Version: 13\r\n", 400],
    ["an old version", "/ws", "Sec-WebSocket-Version: 5\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", 400],
  ])("refuses %s as HTTP, with the fixed headers", async (_what, path, lines, status) => {
    const head = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${lines}\r\n`;
    const answer = await sendRaw(server.port, head);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const line of fixedLines) expect(answer).toContain(line);
  });
});

describe("WebSocket where signing is required", () => {
  it("takes a signed hello once, and no other, and pushes until the key is rotated", async () => {
    let key = sessionKey;
    const signed = await startTestServer({ requireSigned: true, sessionKey: () => key });
    const sessionId = await openSession(signed.base);
    const { "X-SVC-Timestamp": timestamp, "X-SVC-Signature": signature } = signedHeaders(sessionId, "GET", "/ws");
    const hello = { type: "hello", sessionId, timestamp: Number(timestamp), signature };
    const client = open(signed.port);
    await greet(client, hello);
    signed.push(event);
    await expect.poll(() => client.received).toContainEqual(event);
    for (const [bad, reason] of [
      [hello, "replay"],
      [{ type: "hello" }, "missing"],
      [{ ...hello, signature: "z".repeat(64) }, "signature"],
      [{ ...hello, timestamp: 1 }, "timestamp"],
    ] as const) {
      const other = open(signed.port);
      await other.opened;
      other.socket.send(JSON.stringify(bad));
      expect(await other.closed).toBe(1008);
      expect(other.received).toMatchObject([{ type: "error", error: { code: "unauthorized", reason } }]);
    }
    key = "6b".repeat(32);
    client.received.length = 0;
    signed.push(event);
    expect(await client.closed).toBe(1008);
    expect(client.received).toMatchObject([{ type: "error", error: { code: "unauthorized", reason: "session" } }]);
    await signed.close();
  });
});
