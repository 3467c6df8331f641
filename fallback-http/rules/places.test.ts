import { connect, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { limits } from "../../host/contract/limits.js";
import { startTestServer } from "../testing/server.js";

const held: Socket[] = [];
let answerNow: (answer: object) => void;
const late = new Promise<object>((resolve) => {
  answerNow = resolve;
});
const server = await startTestServer({ call: (name) => (name === "config:get" ? late : Promise.resolve({ status: "ok" })) });
afterAll(async () => {
  for (const socket of held) socket.destroy();
  await server.close();
});

async function hold(bytes: string): Promise<void> {
  const socket = connect(server.port, "127.0.0.1");
  held.push(socket);
  socket.on("error", () => socket.destroy());
  await new Promise((resolve) => socket.once("connect", resolve));
  if (bytes !== "") await new Promise((resolve) => socket.write(bytes, resolve));
}

const half = () =>
  `POST /baselines HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;

test("more connections than there are places, silent or with half a request, keep nobody from an answer", async () => {
  const waiting = fetch(`${server.base}/config`);
  for (let count = 0; count < limits.httpConnectionsMax + 100; count++)
    await hold(count % 10 === 0 ? half() : count % 2 === 0 ? "GET /health HT" : "");
  const health = await fetch(`${server.base}/health`);
  expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
  answerNow({ status: "late" });
  expect(await (await waiting).json()).toEqual({ status: "late" });
});
