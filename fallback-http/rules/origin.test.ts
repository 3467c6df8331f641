import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { chromeExtensionId } from "../../host/contract/names.js";
import { startTestServer, type TestServer } from "../testing/server.js";

const added = "abcdefghijklmnopabcdefghijklmnop";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ extensionIds: () => [added] });
});
afterAll(() => server.close());

/** fetch would not let us choose these headers; a socket's origin is asked for the same way. */
const cases: readonly (readonly [what: string, headers: Record<string, string>, letIn: boolean])[] = [
  ["a program", {}, true],
  ["our Chrome build", { Origin: `chrome-extension://${chromeExtensionId}`, "Sec-Fetch-Site": "cross-site" }, true],
  ["an id that the user added", { Origin: `chrome-extension://${added}` }, true],
  ["any Firefox installation", { Origin: "moz-extension://d98f696a-6085-44db-a1c5-a9a196a482bf" }, true],
  ["any other id in Firefox's scheme", { Origin: "moz-extension://some-installation_1" }, true],
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
