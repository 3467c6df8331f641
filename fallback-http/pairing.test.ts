import { createHmac } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { startHttp } from "../host/cli/testing/http-peer.js";
import { type Machine, makeMachine } from "../host/cli/testing/machine.js";
import { chromeExtensionId } from "../host/contract/names.js";
import { handshakeText } from "../host/contract/signing.js";
import { sampleCapture } from "../host/contract/testing/sample.js";
import { projectId } from "../host/store/project-root.js";
import { openStore } from "../host/store/store.js";
import { openPairings } from "../host/store/user/pairings.js";
import { listBrowsers, recordHello } from "../host/store/user/presence.js";
import { openRegistry } from "../host/store/user/registry.js";
import { postJson } from "./testing/server.js";

let machine: Machine;
let shop: string;
beforeEach(async () => {
  machine = await makeMachine();
  shop = await makeFolder("shop");
});

async function makeFolder(name: string): Promise<string> {
  const folder = join(machine.folder, name);
  await mkdir(folder);
  return folder;
}

const chrome = { Origin: `chrome-extension://${chromeExtensionId}`, "User-Agent": "Chromium 156" };
const firefox = { Origin: "moz-extension://d98f696a-6085-44db-a1c5-a9a196a482bf", "User-Agent": "Firefox 153" };

/** Shakes hands as an extension does; returns the session and the status. */
async function shakeHands(base: string, root: string, headers: Record<string, string>, client?: object) {
  const key = (await readFile(join(root, ".svc", ".session-key"), "utf8")).trim();
  const { challenge } = JSON.parse(await (await fetch(`${base}/handshake`, { headers })).text());
  const proof = createHmac("sha256", Buffer.from(key, "hex")).update(handshakeText(challenge)).digest("hex");
  return (await postJson(`${base}/handshake`, { challenge, proof, client }, headers)).status;
}

const statuses = async (base: string, headers: Record<string, string> = {}) => [
  (await fetch(`${base}/info`, { headers })).status,
  (await fetch(`${base}/config`, { headers })).status,
  (await postJson(`${base}/captures`, sampleCapture(), headers)).status,
];

it("takes unsigned calls until a browser has paired, then signed ones only, in the next process too, until the user says otherwise", async () => {
  const first = await startHttp(machine, shop);
  const { base } = first;
  expect(await statuses(base)).toEqual([200, 200, 201]);
  // A program with the key is no browser.
  expect(await shakeHands(base, shop, {})).toBe(201);
  expect(await statuses(base)).toEqual([200, 200, 201]);
  expect(await shakeHands(base, shop, chrome)).toBe(201);
  for (const headers of [{}, chrome]) expect(await statuses(base, headers)).toEqual([401, 401, 401]);
  first.child.kill("SIGKILL");
  await first.ended;
  const again = (await startHttp(machine, shop)).base;
  expect(await statuses(again)).toEqual([401, 401, 401]);
  const pairings = openPairings(machine.state);
  await pairings.allowUnsigned(projectId(shop), true);
  expect(await statuses(again)).toEqual([200, 200, 201]);
  // The user's word holds, though the browser still has the key.
  expect(await shakeHands(again, shop, chrome)).toBe(201);
  expect(await statuses(again)).toEqual([200, 200, 201]);
  await pairings.allowUnsigned(projectId(shop), false);
  expect(await shakeHands(again, shop, chrome)).toBe(201);
  expect(await statuses(again)).toEqual([401, 401, 401]);
});

it("takes signed calls only from the start in WSL, until the user says otherwise", async () => {
  machine.env["WSL_DISTRO_NAME"] = "Debian";
  const { base } = await startHttp(machine, shop);
  for (const headers of [{}, chrome, firefox]) expect((await fetch(`${base}/info`, { headers })).status).toBe(401);
  expect(await statuses(base, chrome)).toEqual([401, 401, 401]);
  expect(await shakeHands(base, shop, firefox)).toBe(201);
  await openPairings(machine.state).allowUnsigned(projectId(shop), true);
  expect(await statuses(base)).toEqual([200, 200, 201]);
});

it("pairs one project, not its neighbour", async () => {
  const blog = await makeFolder("blog");
  const [one, other] = [await startHttp(machine, shop), await startHttp(machine, blog)];
  expect(await shakeHands(one.base, shop, chrome)).toBe(201);
  expect(await statuses(other.base)).toEqual([200, 200, 201]);
});

it("lets in a Firefox that proved the key, for all projects of the user, and no other", async () => {
  const { base } = await startHttp(machine, shop);
  expect(await statuses(base, firefox)).toEqual([200, 403, 403]);
  expect(await shakeHands(base, shop, firefox, { origin: firefox.Origin, version: "1.2.3", browser: "Firefox 153" })).toBe(201);
  expect(await statuses(base, firefox)).toEqual([401, 401, 401]);
  expect(await statuses(base, { Origin: "moz-extension://another" })).toEqual([401, 403, 403]);
  const blog = await makeFolder("blog");
  const other = (await startHttp(machine, blog)).base;
  expect(await statuses(other, firefox)).toEqual([200, 200, 201]);
  expect(await statuses(other, { Origin: "moz-extension://another" })).toEqual([200, 403, 403]);
});

it("takes signed calls only where the record of pairings is damaged", async () => {
  const { base } = await startHttp(machine, shop);
  await mkdir(machine.state, { recursive: true });
  await writeFile(join(machine.state, "pairings.json"), "{");
  expect(await statuses(base)).toEqual([401, 401, 401]);
});

it("sends a page that another registered project claims away, names that, and learns nothing of it", async () => {
  const blog = await makeFolder("blog");
  const registry = openRegistry(machine.state);
  for (const root of [shop, blog]) await registry.register(root);
  const store = await openStore(blog);
  await store.config.update({ urlPatterns: ["localhost:4000"] });
  await store.close();
  const { base } = await startHttp(machine, shop);
  const page = "http://localhost:4000/post";
  const asked = await fetch(`${base}/info?pageUrl=${encodeURIComponent(page)}`);
  expect([asked.status, await asked.json()]).toMatchObject([404, { error: { code: "no-match", projects: [{ name: "blog" }] } }]);
  const sent = await postJson(`${base}/captures`, sampleCapture({ url: page }));
  expect([sent.status, await sent.json()]).toMatchObject([409, { error: { code: "conflict", projects: [{ name: "blog" }] } }]);
  expect(await (await fetch(`${base}/config`)).json()).toMatchObject({ urlPatterns: [] });
  // What nobody claims is learned as before.
  expect((await postJson(`${base}/captures`, sampleCapture({ url: "http://localhost:5000/" }))).status).toBe(201);
  expect(await (await fetch(`${base}/config`)).json()).toMatchObject({ urlPatterns: ["localhost:5000"] });
});

it("answers for its own pages whatever the address's length", async () => {
  const { base } = await startHttp(machine, shop);
  const page = `http://localhost:5000/#${"state".repeat(2_000)}`;
  expect((await fetch(`${base}/info?pageUrl=${encodeURIComponent(page)}`)).status).toBe(200);
  expect((await fetch(`${base}/requests?url=${encodeURIComponent(page)}`)).status).toBe(200);
});

it("closes a port that was opened for the first contact when native messaging serves, not while a browser uses HTTP", async () => {
  const started = await startHttp(machine, shop, ["--until-native", "--check-ms", "50"]);
  const { base } = started;
  const chromium = { origin: chrome.Origin, extension: "1", browser: "Chromium 156" };
  expect(await statuses(base, chrome)).toEqual([200, 200, 201]);
  await expect.poll(() => listBrowsers(machine.state)).toMatchObject([{ transport: "unsigned", browser: "Chromium 156" }]);
  // Another browser is native: this one still needs the port.
  await recordHello(machine.state, { transport: "native", origin: firefox.Origin, extension: "1", browser: "Firefox 153" });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await fetch(`${base}/info`)).status).toBe(200);
  await recordHello(machine.state, { ...chromium, transport: "native" });
  expect(await started.ended).toBe(0);
});

it("keeps a port that the user asked for", async () => {
  const { base } = await startHttp(machine, shop, ["--check-ms", "50"]);
  await recordHello(machine.state, { transport: "native", origin: chrome.Origin, extension: "1", browser: "Chromium" });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await fetch(`${base}/info`)).status).toBe(200);
});
