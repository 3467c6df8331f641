import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRaw, startTestServer, type TestServer } from "../testing/server.js";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("Host rule", () => {
  const cases: readonly (readonly [what: string, target: string, hostLines: readonly string[], status: number])[] = [
    ["the address", "/health", ["Host: 127.0.0.1:PORT"], 200],
    ["localhost, in any case", "/health", ["Host: LocalHost:PORT"], 200],
    ["IPv6 loopback", "/health", ["Host: [::1]:PORT"], 200],
    ["an absolute target of ours", "http://127.0.0.1:PORT/health", ["Host: 127.0.0.1:PORT"], 200],
    ["a rebound name", "/health", ["Host: evil.example:PORT"], 403],
    ["a name that starts like ours", "/health", ["Host: localhost.evil.example:PORT"], 403],
    ["a name that ends like ours", "/health", ["Host: evil.localhost:PORT"], 403],
    ["another port", "/health", ["Host: 127.0.0.1:1"], 403],
    ["no port", "/health", ["Host: 127.0.0.1"], 403],
    ["all addresses", "/health", ["Host: 0.0.0.0:PORT"], 403],
    ["credentials before it", "/health", ["Host: a@127.0.0.1:PORT"], 403],
    ["none at all", "/health", [], 403],
    ["an empty one", "/health", ["Host:"], 403],
    ["two, the first ours", "/health", ["Host: 127.0.0.1:PORT", "Host: evil.example"], 403],
    ["two, both ours", "/health", ["Host: 127.0.0.1:PORT", "Host: 127.0.0.1:PORT"], 403],
    ["an absolute target elsewhere", "http://evil.example/health", ["Host: 127.0.0.1:PORT"], 403],
    ["bytes that make no URL", "/health", ["Host: [[:PORT"], 403],
  ];

  it.each(cases)("%s", async (_what, target, hostLines, status) => {
    const head = [`GET ${target} HTTP/1.1`, ...hostLines, "Connection: close", "", ""].join("\r\n").replaceAll("PORT", String(server.port));
    const before = server.calls.length;
    const answer = await sendRaw(server.port, head);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain(status === 200 ? '"health:get"' : '"forbidden-host"');
    expect(server.calls.length - before).toBe(status === 200 ? 1 : 0);
  });

  it("holds for WebSockets", async () => {
    const head = "GET /ws HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
    expect(await sendRaw(server.port, head)).toMatch(/^HTTP\/1.1 403 [\s\S]*"forbidden-host"/);
  });
});
