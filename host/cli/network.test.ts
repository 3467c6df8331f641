import { expect, test } from "vitest";
import { sampleCapture } from "../contract/testing/sample.js";
import { listPresences } from "../store/user/presence.js";
import { beyondLoopback, watchSockets } from "../testing/sockets.js";
import { waitUntil } from "../testing/wait-until.js";
import { connectAgent } from "./testing/agent.js";
import { makeMachine } from "./testing/machine.js";
import { connectNative } from "./testing/native-peer.js";

test.runIf(process.platform === "linux")("every process keeps to loopback while it does what it is there for", async () => {
  const machine = await makeMachine();
  const { root, id } = await machine.project("shop", ["localhost"]);
  machine.start("http.js", ["--project", root, "--port", "0"]);
  // An agent without a native host yet starts one of its own, which ends with the first native host.
  await waitUntil("the port", async () => (await listPresences(machine.state, { kind: "http" }))[0]);
  const [native, agent] = [connectNative(machine), await connectAgent(machine, root)];
  await native.call("health:get", {}, id);
  await agent.call("get_session_status");
  const processes = await waitUntil("all three", async () => {
    const all = await listPresences(machine.state);
    return new Set(all.map(({ kind }) => kind)).size === 3 ? all : undefined;
  });
  const port = processes.find(({ kind }) => kind === "http")?.port;
  const work = async () => {
    await native.call("captures:create", sampleCapture({ id: "native" }), id);
    const request = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(sampleCapture({ id: "http" })),
    };
    expect((await fetch(`http://127.0.0.1:${port}/captures`, request)).status).toBe(201);
    await agent.call("get_page_summary");
  };
  const { looks, sockets } = await watchSockets(new Set(processes.map(({ pid }) => pid)), work());
  expect(beyondLoopback(sockets)).toEqual([]);
  // Once during the work at least, and once behind it.
  expect(looks).toBeGreaterThan(1);
  expect(sockets.some(({ local }) => local === `127.0.0.1:${port}`)).toBe(true);
});
