import { once } from "node:events";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { listen, startHttp } from "../host/cli/testing/http-peer.js";
import { type Machine, makeMachine } from "../host/cli/testing/machine.js";
import { sampleCapture } from "../host/contract/testing/sample.js";
import { listPresences } from "../host/store/user/presence.js";
import { rowsOfRun } from "../host/testing/long.js";
import { postJson } from "./testing/server.js";

let machine: Machine;
let shop: string;
beforeEach(async () => {
  machine = await makeMachine();
  shop = join(machine.folder, "shop");
  await mkdir(shop);
});

describe("the HTTP process", () => {
  it("serves the project, says so to the other processes, stores a capture and tells who listens on the WebSocket", async () => {
    const { base, pid, port } = await startHttp(machine, shop);
    expect(await (await fetch(`${base}/info`)).json()).toMatchObject({ name: "shop", projectRoot: shop });
    expect(await listPresences(machine.state, { kind: "http" })).toMatchObject([{ pid, port, projectRoot: shop }]);
    const events = await listen(port);
    const stored = await postJson(`${base}/captures`, sampleCapture({ url: "http://localhost:5173/cart" }));
    const { filename } = JSON.parse(await stored.text());
    expect(stored.status).toBe(201);
    expect(await readdir(join(shop, ".svc", "captures"))).toEqual([filename]);
    const created = { type: "capture:created", filename, url: "http://localhost:5173/cart" };
    await expect.poll(() => events, { timeout: 5_000 }).toContainEqual(expect.objectContaining(created));
  });

  it("refuses the unsigned when asked to, and never shows the key", async () => {
    const { base } = await startHttp(machine, shop, ["--require-signed"]);
    const answers = [await fetch(`${base}/info`), await fetch(`${base}/handshake`)];
    expect(answers.map(({ status }) => status)).toEqual([401, 200]);
    const key = await readFile(join(shop, ".svc", ".session-key"), "utf8");
    expect(key.trim()).toMatch(/^[0-9a-f]{64}$/);
    for (const answer of answers) expect(await answer.text()).not.toContain(key.trim());
  });

  it("says what is wrong with a command line and with a folder, without its path", async () => {
    const wrong = machine.start("http.js", ["--project", shop, "--prot", "1"]);
    expect([await wrong.ended, wrong.stderr()]).toEqual([2, expect.stringContaining("Usage:")]);
    const missing = machine.start("http.js", ["--project", join(machine.folder, "missing")]);
    expect([await missing.ended, missing.stderr()]).toEqual([1, expect.not.stringContaining(machine.folder)]);
    await mkdir(join(shop, ".svc", "run", "http.lock"), { recursive: true });
    const blocked = machine.start("http.js", ["--project", shop, "--port", "0"]);
    expect([await blocked.ended, blocked.stderr()]).toEqual([
      1,
      expect.stringMatching(/^A folder stands where the service keeps a lock\.[^/]*$/),
    ]);
  });
});

describe("one HTTP process a project", () => {
  it("of four starts at once, one serves and the others name it", async () => {
    const announced = await Promise.all(Array.from({ length: 4 }, () => startHttp(machine, shop)));
    expect(announced.filter(({ already }) => !already)).toHaveLength(1);
    expect(new Set(announced.map(({ port }) => port)).size).toBe(1);
  });

  it("names the project that holds the port when none is free", async () => {
    const blog = join(machine.folder, "blog");
    await mkdir(blog);
    const { port } = await startHttp(machine, shop);
    const late = machine.start("http.js", ["--project", blog, "--port", String(port)]);
    expect(await late.ended).toBe(1);
    expect(late.stderr()).toContain(`${port}: project shop`);
    expect(late.stderr()).not.toContain(machine.folder);
  });
});

describe("the end of the HTTP process", () => {
  it.each(rowsOfRun<NodeJS.Signals>(["SIGTERM", "SIGINT", "SIGHUP"], ["SIGTERM"]))("%s ends it cleanly", async (signal) => {
    const started = await startHttp(machine, shop);
    const { base } = started;
    const socket = new WebSocket(`${base.replace("http", "ws")}/ws`);
    await once(socket, "open");
    started.child.kill(signal);
    expect(await started.ended).toBe(0);
    expect(await listPresences(machine.state, { kind: "http" })).toEqual([]);
    expect((await readdir(join(shop, ".svc", "run"))).filter((name) => name.includes("http"))).toEqual([]);
  });

  it("comes after a time with no call, not before", async () => {
    const started = await startHttp(machine, shop, ["--idle-ms", "2000", "--check-ms", "50"]);
    const { base } = started;
    for (let i = 0; i < 8; i++) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect((await fetch(`${base}/config`)).status).toBe(200);
    }
    expect(await started.ended).toBe(0);
  });

  it("comes a time after the last agent was killed, though it is called", async () => {
    await machine.knowNative();
    const agent = machine.start("server.js", ["--project", shop]);
    await expect.poll(() => listPresences(machine.state, { kind: "mcp" })).toHaveLength(1);
    const started = await startHttp(machine, shop, ["--linger-ms", "500", "--check-ms", "50"]);
    const { base } = started;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await fetch(`${base}/config`)).status).toBe(200);
    agent.child.kill("SIGKILL");
    const calls = setInterval(() => fetch(`${base}/config`).catch(() => clearInterval(calls)), 100);
    expect(await started.ended).toBe(0);
    clearInterval(calls);
  });

  it("comes when the project's folder has gone", async () => {
    const started = await startHttp(machine, shop, ["--check-ms", "50"]);
    await rm(shop, { recursive: true, maxRetries: 10, retryDelay: 20 });
    expect(await started.ended).toBe(0);
  });

  it("does not come with the end of who started it", async () => {
    const started = await startHttp(machine, shop);
    const { base } = started;
    started.child.stdout?.destroy();
    started.child.stderr?.destroy();
    expect((await fetch(`${base}/info`)).status).toBe(200);
  });
});
