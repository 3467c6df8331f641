import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { sessionKey, startTestServer, type TestServer } from "../../fallback-http/testing/server.js";
import type { HeardEvent } from "../../host/contract/events.js";
import { chromeExtensionId, proofHeaders } from "../../host/contract/names.js";
import { sampleCapture } from "../../host/contract/testing/sample.js";
import { openHttp } from "./http.js";
import { openSignedSession } from "./signer.js";

/** The words that no stranger may see. */
const secret = "only-for-the-project";
const secretUrl = `http://localhost:5173/${secret}`;
const client = { origin: `chrome-extension://${chromeExtensionId}`, version: "1.0.0", browser: "Chromium" };
const otherKeys = ["1b".repeat(32), "2c".repeat(32), "3d".repeat(32)];

// Node 20 has none of its own.
vi.stubGlobal("WebSocket", WebSocket);
afterAll(() => void vi.unstubAllGlobals());

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const answers: Readonly<Record<string, unknown>> = {
  "health:get": { status: "ok", version: "1.0.0", writable: true, captures: 0 },
  "captures:create": { filename: "a.json", requestId: null },
};

/** The project's own server. */
async function startReal(port = 0): Promise<TestServer> {
  const server = await startTestServer({ ports: [port], call: async (name) => answers[name] ?? {} });
  closing.push(() => server.close());
  return server;
}

interface Stranger {
  readonly port: number;
  /** All that it was sent: request lines, headers, bodies. */
  heard(): string;
  readonly server: Server;
}

type Seen = { readonly incoming: IncomingMessage; readonly body: string };
type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown };

/** A program without the key on a port. */
async function startStranger(answer: (seen: Seen) => Promise<Answer> | Answer, port = 0): Promise<Stranger> {
  let heard = "";
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray()).toString();
    heard += `${incoming.method} ${incoming.url}\n${JSON.stringify(incoming.headers)}\n${body}\n`;
    const { status = 200, headers = {}, body: content } = await answer({ incoming, body });
    outgoing
      .writeHead(status, { "Content-Type": "application/json", ...headers })
      .end(typeof content === "string" ? content : JSON.stringify(content));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const bound = server.address();
  return { port: typeof bound === "object" && bound !== null ? bound.port : 0, heard: () => heard, server };
}

const fakeHandshake = (seen: Seen): Answer =>
  seen.incoming.method === "GET"
    ? { body: { challenge: "0".repeat(64), expiresInSeconds: 60 } }
    : { status: 201, body: { sessionId: "fake", serverProof: "fake" } };

/** Sends a request on to another port and returns the answer. */
function passOn({ incoming, body }: Seen, port: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = incoming;
    const on = request(
      { host: "127.0.0.1", port, method, path: url, headers: { ...headers, host: `127.0.0.1:${port}` } },
      async (answer) => {
        const content = Buffer.concat(await answer.toArray()).toString();
        const proofs = Object.values(proofHeaders).flatMap((name) => {
          const value = answer.headers[name.toLowerCase()];
          return typeof value === "string" ? [[name, value] as const] : [];
        });
        resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(proofs), body: content });
      },
    );
    on.on("error", reject).end(body);
  });
}

const capture = () => sampleCapture({ url: secretUrl });

async function sessionWith(port: number) {
  const opened = await openSignedSession(port, [...otherKeys, sessionKey], client);
  if (opened === undefined) throw new Error("no session");
  return opened.signer;
}

describe("the real server", () => {
  test("is found by its key among others, with one handshake, and takes a signed capture", async () => {
    const real = await startReal();
    const transport = openHttp(real.port, await sessionWith(real.port));
    expect(await transport.call("captures:create", capture())).toEqual(answers["captures:create"]);
    expect(real.calls.map(({ name }) => name)).toEqual(["health:get", "captures:create"]);
  });

  test("of a project whose key is not known is left alone after its challenge", async () => {
    const real = await startReal();
    let proofs = 0;
    const relay = await startStranger((seen) => {
      if (seen.incoming.method === "POST") proofs++;
      return passOn(seen, real.port);
    });
    expect(await openSignedSession(real.port, otherKeys, client)).toBeUndefined();
    expect(await openSignedSession(relay.port, otherKeys, client)).toBeUndefined();
    expect(proofs).toBe(0);
  });
});

describe("a stranger on the port opens no session", () => {
  test.each<[string, (real: TestServer, recorded: Answer[]) => (seen: Seen) => Promise<Answer> | Answer]>([
    ["accepts any session", () => fakeHandshake],
    ["passes the handshake on to the real server", (real) => (seen) => passOn(seen, real.port)],
    ["passes on the challenge alone", (real) => (seen) => (seen.incoming.method === "GET" ? passOn(seen, real.port) : fakeHandshake(seen))],
    ["repeats a handshake", (_real, recorded) => (seen) => recorded[seen.incoming.method === "GET" ? 0 : 1] ?? fakeHandshake(seen)],
    ["answers with other words than JSON", () => () => ({ body: "<h1>hello</h1>" })],
    ["sends it elsewhere", (real) => () => ({ status: 307, headers: { location: `http://127.0.0.1:${real.port}/handshake` }, body: "" })],
    [
      "asks to sign another text as challenge",
      () => (seen) =>
        seen.incoming.method === "GET" ? { body: { challenge: "x\nPOST\n/captures", expiresInSeconds: 60 } } : fakeHandshake(seen),
    ],
  ])("that %s", async (_what, make) => {
    const real = await startReal();
    const recorded: Answer[] = [];
    const listener = await startStranger(async (seen) => {
      const answer = await passOn(seen, real.port);
      recorded.push(answer);
      return answer;
    });
    await openSignedSession(listener.port, [sessionKey], client).catch(() => undefined);
    const stranger = await startStranger(make(real, recorded));
    const outcome = await openSignedSession(stranger.port, [...otherKeys, sessionKey], client).catch((error: unknown) => error);
    expect(outcome === undefined || outcome instanceof Error).toBe(true);
    expect(stranger.heard()).not.toContain(secret);
    expect(stranger.heard()).not.toContain(sessionKey);
  });

  test("that repeats on its own port what the real server said on this very port, before that died", async () => {
    const first = await startReal();
    const recorded: Answer[] = [];
    for (const method of ["GET", "POST"]) {
      const incoming = { method, url: "/handshake", headers: { "content-type": "application/json" } };
      const challenge = recorded[0] === undefined ? "" : JSON.parse(String(recorded[0].body)).challenge;
      const proof = createHmac("sha256", Buffer.from(sessionKey, "hex")).update(`HANDSHAKE\n${challenge}`).digest("hex");
      const body = method === "GET" ? "" : JSON.stringify({ challenge, proof, nonce: "1f".repeat(32) });
      recorded.push(await passOn({ incoming: incoming as unknown as IncomingMessage, body }, first.port));
    }
    expect(recorded[1]?.status).toBe(201);
    await first.close();
    const stranger = await startStranger(({ incoming }) => recorded[incoming.method === "GET" ? 0 : 1] ?? { body: {} }, first.port);
    await expect(openSignedSession(stranger.port, [sessionKey], client)).rejects.toMatchObject({ hop: "unproven" });
  });
});

describe("a server that dies and is replaced by a stranger", () => {
  /** `recorded`: what the real server answered to everything that was asked in the session, oldest first. */
  async function replaced(answer: (seen: Seen, recorded: readonly Answer[]) => Answer): Promise<{ stranger: Stranger; outcome: unknown }> {
    const real = await startReal();
    const signer = await sessionWith(real.port);
    const transport = openHttp(real.port, signer);
    const recorded: Answer[] = [];
    const signed = await signer.sign({ method: "GET", path: "/health" });
    const heard = await fetch(`${real.base}/health`, { headers: signed.headers });
    recorded.push({
      status: heard.status,
      headers: { [proofHeaders.answer]: heard.headers.get(proofHeaders.answer) ?? "" },
      body: await heard.text(),
    });
    expect(await transport.call("health:get", {})).toMatchObject({ status: "ok" });
    await real.close();
    const stranger = await startStranger((seen) => answer(seen, recorded), real.port);
    // Node's own client still holds a connection with the dead one, and reports that at its next use.
    await fetch(`${real.base}/health`).catch(() => undefined);
    const outcome = await transport.call("captures:create", capture()).catch((error: unknown) => error);
    await transport.call("info:get", { pageUrl: secretUrl }).catch(() => undefined);
    await transport.call("annotations:resolved", { url: secretUrl }).catch(() => undefined);
    return { stranger, outcome };
  }

  test.each<[string, (seen: Seen, recorded: readonly Answer[]) => Answer, object]>([
    ["answers well without a proof", () => ({ body: answers["health:get"] }), { hop: "unproven" }],
    ["repeats the proof of an older answer", (_seen, [answer]) => answer ?? { body: {} }, { hop: "unproven" }],
    [
      "says that the session is unknown",
      () => ({ status: 401, body: { error: { code: "unauthorized", message: "x", reason: "session" } } }),
      { code: "unauthorized" },
    ],
    [
      "names a project of its own to choose",
      () => ({ status: 404, body: { error: { code: "no-match", message: "x", projects: [{ id: "evil", name: "Evil" }] } } }),
      { hop: "unproven" },
    ],
    [
      "says that too much was sent",
      () => ({ status: 413, body: { error: { code: "too-large", message: "x", projects: [{ id: "evil", name: "Evil" }] } } }),
      { code: "too-large", projects: undefined },
    ],
  ])("that %s hears no content and no address", async (_what, answer, expected) => {
    const { stranger, outcome } = await replaced(answer);
    expect(outcome).toMatchObject(expected);
    expect(stranger.heard()).toContain("GET /health");
    expect(stranger.heard()).not.toContain(secret);
  });
});

describe("events", () => {
  const event: HeardEvent = { type: "config:changed", project: "p" };
  const listenTo = async (port: number, signer: Awaited<ReturnType<typeof sessionWith>>) => {
    const events: HeardEvent[] = [];
    const close = openHttp(port, signer).events?.open({ onEvent: (one) => events.push(one), onEnd: () => undefined });
    closing.push(() => close?.());
    return events;
  };

  test("of the real server are heard", async () => {
    const real = await startReal();
    const events = await listenTo(real.port, await sessionWith(real.port));
    await expect
      .poll(() => {
        real.push(event);
        return events.length;
      })
      .toBeGreaterThan(0);
  });

  test.each<[string, string]>([
    ["none", ""],
    ["a made-up one", JSON.stringify({ type: "hello", proof: "0".repeat(64) })],
    ["one that is no text", JSON.stringify({ type: "hello", proof: { length: 64 } })],
  ])("of a stranger in its place are not; its proof is %s", async (_what, proof) => {
    const real = await startReal();
    const signer = await sessionWith(real.port);
    await real.close();
    const stranger = await startStranger(() => ({ body: {} }), real.port);
    const sockets = new WebSocketServer({ server: stranger.server });
    let isOver = false;
    sockets.on("connection", (socket) =>
      socket.on("message", () => {
        if (proof !== "") socket.send(proof);
        socket.send(JSON.stringify(event));
        socket.close();
        isOver = true;
      }),
    );
    closing.push(() => sockets.close());
    const events = await listenTo(stranger.port, signer);
    await expect.poll(() => isOver).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(events).toEqual([]);
  });
});
