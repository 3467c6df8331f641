import { connect } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { sendRaw, startTestServer } from "./testing/server.js";

const server = await startTestServer({ timeouts: { request: 300, connection: 900 } });
afterAll(() => server.close());

const host = () => `Host: 127.0.0.1:${server.port}\r\n`;
const post = () => `POST /baselines HTTP/1.1\r\n${host()}`;

describe("what is refused before it is a request", () => {
  const cases: readonly (readonly [what: string, bytes: () => string | Uint8Array, status: number])[] = [
    ["no HTTP", () => "hello\r\n\r\n", 400],
    ["TLS", () => Uint8Array.of(0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5), 400],
    ["a method that does not exist", () => `FOO / HTTP/1.1\r\n${host()}\r\n`, 400],
    ["another protocol version", () => `GET / HTTP/9.1\r\n${host()}\r\n`, 400],
    ["a head of 20 KB", () => `GET / HTTP/1.1\r\n${host()}X-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["two lengths", () => `${post()}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ["length and chunks (request smuggling)", () => `${post()}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ["a broken chunk", () => `${post()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}`, 400],
    ["a head that never ends", () => `GET /health HTTP/1.1\r\n${host()}`, 408],
    ["a body that never ends", () => `${post()}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`, 408],
    ["CONNECT", () => `CONNECT 127.0.0.1:1 HTTP/1.1\r\n${host()}\r\n`, 405],
    ["a target that is no path", () => `GET foo HTTP/1.1\r\n${host()}Connection: close\r\n\r\n`, 400],
  ];

  it.each(cases)("%s gets its answer, with the fixed headers", async (_what, bytes, status) => {
    const answer = await sendRaw(server.port, bytes());
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
    expect(answer.toLowerCase()).toContain("cache-control: no-store");
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ error: { message: expect.any(String) } });
    expect((await fetch(`${server.base}/health`)).status).toBe(200);
  });

  it("an expectation that nobody knows is ignored", async () => {
    const answer = await sendRaw(server.port, `GET /health HTTP/1.1\r\n${host()}Expect: more\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*nosniff/);
  });

  it("is answered behind a good request too", async () => {
    const answer = await sendRaw(server.port, `GET /health HTTP/1.1\r\n${host()}\r\n`, /health:get/);
    expect(answer).toContain("200 OK");
    const both = await talk([`GET /health HTTP/1.1\r\n${host()}\r\n`, "garbage\r\n\r\n"]);
    expect(both).toMatch(/^HTTP\/1.1 200 [\s\S]*HTTP\/1.1 400 /);
  });

  it.each([
    ["kept open", "", /^HTTP\/1.1 200 [\s\S]*"health:get"[\s\S]*HTTP\/1.1 400 /],
    ["closed after it", "Connection: close\r\n", /^HTTP\/1.1 200 (?![\s\S]*HTTP\/1.1)/],
  ])("comes after the answer to a request before it, %s", async (_what, connection, answers) => {
    expect(await sendRaw(server.port, `GET /health HTTP/1.1\r\n${host()}${connection}\r\ngarbage\r\n\r\n`)).toMatch(answers);
  });

  it("is not answered twice: a body that never ends after its 413", async () => {
    const answer = await sendRaw(server.port, `${post()}Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{`);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it("ends a connection that says nothing", async () => {
    expect(await sendRaw(server.port, "")).toMatch(/^(HTTP\/1.1 408 |$)/);
  });

  /** Sends the next part when something was answered to the last. */
  function talk(parts: readonly string[]): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(server.port, "127.0.0.1");
      const [first = "", ...rest] = parts;
      let answer = "";
      socket.on("data", (data) => {
        answer += String(data);
        const next = rest.shift();
        if (next !== undefined) socket.write(next);
      });
      socket.on("close", () => resolve(answer));
      socket.write(first);
    });
  }
});
