import { createHash, createHmac } from "node:crypto";
import { connect, type Socket } from "node:net";
import type { ServiceEvent } from "../../host/contract/events.js";
import { isRecord } from "../../host/contract/json.js";
import { handshakeText, requestText } from "../../host/contract/signing.js";
import { type HttpServerOptions, type RunningServer, startHttpServer } from "../server.js";

export const sessionKey = "5a".repeat(32);

/** A running server over a call that records its arguments. */
export interface TestServer extends RunningServer {
  readonly base: string;
  /** Every call that was let through, with its input. */
  readonly calls: { name: string; input: unknown }[];
  /** Failures of ours. */
  readonly faults: unknown[];
  push(event: ServiceEvent): void;
}

/** Starts the real server on a port of the system's choice; `call` answers for the operations. */
export async function startTestServer(options: Partial<HttpServerOptions> = {}): Promise<TestServer> {
  const calls: TestServer["calls"] = [];
  const faults: unknown[] = [];
  const listeners = new Set<(event: ServiceEvent) => void>();
  const server = await startHttpServer({
    sessionKey: () => sessionKey,
    ports: [0],
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    requireSigned: false,
    signedOnly: () => false,
    extensions: () => ({ ids: [], origins: [] }),
    onActivity: () => undefined,
    onCall: () => undefined,
    onPaired: () => undefined,
    onFault: (error) => faults.push(error),
    ...options,
    call: async (name, input, project) => {
      calls.push({ name, input });
      return options.call === undefined ? { name, input } : options.call(name, input, project);
    },
  });
  if (server === undefined) throw new Error("no free port");
  const push = (event: ServiceEvent) => {
    for (const listener of listeners) listener(event);
  };
  return { ...server, base: `http://127.0.0.1:${server.port}`, calls, faults, push };
}

/** Sends bytes as they are and returns all that comes back until the server closes or `until` is in it. */
export async function sendRaw(port: number, bytes: string | Uint8Array, until?: RegExp): Promise<string> {
  const socket: Socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8");
  socket.on("data", (text) => {
    answer += String(text);
    if (until?.test(answer)) socket.destroy();
  });
  // The server may close while we still send.
  socket.on("error", () => socket.destroy());
  socket.write(bytes);
  // `events.once` would reject with that error.
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

/** The headers that sign a request as in the contract, made independently of the server's code. */
export function signedHeaders(sessionId: string, method: string, path: string, body: string | Uint8Array = "", timestamp = Date.now()) {
  const bodySha256 = createHash("sha256").update(body).digest("hex");
  return {
    "X-SVC-Session": sessionId,
    "X-SVC-Timestamp": String(timestamp),
    "X-SVC-Signature": hmac(requestText({ method, path, timestamp: String(timestamp), bodySha256 })),
  };
}

/** Opens a session over HTTP. */
export async function openSession(base: string): Promise<string> {
  const challenge = await field(await fetch(`${base}/handshake`), "challenge");
  return field(await postJson(`${base}/handshake`, { challenge, proof: hmac(handshakeText(challenge)) }), "sessionId");
}

export function postJson(url: string, value: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(value) });
}

async function field(answer: Response, name: string): Promise<string> {
  const body: unknown = await answer.json();
  const value = isRecord(body) ? body[name] : undefined;
  if (typeof value !== "string") throw new Error(`no ${name} in an answer with status ${answer.status}`);
  return value;
}

export function hmac(text: string): string {
  return createHmac("sha256", Buffer.from(sessionKey, "hex")).update(text).digest("hex");
}
