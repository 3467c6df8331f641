import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { chromeExtensionId } from "../../host/contract/names.js";
import { startTestServer, type TestServer } from "../testing/server.js";

const added = "abcdefghijklmnopabcdefghijklmnop";
const firefox = "moz-extension://d98f696a-6085-44db-a1c5-a9a196a482bf";
const stranger = "moz-extension://0c4f3d7a-1111-4a22-9b3c-2f0d5a6b7c8d";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ extensions: () => ({ ids: [added], origins: [firefox] }) });
});
afterAll(() => server.close());

/** fetch would not let us choose these headers; a socket's origin is asked for the same way. */
const cases: readonly (readonly [what: string, headers: Record<string, string>, letIn: boolean])[] = [
  ["a program", {}, true],
  ["our Chrome build", { Origin: `chrome-extension://${chromeExtensionId}`, "Sec-Fetch-Site": "cross-site" }, true],
  ["an id that the user added", { Origin: `chrome-extension://${added}` }, true],
  ["a Firefox installation that is known", { Origin: firefox }, true],
  ["a Firefox installation that nobody has vouched for", { Origin: stranger }, false],
  ["the known one in other letters", { Origin: firefox.toUpperCase() }, false],
  ["the known one with a tail", { Origin: `${firefox}0` }, false],
  ["credentials in Firefox's scheme", { Origin: "moz-extension://a@evil.example" }, false],
  ["an address that the user typed", { "Sec-Fetch-Site": "none" }, true],
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

  it.each([
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
  ] as const)("an unknown Firefox extension gets %s %s → %i, and may read why not", async (method, path, expected) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const target = path.startsWith("http") ? path.replace("127.0.0.1", `127.0.0.1:${server.port}`) : path;
      request({ port: server.port, host: "127.0.0.1", method, path: target, headers: { Origin: stranger } }, resolve)
        .on("error", reject)
        .end();
    });
    answer.resume();
    expect([answer.statusCode, answer.headers["access-control-allow-origin"]]).toEqual([expected, stranger]);
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

function post(headers: Record<string, string>): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${server.base}/baselines`, { method: "POST", headers }, (answer) => {
      let body = "";
      answer.on("data", (text) => {
        body += String(text);
      });
      answer.on("end", () => resolve({ status: answer.statusCode, body }));
    });
    outgoing.on("error", reject);
    outgoing.end('{"filename":"a"}');
  });
}
