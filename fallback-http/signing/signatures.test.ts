import { afterAll, describe, expect, it, vi } from "vitest";
import { handshakeText, requestText } from "../../host/contract/signing.js";
import { openSession, sessionKey, signedHeaders, startTestServer } from "../testing/server.js";
import { hmacHex, makeHandshake, sha256Hex } from "./handshake.js";
import { makeSignatures } from "./signatures.js";

let key = sessionKey;
const server = await startTestServer({ requireSigned: true, sessionKey: () => key });
const session = await openSession(server.base);
afterAll(() => server.close());

const body = '{"filename":"a"}';
const json = { "Content-Type": "application/json" };
const send = (path: string, headers: Record<string, string>, method = "GET", content?: string) =>
  fetch(server.base + path, { method, headers: { ...json, ...headers }, ...(content === undefined ? {} : { body: content }) });

describe("a signed request", () => {
  it.each([
    ["GET", "/captures?url=http%3A%2F%2Fa%2F&limit=3", undefined],
    ["GET", "/health", undefined],
    ["POST", "/baselines", body],
    ["POST", "/requests/r-1/ack", undefined],
    ["PUT", "/config", '{"urlPatterns":["\u00e4:1"]}'],
  ])("%s %s is let in", async (method, path, content) => {
    const answer = await send(path, signedHeaders(session, method, path, content), method, content);
    expect(answer.status).toBeLessThan(300);
  });

  it("is let in as HEAD under its own method", async () => {
    expect((await send("/health", signedHeaders(session, "HEAD", "/health"), "HEAD")).status).toBe(200);
  });
});

describe("a request is refused", () => {
  const good = () => signedHeaders(session, "POST", "/baselines", body);
  const cases: readonly (readonly [what: string, reason: string, headers: () => Record<string, string>])[] = [
    ["without a signature", "missing", () => ({})],
    ["with a part of one", "missing", () => ({ "X-SVC-Session": session })],
    ["with an unknown session", "session", () => ({ ...good(), "X-SVC-Session": "0".repeat(64) })],
    ["31 seconds old", "timestamp", () => signedHeaders(session, "POST", "/baselines", body, Date.now() - 31_000)],
    ["31 seconds early", "timestamp", () => signedHeaders(session, "POST", "/baselines", body, Date.now() + 31_000)],
    ["with a time in words", "timestamp", () => ({ ...good(), "X-SVC-Timestamp": "now" })],
    ["with a time beyond numbers", "timestamp", () => ({ ...good(), "X-SVC-Timestamp": "9".repeat(400) })],
    ["signed for another method", "signature", () => signedHeaders(session, "PUT", "/baselines", body)],
    ["signed for another path", "signature", () => signedHeaders(session, "POST", "/captures", body)],
    ["signed for another query", "signature", () => signedHeaders(session, "POST", "/baselines?a", body)],
    ["signed for another body", "signature", () => signedHeaders(session, "POST", "/baselines", `${body} `)],
    ["signed for no body", "signature", () => signedHeaders(session, "POST", "/baselines")],
    ["with 64 characters that are no hex", "signature", () => ({ ...good(), "X-SVC-Signature": "z".repeat(64) })],
    ["with bytes beyond ASCII", "signature", () => ({ ...good(), "X-SVC-Signature": "\u00e4".repeat(64) })],
    ["with a short signature", "signature", () => ({ ...good(), "X-SVC-Signature": "ab" })],
    ["with the signature in capitals", "signature", () => ({ ...good(), "X-SVC-Signature": good()["X-SVC-Signature"].toUpperCase() })],
  ];

  it.each(cases)("%s: %s", async (_what, reason, headers) => {
    const before = server.calls.length;
    const answer = await send("/baselines", headers(), "POST", body);
    const text = await answer.text();
    expect(answer.status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ error: { code: "unauthorized", reason } });
    expect(text).not.toContain(sessionKey);
    expect(server.calls.length).toBe(before);
  });

  it("the second time: replay", async () => {
    const headers = good();
    expect((await send("/baselines", headers, "POST", body)).status).toBe(201);
    const again = await send("/baselines", headers, "POST", body);
    expect(await again.json()).toMatchObject({ error: { reason: "replay" } });
    const other = await openSession(server.base);
    const otherSession = await send("/baselines", { ...headers, "X-SVC-Session": other }, "POST", body);
    expect(await otherSession.json()).toMatchObject({ error: { reason: "replay" } });
  });

  it("again at the other end of its window: replay", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    try {
      const handshake = makeHandshake(() => sessionKey);
      const challenge = handshake.challenge();
      const { sessionId } = await handshake.open({ challenge, proof: hmacHex(sessionKey, handshakeText(challenge)) }, 9876);
      const { precheck, check } = makeSignatures({ handshake, sessionKey: () => sessionKey, required: () => true });
      const timestamp = String(Date.now() + 29_000);
      const signed = { method: "GET", path: "/health", body: new Uint8Array() };
      const signature = hmacHex(sessionKey, requestText({ ...signed, timestamp, bodySha256: sha256Hex(signed.body) }));
      const claim = { session: sessionId, timestamp, signature };
      expect(await precheck(claim)).toBe(true);
      check(claim, signed);
      vi.advanceTimersByTime(58_000);
      expect(await precheck(claim)).toBe(true);
      expect(() => check(claim, signed)).toThrow(expect.objectContaining({ reason: "replay" }));
    } finally {
      vi.useRealTimers();
    }
  });

  it("not because a stranger used its signature on something else first", async () => {
    const headers = good();
    expect((await send("/baselines", headers, "POST", "{}")).status).toBe(401);
    expect((await send("/baselines", headers, "POST", body)).status).toBe(201);
  });

  it("after the key was changed: session", async () => {
    const old = await openSession(server.base);
    key = "7b".repeat(32);
    const answer = await send("/health", signedHeaders(old, "GET", "/health"));
    key = sessionKey;
    expect(await answer.json()).toMatchObject({ error: { reason: "session" } });
  });
});

describe("where signing is not required", () => {
  it("nothing is asked of those who do not sign, and all of it of those who do", async () => {
    const open = await startTestServer();
    const wrong = { ...signedHeaders("0".repeat(64), "GET", "/health") };
    expect((await fetch(`${open.base}/health`)).status).toBe(200);
    expect((await fetch(`${open.base}/health`, { headers: wrong })).status).toBe(401);
    expect((await fetch(`${open.base}/health`, { headers: signedHeaders(await openSession(open.base), "GET", "/health") })).status).toBe(
      200,
    );
    await open.close();
  });
});
