import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { httpPortsIn } from "../contract/limits.js";
import { until } from "../store/testing/until.js";
import { lastHello, listPresences, nativeFirstAnsweredAt } from "../store/user/presence.js";
import { openRegistry } from "../store/user/registry.js";
import { hasHostManifest } from "../store/user/state-folder.js";
import { isProbe, preferredPort } from "./environment.js";
import { connectAgent } from "./testing/agent.js";
import { isAlive, makeMachine } from "./testing/machine.js";
import { connectNative } from "./testing/native-peer.js";

const probe = { SVC_PROBE: "1" };

test("a native host that is only probed answers and leaves nothing; any other says that it answered", async () => {
  const machine = await makeMachine();
  const { id } = await machine.project("shop");
  const probed = connectNative(machine, { env: probe });
  expect(await probed.call("health:get", {}, id)).toMatchObject({ status: "ok" });
  expect(await listPresences(machine.state)).toEqual([]);
  expect(await probed.close()).toBe(0);
  expect(await lastHello(machine.state)).toBeUndefined();
  expect(await nativeFirstAnsweredAt(machine.state)).toBeUndefined();

  const real = connectNative(machine);
  await real.call("health:get", {}, id);
  expect(await listPresences(machine.state)).toMatchObject([{ kind: "native", pid: real.pid }]);
  await until(async () => (await nativeFirstAnsweredAt(machine.state)) !== undefined);
  expect(await real.close()).toBe(0);
  expect(await readdir(join(machine.state, "run"))).toEqual(expect.not.arrayContaining([expect.stringMatching(/^native-\d/)]));
});

test("an MCP server that is only probed registers and announces nothing and starts no HTTP, also when its tools are called", async () => {
  const machine = await makeMachine();
  const { root } = await machine.project("shop");
  await openRegistry(machine.state).unregister(root);
  const agent = await connectAgent(machine, root, probe);
  expect(await agent.call("get_session_status")).toHaveProperty("captures");
  expect(await openRegistry(machine.state).list()).toEqual([]);
  expect(await listPresences(machine.state)).toEqual([]);
});

test("an MCP server registers its project, and starts HTTP on the requested port while no browser knows the native host", async () => {
  const machine = await makeMachine();
  const { root } = await machine.project("shop");
  const requested = httpPortsIn(process.env["SVC_PORTS"])[3] ?? 0;
  const agent = await connectAgent(machine, root, { SVC_PORT: String(requested) });
  await agent.call("list_captures");
  await until(async () => (await listPresences(machine.state, { kind: "mcp" })).length === 1);
  const http = async () => (await listPresences(machine.state, { kind: "http", projectRoot: root }))[0];
  await until(async () => (await http())?.port === requested);
  const { pid = 0 } = (await http()) ?? {};
  process.kill(pid, "SIGKILL");
  await until(() => !isAlive(pid));
  await agent.call("request_capture", { url: "http://localhost:5173/" });
  await until(async () => ((await http())?.pid ?? pid) !== pid);
});

test("a manifest that svc-init wrote anywhere keeps the ports closed, until it is gone", async () => {
  const machine = await makeMachine();
  const manifest = join(machine.folder, "com.svc.host.json");
  const receipt = { version: 1, items: [{ kind: "file", purpose: "host-manifest", path: manifest, sha256: "", undo: null, folders: [] }] };
  expect(await hasHostManifest(machine.state)).toBe(false);
  await mkdir(machine.state, { mode: 0o700 });
  await writeFile(join(machine.state, "receipt.json"), JSON.stringify(receipt));
  expect(await hasHostManifest(machine.state)).toBe(false);
  await writeFile(manifest, "{}");
  expect(await hasHostManifest(machine.state)).toBe(true);
  await writeFile(join(machine.state, "receipt.json"), "{");
  expect(await hasHostManifest(machine.state)).toBe(false);
});

test.each([
  [{ SVC_PROBE: "1", SVC_PORT: "9878" }, true, 9878],
  [{ SVC_PROBE: "0", SVC_PORT: "80" }, false, undefined],
  [{ SVC_PORT: "9878x" }, false, undefined],
  [{}, false, undefined],
])("environment %j", (env, probed, port) => {
  expect([isProbe(env), preferredPort(env)]).toEqual([probed, port]);
});
