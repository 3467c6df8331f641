import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chromeExtensionId } from "../host/contract/names.js";
import { operations } from "../host/contract/operations.js";
import { codePoint, urlPart, urlPath } from "../host/testing/code-points.js";
import { makeHandshake } from "./signing/handshake.js";
import { sendRaw, sessionKey, startTestServer, type TestServer } from "./testing/server.js";

/** A few hundred inputs by default; `SVC_FUZZ_RUNS` asks for more. One server takes as many as the rate limit lets through. */
const runs = Number(process.env["SVC_FUZZ_RUNS"] ?? 300);
const runsPerServer = 200;

const paths = [...Object.values(operations).map(({ path }) => path.replace(":id", "r-1")), "/handshake", "/ws", "/", "*", "http://a/"];
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("GET", "HEAD", "POST", "PUT", "OPTIONS", "DELETE", "PATCH", "TRACE", "CONNECT", "get") },
  fc.string({ maxLength: 8 }),
);
const target = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...paths) },
  fc.tuple(fc.constantFrom(...paths), urlPart).map(([path, query]) => `${path}?${query}`),
  urlPath,
  fc.string({ unit: codePoint, maxLength: 40 }),
);
const header = fc.oneof(
  fc.constantFrom(
    ["Content-Type", "application/json"],
    ["Content-Type", "text/plain"],
    ["Content-Encoding", "gzip"],
    ["Origin", "null"],
    ["Origin", `chrome-extension://${chromeExtensionId}`],
    ["Transfer-Encoding", "chunked"],
    ["Expect", "100-continue"],
    ["Upgrade", "websocket"],
    ["Connection", "Upgrade"],
    ["Sec-WebSocket-Version", "13"],
    ["Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="],
    ["X-SVC-Session", "0".repeat(64)],
    ["X-SVC-Signature", "z".repeat(64)],
  ),
  fc.tuple(fc.constantFrom("Content-Length", "X-SVC-Timestamp", "Range"), fc.oneof(fc.nat().map(String), fc.string({ maxLength: 10 }))),
  fc.tuple(fc.string({ maxLength: 10 }), fc.string({ unit: codePoint, maxLength: 40 })),
);
const body = fc.oneof(
  fc.json().map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);
const request = fc
  .record({ method, target, headers: fc.array(header, { maxLength: 6 }), honest: fc.boolean(), body })
  .map((parts) => (port: number) => requestBytes(port, parts));
const anything = fc.oneof(
  { weight: 9, arbitrary: request },
  fc.uint8Array({ maxLength: 300 }).map((bytes) => () => Buffer.from(bytes)),
);

describe("HTTP, whatever the bytes", () => {
  it("answers with less than 500 and the fixed headers, lives on, and lets no unsigned call through", async () => {
    for (let left = runs; left > 0; left -= runsPerServer) {
      const server = await startTestServer({ requireSigned: true, timeouts: { request: 100, connection: 300, hello: 50, close: 100 } });
      await fc.assert(
        fc.asyncProperty(anything, (bytes) => holds(server, bytes(server.port))),
        { numRuns: Math.min(left, runsPerServer) },
      );
      expect((await fetch(`${server.base}/health`)).status).toBe(401);
      expect([server.calls, server.faults.filter((fault) => !isBrokenFrame(fault))]).toEqual([[], []]);
      await server.close();
    }
  });

  it("gives no session without the key, whatever is handed in", async () => {
    const handshake = makeHandshake(() => sessionKey);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: codePoint }), fc.string({ unit: codePoint }), fc.boolean(), async (challenge, proof, fresh) => {
        const attempt = handshake.open({ challenge: fresh ? handshake.challenge() : challenge, proof }, 1);
        await expect(attempt).rejects.toMatchObject({ code: "unauthorized", reason: fresh ? "signature" : "challenge" });
      }),
      { numRuns: runs },
    );
  });
});

async function holds(server: TestServer, bytes: Uint8Array): Promise<void> {
  const answer = await sendRaw(server.port, bytes);
  if (answer === "") return;
  const [, status = "none"] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  expect(Number(status)).toBeLessThan(500);
  if (!status.startsWith("1")) expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff\r\n");
  expect(answer).not.toContain(sessionKey);
}

function requestBytes(
  port: number,
  {
    method,
    target,
    headers,
    honest,
    body,
  }: { method: string; target: string; headers: readonly (readonly string[])[]; honest: boolean; body: Buffer },
): Buffer {
  const own = honest ? [["Host", `127.0.0.1:${port}`] as const, ["Content-Length", String(body.length)] as const] : [];
  const lines = [...own, ...headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`), body]);
}

/** A peer that breaks the WebSocket protocol is noted, and that is all. */
function isBrokenFrame(fault: unknown): boolean {
  return fault instanceof Error && /WebSocket|frame|RSV|MASK|opcode/.test(fault.message);
}
