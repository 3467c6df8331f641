import { afterAll, describe, expect, it } from "vitest";
import { ServiceError } from "../host/contract/errors.js";
import { operationNames, operations } from "../host/contract/operations.js";
import { startTestServer } from "./testing/server.js";

const server = await startTestServer({
  call: async (name, input) => {
    if (name === "requests:decline") throw new ServiceError("conflict", "It ended already.");
    if (name === "baselines:list") throw new Error("ENOENT: /home/someone/secret");
    return { name, input };
  },
});
afterAll(() => server.close());

const json = { "Content-Type": "application/json" };

describe("routes", () => {
  const successes = operationNames.filter((name) => name !== "requests:decline" && name !== "baselines:list");

  it.each(successes)("%s answers at its place of the table", async (name) => {
    const { method, path, status } = operations[name];
    const answer = await fetch(server.base + path.replace(":id", "r-1"), {
      method,
      ...(method === "GET" ? {} : { headers: json, body: "{}" }),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual({ name, input: path.includes(":id") ? { id: "r-1" } : {} });
  });

  const inputs: readonly (readonly [request: string, body: string | undefined, input: unknown])[] = [
    ["GET /captures?url=http%3A%2F%2Fa%2F%3Fb%3Dc&limit=2", undefined, { url: "http://a/?b=c", limit: "2" }],
    ["GET /info?pageUrl=%E0%A4%A", undefined, { pageUrl: "\uFFFD%A" }],
    ["GET /config?__proto__=1", undefined, JSON.parse('{"__proto__":"1"}')],
    ["POST /baselines", '{"filename":"a"}', { filename: "a" }],
    ["POST /baselines", "null", null],
    ["POST /baselines", "[1]", [1]],
    ["POST /requests/r-2/ack", "", { id: "r-2" }],
    ["POST /requests/r-2/ack", '{"id":"r-2"}', { id: "r-2" }],
    ["POST /requests/a%2F..%2Fb/ack", "{}", { id: "a/../b" }],
    ["PUT /config", '\uFEFF{"urlPatterns":["ä"]}', { urlPatterns: ["ä"] }],
  ];

  it.each(inputs)("%s %s becomes the operation's input", async (request, body, input) => {
    const [method = "", path] = request.split(" ");
    const answer = await fetch(server.base + path, { method, ...(body === undefined ? {} : { headers: json, body }) });
    expect(await answer.json()).toMatchObject({ input });
  });

  const refusals: readonly (readonly [request: string, init: RequestInit, status: number, code: string])[] = [
    ["GET /", {}, 404, "not-found"],
    ["GET /captures/", {}, 404, "not-found"],
    ["GET /captures/../../etc/passwd", {}, 404, "not-found"],
    ["OPTIONS /nothing", {}, 404, "not-found"],
    ["DELETE /captures", {}, 405, "method-not-allowed"],
    ["PATCH /config", {}, 405, "method-not-allowed"],
    ["GET /requests/r-1/ack", {}, 405, "method-not-allowed"],
    ["GET /captures?limit=1&limit=2", {}, 400, "invalid-input"],
    ["POST /requests/r-1/ack", { headers: json, body: '{"id":"r-2"}' }, 400, "invalid-input"],
    ["POST /baselines", { headers: json, body: "" }, 400, "bad-json"],
    ["POST /handshake", { headers: json, body: "null" }, 400, "invalid-input"],
    ["POST /handshake", { headers: json, body: '{"challenge":1,"proof":{}}' }, 400, "invalid-input"],
    ["POST /requests/r-1/decline", {}, 409, "conflict"],
    ["GET /baselines", {}, 500, "internal"],
  ];

  it.each(refusals)("%s %j is refused with %i %s", async (request, init, status, code) => {
    const [method = "", path] = request.split(" ");
    const answer = await fetch(server.base + path, { method, ...init });
    expect(answer.status).toBe(status);
    const body = await answer.text();
    expect(JSON.parse(body)).toEqual({ error: { code, message: expect.any(String) } });
    expect(body).not.toContain("/home");
  });

  it("names the allowed methods with a 405 (RFC 9110, 15.5.6)", async () => {
    const answer = await fetch(`${server.base}/captures`, { method: "DELETE" });
    expect(answer.headers.get("allow")).toBe("OPTIONS, GET, HEAD, POST");
  });

  it("answers HEAD as GET without content (RFC 9110, 9.3.2)", async () => {
    const answer = await fetch(`${server.base}/health`, { method: "HEAD" });
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([200, "application/json", ""]);
  });

  it("tells its owner of a foreign error, and nobody else", async () => {
    await fetch(`${server.base}/baselines`);
    expect(server.faults.at(-1)).toMatchObject({ message: expect.stringContaining("ENOENT") });
  });
});

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
