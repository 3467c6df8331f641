import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromeExtensionId } from "../../host/contract/names.js";
import { startTestServer, type TestServer } from "../testing/server.js";

const origin = `chrome-extension://${chromeExtensionId}`;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("CORS (Fetch standard, 3.3)", () => {
  const answers: readonly (readonly [what: string, path: string, init: RequestInit])[] = [
    ["a success", "/health", {}],
    ["a refusal", "/captures", { method: "DELETE" }],
    ["an unknown path", "/nothing", {}],
    ["a bad body", "/baselines", { method: "POST", body: "x" }],
  ];

  it.each(answers)("lets the extension read %s", async (_what, path, init) => {
    const { headers } = await fetch(server.base + path, { ...init, headers: { Origin: origin } });
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    expect(headers.get("vary")).toBe("Origin");
    expect(headers.get("access-control-expose-headers")).toBe("Retry-After, X-SVC-Key-Check, X-SVC-Answer");
  });

  it("answers the preflight of a signed PUT", async () => {
    const { status, headers } = await preflight("/config", origin, "PUT", "content-type,x-svc-session,x-svc-signature,x-svc-timestamp");
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    expect(headers.get("access-control-allow-methods")).toContain("PUT");
    expect(headers.get("access-control-allow-headers")?.toLowerCase()).toBe(
      "content-type, x-svc-session, x-svc-timestamp, x-svc-signature",
    );
    expect(headers.get("access-control-allow-private-network")).toBe("true");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  it.each(["https://evil.example", "null", "http://localhost:3000"])("gives %s no leave", async (page) => {
    const { status, headers } = await preflight("/config", page, "PUT", "content-type");
    expect(status).toBe(403);
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("answers OPTIONS without an origin with the methods (RFC 9110, 9.3.7)", async () => {
    const { status, headers } = await fetch(`${server.base}/captures`, { method: "OPTIONS" });
    expect([status, headers.get("allow")]).toEqual([204, "OPTIONS, GET, HEAD, POST"]);
  });
});

function preflight(path: string, from: string, method: string, names: string): Promise<Response> {
  return fetch(server.base + path, {
    method: "OPTIONS",
    headers: { Origin: from, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": names },
  });
}
