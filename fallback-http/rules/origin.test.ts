import { request } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { chromeExtensionId } from "../../host/contract/names.js";
import { sendRaw, startTestServer } from "../testing/server.js";

const added = "abcdefghijklmnopabcdefghijklmnop";
const firefox = "moz-extension://d98f696a-6085-44db-a1c5-a9a196a482bf";
const chrome = `chrome-extension://${chromeExtensionId}`;
const stranger = "moz-extension://0c4f3d7a-1111-4a22-9b3c-2f0d5a6b7c8d";
const typed = { "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate" };
const server = await startTestServer({ extensions: () => ({ ids: [added], origins: [firefox] }) });
afterAll(() => server.close());

/** fetch would not let us choose these headers; a socket's origin is asked for the same way. */
const cases: readonly (readonly [what: string, headers: Record<string, string>, letIn: boolean])[] = [
  ["a program", {}, true],
  ["our Chrome build", { Origin: chrome, "Sec-Fetch-Site": "cross-site" }, true],
  ["an id that the user added", { Origin: `chrome-extension://${added}` }, true],
  ["a Firefox installation that is known", { Origin: firefox }, true],
  ["a Firefox installation that nobody has vouched for", { Origin: stranger }, false],
  ["the known one in other letters", { Origin: firefox.toUpperCase() }, false],
  ["the known one with a tail", { Origin: `${firefox}0` }, false],
  ["credentials in Firefox's scheme", { Origin: "moz-extension://a@evil.example" }, false],
  ["a browser's tab, by hand or by another extension", typed, false],
  ["another extension that may read every site", { "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "cors" }, false],
  ["a page without origin: sandboxed frame, data: URL", { Origin: "null", "Sec-Fetch-Site": "cross-site" }, false],
  ["a page", { Origin: "https://evil.example" }, false],
  ["a page of this machine", { Origin: "http://localhost:5173" }, false],
  ["a page at our own address", { Origin: "http://127.0.0.1:9876" }, false],
  ["another extension", { Origin: "chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba" }, false],
  ["our id with a tail", { Origin: `chrome-extension://${chromeExtensionId}.evil.example` }, false],
  ["two origins", { Origin: `chrome-extension://${chromeExtensionId} https://evil.example` }, false],
  ["an empty origin", { Origin: "" }, false],
  ["a page's image, which has no Origin", { "Sec-Fetch-Site": "cross-site" }, false],
  ["a page of the same site without Origin", { "Sec-Fetch-Site": "same-site" }, false],
];

describe("Origin rule", () => {
  it.each(cases)("%s over HTTP", async (_what, headers, letIn) => {
    const before = server.calls.length;
    const { status, body } = await post({ ...headers, "Content-Type": "application/json" });
    expect(status).toBe(letIn ? 201 : 403);
    if (!letIn) expect(body).toContain('"forbidden-origin"');
    expect(server.calls.length - before).toBe(letIn ? 1 : 0);
  });

  it.each(cases)("%s over a WebSocket", async (_what, headers, letIn) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, { headers });
    const opened = await new Promise((resolve) => {
      socket.on("open", () => resolve(true));
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode));
      socket.on("error", () => resolve("error"));
    });
    expect(opened).toBe(letIn ? true : 403);
    socket.terminate();
  });

  const strangers = [
    ["an unknown Firefox extension", { Origin: stranger }, stranger, `svc-init pair --allow ${stranger}`],
    ["a browser's tab", typed, undefined, "A browser's tab gets /info, /health, /handshake alone"],
  ] as const;
  const asked = [
    ["GET", "/info", 200],
    ["GET", "/info?pageUrl=http%3A%2F%2Flocalhost%3A1%2F", 200],
    ["GET", "/health", 200],
    ["GET", "/handshake", 200],
    ["OPTIONS", "/captures", 204],
    ["GET", "/config", 403],
    ["GET", "/captures", 403],
    ["GET", "/info/../config", 403],
    ["GET", "/info%2f..%2fconfig", 403],
    ["GET", "http://127.0.0.1/config", 403],
    ["PUT", "/config", 403],
  ] as const;
  describe.each(strangers)("%s", (_who, headers, mayRead, why) => {
    it.each(asked)("gets %s %s → %i, and may read why not", async (method, path, expected) => {
      const target = path.startsWith("http") ? path.replace("127.0.0.1", `127.0.0.1:${server.port}`) : path;
      const answer = await send(method, target, headers);
      expect([answer.status, answer.allowed]).toEqual([expected, mayRead]);
      expect(answer.body.includes(why)).toBe(expected === 403);
    });
  });

  it.each([
    ["an Origin", { Origin: "https://evil.example" }],
    ["a browser's mark", { "Sec-Fetch-Site": "cross-site" }],
    ["a second Host", { host: "evil.example" }],
  ])("sees %s behind 1,100 other headers", async (_what, headers) => {
    const others = Array.from({ length: 1_100 }, (_, index) => `${index}: \r\n`).join("");
    const last = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `GET /config HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n${others}${last}\r\n`;
    expect(await sendRaw(server.port, head)).toMatch(/^HTTP\/1.1 403 /);
  });

  it("refuses a page before it reads the body", async () => {
    const answer = new Promise((resolve, reject) => {
      const outgoing = request(`${server.base}/captures`, {
        method: "POST",
        headers: { Origin: "https://evil.example", "Content-Length": "1000" },
      });
      outgoing.on("response", ({ statusCode }) => resolve(statusCode)).on("error", reject);
      // Not one byte of the thousand is ever sent.
      outgoing.flushHeaders();
    });
    expect(await answer).toBe(403);
  });
});

function post(headers: Record<string, string>) {
  return send("POST", "/baselines", headers, '{"filename":"a"}');
}

interface Answer {
  readonly status: number | undefined;
  /** Who may read it. */
  readonly allowed: string | undefined;
  readonly body: string;
}

function send(method: string, path: string, headers: Record<string, string>, sent?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port: server.port, host: "127.0.0.1", method, path, headers }, (answer) => {
      let body = "";
      answer.on("data", (text) => {
        body += String(text);
      });
      answer.on("end", () => resolve({ status: answer.statusCode, allowed: answer.headers["access-control-allow-origin"], body }));
    });
    outgoing.on("error", reject);
    outgoing.end(sent);
  });
}

describe("CORS (Fetch standard, 3.3)", () => {
  const answers: readonly (readonly [what: string, path: string, init: RequestInit])[] = [
    ["a success", "/health", {}],
    ["a refusal", "/captures", { method: "DELETE" }],
    ["an unknown path", "/nothing", {}],
    ["a bad body", "/baselines", { method: "POST", body: "x" }],
  ];

  it.each(answers)("lets the extension read %s", async (_what, path, init) => {
    const { headers } = await fetch(server.base + path, { ...init, headers: { Origin: chrome } });
    expect(headers.get("access-control-allow-origin")).toBe(chrome);
    expect(headers.get("vary")).toBe("Origin");
    expect(headers.get("access-control-expose-headers")).toBe("Retry-After, X-SVC-Key-Check, X-SVC-Answer");
  });

  it("answers the preflight of a signed PUT", async () => {
    const { status, headers } = await preflight("/config", chrome, "PUT", "content-type,x-svc-session,x-svc-signature,x-svc-timestamp");
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe(chrome);
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
