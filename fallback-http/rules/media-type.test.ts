import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRaw, startTestServer, type TestServer } from "../testing/server.js";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("media type rule", () => {
  const cases: readonly (readonly [headers: string, status: number])[] = [
    ["Content-Type: application/json", 201],
    ["Content-Type: Application/JSON ; charset=UTF-8", 201],
    ['Content-Type: application/json; charset="utf-8"', 201],
    ["Content-Type: application/json; profile=x", 201],
    ["Content-Type: application/json; charset=utf-16", 415],
    ["Content-Type: text/plain", 415],
    ["Content-Type: text/plain; application/json", 415],
    ["Content-Type: application/jsonp", 415],
    ["Content-Type: application/x-www-form-urlencoded", 415],
    ["Content-Type:", 415],
    ["X-Nothing: here", 415],
    ["Content-Type: application/json\r\nContent-Encoding: gzip", 415],
    ["Content-Type: application/json\r\nContent-Encoding: identity", 201],
  ];

  it.each(cases)("%j → %i", async (headers, status) => {
    const head = `POST /baselines HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\nContent-Length: 2\r\n${headers}\r\n\r\n{}`;
    const answer = await sendRaw(server.port, head);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (status === 415) expect(answer).toContain('"unsupported-media-type"');
  });
});
