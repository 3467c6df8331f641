import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationNames, operations } from "../../host/contract/operations.js";
import { startTestServer, type TestServer } from "../testing/server.js";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ requireSigned: true });
});
afterAll(() => server.close());

describe("every response", () => {
  const paths = [...new Set(operationNames.map((name) => operations[name].path)), "/handshake", "/nothing"];
  const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];
  const places = paths.flatMap((path) => methods.map((method) => [method, path] as const));

  it.each(places)("to %s %s is not sniffed and not stored", async (method, path) => {
    const { headers } = await fetch(server.base + path, { method });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    ["a foreign origin", { Origin: "https://evil.example" }],
    ["a wrong type", { "Content-Type": "text/plain" }],
  ])("to %s is not sniffed and not stored", async (_what, headers) => {
    const answer = await fetch(`${server.base}/handshake`, { method: "POST", headers, body: "x" });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});
