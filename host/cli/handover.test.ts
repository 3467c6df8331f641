import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chromeExtensionId } from "../contract/names.js";
import { operationNames } from "../contract/operations.js";
import { openStore } from "../store/store.js";
import { openPairings } from "../store/user/pairings.js";
import { lastHello, listBrowsers } from "../store/user/presence.js";
import { openRegistry } from "../store/user/registry.js";
import { rowsOfRun } from "../testing/long.js";
import { startHttp } from "./testing/http-peer.js";
import { makeMachine, type Project } from "./testing/machine.js";
import { connectNative } from "./testing/native-peer.js";

const client = { origin: `chrome-extension://${chromeExtensionId}`, version: "1.2.3", browser: "Chromium 156" };
const firefox = { origin: "moz-extension://d98f696a-6085-44db-a1c5-a9a196a482bf", version: "1.2.3", browser: "Firefox 153" };
const keyOf = async ({ root }: Project) => (await readFile(join(root, ".svc", ".session-key"), "utf8")).trim();
const pageUrl = "http://localhost:5173/";

test("the extension gets the key of the project that claims its page, again when it was changed, and of no other project", async () => {
  const machine = await makeMachine();
  const [shop, blog] = [await machine.project("shop", ["localhost:5173"]), await machine.project("blog", ["localhost:4000"])];
  const host = connectNative(machine, { client });
  await host.call("info:get", { pageUrl });
  await host.call("info:get", { pageUrl });
  expect(host.handovers).toEqual([{ project: shop.id, key: await keyOf(shop), ports: [] }]);
  const store = await openStore(shop.root);
  await store.sessionKey.rotate();
  const http = await startHttp(machine, blog.root);
  await host.call("info:get", { pageUrl });
  expect(host.handovers[1]).toEqual({ project: shop.id, key: await keyOf(shop), ports: [http.port] });
  expect(JSON.stringify(host.handovers)).not.toContain(await keyOf(blog));
  await host.close();
});

test("no answer, no event, no HTTP answer and nobody who does not say who it is gets a key", async () => {
  const machine = await makeMachine();
  const shop = await machine.project("shop", ["localhost:5173"]);
  const key = await (async () => {
    const store = await openStore(shop.root);
    return store.sessionKey.read();
  })();
  const strangers = [undefined, { ...client, origin: "https://evil.example" }, null, {}, { ...client, version: 1 }];
  for (const sent of rowsOfRun(strangers, strangers.slice(0, 2))) {
    const host = connectNative(machine, { client: sent });
    const answers = await Promise.all(operationNames.map((name) => host.call(name, { pageUrl }, shop.id).catch(String)));
    answers.push(await host.call("info:get", { pageUrl }));
    expect(host.handovers).toEqual([]);
    expect(JSON.stringify([answers, host.events])).not.toContain(key);
    await host.close();
  }
  const { port } = await startHttp(machine, shop.root);
  for (const path of ["/info", "/handshake", "/config", "/health", "/captures"]) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toContain(key);
  }
});

test("other processes learn who called, with its version, and a Firefox is known from then on", async () => {
  const machine = await makeMachine();
  await machine.project("shop", ["localhost:5173"]);
  const host = connectNative(machine, { client: firefox });
  await host.call("info:get", { pageUrl });
  await expect.poll(() => lastHello(machine.state)).toMatchObject({ transport: "native", extension: "1.2.3", browser: "Firefox 153" });
  expect(openPairings(machine.state).origins()).toEqual([firefox.origin]);
  await host.close();
  // A Chromium extension cannot vouch for an origin that it does not have.
  const other = connectNative(machine, { client: { ...firefox, origin: "moz-extension://x" }, args: [`${client.origin}/`] });
  await other.call("info:get", { pageUrl });
  await other.close();
  expect(openPairings(machine.state).origins()).toEqual([firefox.origin]);
  expect(await listBrowsers(machine.state)).toHaveLength(2);
});

test("a changed pattern and a project registered later are reported within a second", async () => {
  const machine = await makeMachine();
  const shop = await machine.project("shop", ["localhost:5173"]);
  const host = connectNative(machine, { client });
  await host.call("info:get", { pageUrl });
  const store = await openStore(shop.root);
  await store.config.update({ urlPatterns: ["localhost:5173", "localhost:5174"] });
  await expect.poll(() => host.events, { timeout: 1_000 }).toContainEqual({ type: "config:changed", project: shop.id });
  const blog = await machine.project("blog", ["localhost:4000"]);
  await expect.poll(() => host.events, { timeout: 1_000 }).toContainEqual({ type: "config:changed", project: blog.id });
  await openRegistry(machine.state).unregister(blog.root);
  await expect.poll(() => host.events.filter(({ project }) => project === blog.id).length, { timeout: 1_000 }).toBe(2);
  await host.close();
});
