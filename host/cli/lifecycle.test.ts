import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sampleCapture } from "../contract/testing/sample.js";
import { openStore } from "../store/store.js";
import { cleanup } from "../store/testing/temporary.js";
import { until } from "../store/testing/until.js";
import { listPresences } from "../store/user/presence.js";
import { isLong, rowsOfRun } from "../testing/long.js";
import { startHttp } from "./testing/http-peer.js";
import { isAlive, type Machine, makeMachine, program, type Started, watchProcess } from "./testing/machine.js";
import { connectNative } from "./testing/native-peer.js";

/** What stands for an agent or a browser: starts one of our processes, prints its pid, and waits to be killed. */
const parentSource = `
const child = require("node:child_process").spawn(process.execPath, process.argv.slice(1), { stdio: ["pipe", "ignore", "inherit"] });
console.log(child.pid);
setInterval(() => undefined, 60_000);`;

interface Family {
  readonly parent: Started;
  /** The process of ours. */
  readonly pid: number;
}

async function startUnder(machine: Machine, args: readonly string[]): Promise<Family> {
  const parent = watchProcess(spawn(process.execPath, ["-e", parentSource, program("server.js"), ...args], { env: machine.env }));
  await until(() => parent.stdout().includes("\n"));
  const pid = Number(parent.stdout());
  cleanup(() => isAlive(pid) && process.kill(pid, "SIGKILL"));
  return { parent, pid };
}

/** A terminal of its own, of util-linux: when it dies the kernel hangs up on what runs in it. */
async function startInTerminal(machine: Machine, args: readonly string[]): Promise<Family> {
  const line = [process.execPath, program("server.js"), ...args].map((word) => `'${word}'`).join(" ");
  const parent = watchProcess(spawn("script", ["-qfc", `exec ${line}`, "/dev/null"], { env: machine.env }));
  await until(async () => (await listPresences(machine.state, { kind: "http" })).length === 1);
  const [http] = await listPresences(machine.state, { kind: "http" });
  // The launcher is the parent of the HTTP process: field 4 of proc(5).
  const stat = await readFile(`/proc/${http?.pid}/stat`, "utf8");
  return { parent, pid: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) };
}

test("an agent that introduces itself late is known by its name", async () => {
  const machine = await makeMachine();
  await machine.knowNative();
  const { root } = await machine.project("shop");
  const server = machine.start("server.js", ["--project", root]);
  const names = async () => (await listPresences(machine.state, { kind: "mcp" })).map(({ agent }) => agent);
  await until(async () => (await names()).length === 1);
  const clientInfo = { name: "late".padEnd(300, "r"), version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  server.child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await until(() => server.stdout().includes("serverInfo"));
  server.child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  await until(async () => (await names()).some((name) => name?.startsWith("late")));
});

const orders = [
  ["agent", "browser", "terminal"],
  ["agent", "terminal", "browser"],
  ["browser", "agent", "terminal"],
  ["browser", "terminal", "agent"],
  ["terminal", "agent", "browser"],
  ["terminal", "browser", "agent"],
] as const;

test.runIf(process.platform === "linux").each(rowsOfRun(orders, [orders[4]]))(
  "nothing of ours outlives what started it: %s, %s and %s are killed in this order",
  async (...order) => {
    const machine = await makeMachine();
    await machine.knowNative();
    const { root } = await machine.project("shop");
    const families = {
      agent: await startUnder(machine, ["--project", root]),
      browser: await startUnder(machine, ["--native-host"]),
      terminal: await startInTerminal(machine, ["--http", "--project", root, "--port", "0"]),
    };
    const kinds = async () => (await listPresences(machine.state)).map(({ kind }) => kind).sort();
    await expect.poll(kinds, { timeout: 20_000 }).toEqual(["http", "mcp", "native"]);
    const http = (await listPresences(machine.state, { kind: "http" }))[0]?.pid ?? 0;
    for (const name of order) {
      const { parent, pid } = families[name];
      parent.child.kill("SIGKILL");
      await until(() => !isAlive(pid));
    }
    await until(() => !isAlive(http));
    expect(await listPresences(machine.state)).toEqual([]);
  },
);

const signals: readonly NodeJS.Signals[] = ["SIGTERM", "SIGINT", "SIGHUP"];

describe.each([
  ["MCP server", []],
  ["native host", ["--native-host"]],
] as const)("the %s", (_name, args) => {
  test.each(rowsOfRun<NodeJS.Signals>(signals, [args.length === 0 ? "SIGHUP" : "SIGTERM"]))(
    "ends on %s in order and silently, its input still open",
    async (signal) => {
      const machine = await makeMachine();
      await machine.knowNative();
      const { root } = await machine.project("shop");
      const started = machine.start("server.js", args.length === 0 ? ["--project", root] : args);
      await until(async () => (await listPresences(machine.state)).length === 1);
      started.child.kill(signal);
      expect(await started.ended).toBe(0);
      expect(started.stderr()).toBe("");
      expect(await readdir(join(machine.state, "run"))).toEqual(expect.not.arrayContaining([expect.stringMatching(/^(mcp|native)-\d/)]));
    },
  );
});

test("the HTTP process of a terminal ends when its launcher is killed, and the launcher when it is", async () => {
  const machine = await makeMachine();
  const { root } = await machine.project("shop");
  const launch = async () => {
    const launcher = machine.start("server.js", ["--http", "--project", root, "--port", "0", "--json"]);
    await until(() => launcher.stdout().includes("\n"));
    return { launcher, pid: Number(JSON.parse(launcher.stdout()).pid) };
  };
  const first = await launch();
  first.launcher.child.kill("SIGKILL");
  await until(() => !isAlive(first.pid));
  expect(await listPresences(machine.state)).toEqual([]);
  const second = await launch();
  process.kill(second.pid, "SIGKILL");
  expect(await second.launcher.ended).toBe(1);
});

test("a native host finishes the capture under way when its pipe closes", async () => {
  const machine = await makeMachine();
  const { root, id } = await machine.project("shop");
  const host = connectNative(machine);
  await host.call("health:get", {}, id);
  const answer = host.call("captures:create", sampleCapture({ bytes: 4_000_000 }), id);
  expect(await Promise.all([answer, host.close()])).toEqual([{ filename: expect.any(String), requestId: null }, 0]);
  expect(await (await openStore(root)).captures.count()).toBe(1);
});

const together = isLong ? 20 : 4;

test(`${together} hosts that start at once for one store answer and store, and leave nothing`, { timeout: 120_000 }, async () => {
  const machine = await makeMachine();
  const { root, id } = await machine.project("shop");
  const hosts = Array.from({ length: together }, () => connectNative(machine));
  const stored = await Promise.all(hosts.map((host) => host.call("captures:create", sampleCapture(), id)));
  const names = stored.map((output) => (typeof output === "object" && output !== null && "filename" in output ? output.filename : ""));
  expect(new Set(names).size).toBe(together);
  expect(await listPresences(machine.state, { kind: "native" })).toHaveLength(together);
  const listed = (await (await openStore(root)).captures.list({ limit: 200 })).captures.map(({ filename }) => filename);
  expect(listed.sort()).toEqual([...names].sort());
  expect(await Promise.all(hosts.map((host) => host.close()))).toEqual(hosts.map(() => 0));
  expect(hosts.map((host) => host.stderr()).join("")).toBe("");
  expect(await listPresences(machine.state)).toEqual([]);
});

test("two agents share one HTTP holder; when it is killed the next takes over, and everybody else lives on", async () => {
  const machine = await makeMachine();
  await machine.knowNative();
  const [shop, blog] = [await machine.project("shop"), await machine.project("blog")];
  const agents = [1, 2].map(() => machine.start("server.js", ["--project", shop.root]));
  await until(async () => (await listPresences(machine.state, { kind: "mcp" })).length === 2);
  const holder = await startHttp(machine, shop.root);
  const other = await startHttp(machine, blog.root);
  expect(await startHttp(machine, shop.root)).toMatchObject({ port: holder.port, already: true });
  holder.child.kill("SIGKILL");
  await holder.ended;
  const next = await startHttp(machine, shop.root);
  expect(next.already).toBe(false);
  for (const port of [next.port, other.port]) expect((await fetch(`http://127.0.0.1:${port}/info`)).status).toBe(200);
  expect([...agents, other].map(({ pid }) => isAlive(pid))).toEqual([true, true, true]);
});
