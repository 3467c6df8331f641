import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/server.js";
import { makeRateLimit } from "./rate.js";

describe("rate limit", () => {
  it("allows max in any window, not one more, and lets in again when the oldest has left", () => {
    let time = 0;
    const count = makeRateLimit(3, 1_000, () => time);
    for (const at of [0, 600, 900]) {
      time = at;
      count();
    }
    expect(count).toThrow(/Wait 1 seconds/);
    time = 999;
    expect(count).toThrow();
    time = 1_000;
    count();
    expect(count).toThrow();
    time = 1_600;
    count();
  });
});

describe("rate limits of the server", () => {
  it("lets 20 handshakes a minute through, then says when to come back (RFC 6585, 4)", async () => {
    const own = await startTestServer();
    const statuses = await inTurn(21, `${own.base}/handshake`);
    expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true);
    const last = await fetch(`${own.base}/handshake`);
    await own.close();
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(50);
    expect(await last.json()).toMatchObject({ error: { code: "too-many-requests" } });
  });

  it("lets 240 requests in ten seconds through; a page that is refused uses none of them up", async () => {
    const own = await startTestServer();
    for (let i = 0; i < 300; i++) await fetch(`${own.base}/health`, { headers: { Origin: "https://evil.example" } });
    const statuses = await inTurn(241, `${own.base}/health`);
    await own.close();
    expect(statuses.filter((status) => status === 200)).toHaveLength(240);
    expect(statuses.at(-1)).toBe(429);
  });

  it("answers each of a burst, on as many connections", async () => {
    const own = await startTestServer();
    const answers = await Promise.all(Array.from({ length: 300 }, () => fetch(`${own.base}/health`)));
    await own.close();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(240);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
  });
});

async function inTurn(times: number, url: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
}
