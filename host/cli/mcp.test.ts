import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ErrorCode, ResourceListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hostManifestPurpose, receiptFileName } from "../contract/user-state.js";
import { openStore } from "../store/store.js";
import { listPresences, recordHello } from "../store/user/presence.js";
import { openStudio } from "../testing/captures.js";
import { endProcessesIn } from "../testing/leftovers.js";
import { type Agent, startAgent } from "../testing/mcp-client.js";
import { distPath } from "../testing/paths.js";
import { shared } from "../testing/shared.js";
import { annotated, rowsOf } from "../testing/tool-bench.js";
import { patience, waitUntil } from "../testing/wait-until.js";
import { coreToolNames, toolNames } from "../tools/names.js";

const server = distPath("server.js");
const studio = shared(openStudio);
let folder = "";
let root = "";
let env: Record<string, string> = {};
const agents: Agent[] = [];

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "svc-mcp-")));
  root = join(folder, "project");
  mkdirSync(join(root, "src", "deep"), { recursive: true });
  mkdirSync(join(root, ".git"));
  env = { PATH: process.env["PATH"] ?? "", HOME: folder, SVC_HOME: join(folder, "state"), SVC_PORTS: process.env["SVC_PORTS"] ?? "" };
  // A browser knows the native host, which answered once: no port is needed.
  const manifests = join(folder, ".config", "chromium", "NativeMessagingHosts");
  mkdirSync(manifests, { recursive: true });
  const path = join(manifests, "com.svc.host.json");
  writeFileSync(path, "{}");
  mkdirSync(join(folder, "state"), { mode: 0o700 });
  const receipt = { version: 1, items: [{ kind: "file", purpose: hostManifestPurpose, path }] };
  writeFileSync(join(folder, "state", receiptFileName), JSON.stringify(receipt));
  await recordHello(env["SVC_HOME"] ?? "", { transport: "native", extension: "", browser: "" });
});
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close();
  for (const { pid } of await listPresences(join(folder, "state"), { kind: "http" })) process.kill(pid);
  // One that could not say that it runs still holds the project's lock.
  const lock = join(root, ".svc", "run", "http.lock");
  if (existsSync(lock)) process.kill(JSON.parse(readFileSync(lock, "utf8")).pid);
  // One that was started at the last moment has neither.
  endProcessesIn(folder);
  // The asynchronous one begins anew when something was written meanwhile.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function connect(args: readonly string[] = [], cwd = root): Promise<Agent> {
  const agent = await startAgent({ args: [server, ...args], env, cwd });
  agents.push(agent);
  return agent;
}

describe("a state folder of this user that cannot be written", () => {
  it.each([
    ["of the kernel", () => "/sys/svc"],
    ["below a file", () => join(root, "file", "svc")],
    ["that is a file", () => join(root, "file")],
  ])("%s: what is there is read, and the status says what does not work", async (_what, state) => {
    writeFileSync(join(root, "file"), "");
    env["SVC_HOME"] = state();
    const store = await openStore(root);
    await store.captures.create(annotated(await studio.html("<button>Pay</button>"), ({ tag }) => tag === "button", "Too small", "n1"));
    await store.close();
    const agent = await connect();
    expect(await agent.call("get_capture_stats")).toMatchObject({ total: 1 });
    expect(rowsOf(await agent.call("get_unresolved"))).toHaveLength(1);
    expect(await agent.call("get_session_status")).toMatchObject({ problem: expect.stringContaining("SVC_HOME") });
    expect(await agent.call("request_capture", { url: "http://localhost:5173/", waitSeconds: 0 })).toMatchObject({
      error: { message: expect.stringContaining("SVC_HOME") },
    });
    expect(await agent.call("resolve_annotation", { annotation: "n1", action: "fixed", summary: "done" })).not.toHaveProperty("error");
  });
});

describe("svc-capture over stdio", () => {
  it("tells who it is and how to work with it", async () => {
    const agent = await connect();
    expect(agent.client.getServerVersion()).toMatchObject({ name: "svc" });
    const instructions = agent.client.getInstructions() ?? "";
    expect(instructions.length).toBeLessThanOrEqual(2_000);
    expect(instructions).toMatch(/never follow instructions/);
  });

  it("lists all tools in at most 13,500 bytes, each described in few words", async () => {
    const listed = await (await connect()).client.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual([...toolNames]);
    expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThanOrEqual(13_500);
    for (const { name, title, description = "", annotations, inputSchema } of listed.tools) {
      expect(title, name).toBeTruthy();
      expect(description.length, name).toBeLessThanOrEqual(300);
      expect(annotations?.readOnlyHint, name).toBeTypeOf("boolean");
      for (const property of Object.values(inputSchema.properties ?? {})) expect(property, name).toHaveProperty("description");
    }
  });

  it("lists the eight of the everyday loop with --tools core", async () => {
    const listed = await (await connect(["--tools", "core"])).client.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual([...coreToolNames]);
    expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThanOrEqual(4_500);
  });

  it.each([
    ["the git root above", () => join(root, "src", "deep"), () => root],
    ["the folder with a store above", () => join(root, "src", "deep"), () => join(root, "src")],
  ])("finds %s and makes the store there", async (_what, cwd, expected) => {
    if (expected() !== root) mkdirSync(join(expected(), ".svc"));
    const agent = await connect([], cwd());
    expect(await agent.call("get_session_status")).toMatchObject({ captures: { total: 0 }, nextSteps: expect.any(Array) });
    expect(existsSync(join(expected(), ".svc", "captures"))).toBe(true);
    const { projects } = JSON.parse(readFileSync(join(folder, "state", "projects.json"), "utf8"));
    expect(projects).toMatchObject([{ root: expected() }]);
  });

  it("answers about a capture, as a resource too, and tells when a new one comes", async () => {
    const agent = await connect(["--project", root]);
    await agent.call("list_captures");
    let isNotified = false;
    agent.client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
      isNotified = true;
    });
    const store = await openStore(root, { stateFolder: join(folder, "state") });
    const { filename } = await store.captures.create(
      await studio.html("<!doctype html><title>Shop</title><h1>Shop</h1><button>Buy</button>"),
    );
    await store.close();
    await waitUntil("the change of the list", () => (isNotified ? true : undefined));
    expect(await agent.call("get_page_summary")).toMatchObject({ capture: filename, title: "[CAPTURED_TEXT]Shop[/CAPTURED_TEXT]" });
    const { resources } = await agent.client.listResources();
    expect(resources).toMatchObject([{ uri: `svc://captures/${filename}` }]);
    const { contents } = await agent.client.readResource({ uri: `svc://captures/${filename}` });
    expect(JSON.stringify(contents)).toContain("Buy");
    await expect(agent.client.readResource({ uri: "svc://captures/../config.json" })).rejects.toThrow(/not-found|outside-captures/);
    await expect(agent.client.listResources({ cursor: "mine" })).rejects.toMatchObject({ code: ErrorCode.InvalidParams });
  });

  it("fills its prompts and refuses unknown arguments", async () => {
    const agent = await connect();
    const { prompts } = await agent.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["svc-audit", "svc-diff", "svc-debug-fullstack", "svc-tests"]);
    const { messages } = await agent.client.getPrompt({ name: "svc-diff", arguments: { before: "a.json", after: "b.json" } });
    expect(JSON.stringify(messages)).toMatch(/from a\.json to b\.json/);
    await expect(agent.client.getPrompt({ name: "svc-diff", arguments: { colour: "red" } })).rejects.toThrow(/Unknown argument colour/);
  });

  it("waits for comments and answers within 300 ms of their arrival", async () => {
    const agent = await connect();
    await agent.call("wait_for_annotations");
    const capture = annotated(
      await studio.html("<!doctype html><title>Shop</title><button>Buy</button>"),
      ({ tag }) => tag === "button",
      "Too small",
    );
    const store = await openStore(root, { stateFolder: join(folder, "state") });
    const waiting = agent.call("wait_for_annotations", { waitSeconds: 20 }).then((answer) => ({ answer, at: performance.now() }));
    // The call has to be under way: the server answers in order of arrival, so a second answer shows it.
    await agent.call("list_captures");
    await store.captures.create(capture);
    const written = performance.now();
    const { answer, at } = await waiting;
    await store.close();
    expect(rowsOf(answer)).toMatchObject([{ comment: "[USER_COMMENT]Too small[/USER_COMMENT]" }]);
    expect(at - written).toBeLessThan(patience(300));
    expect(rowsOf(await agent.call("wait_for_annotations"))).toEqual([]);
  });

  it("waits for the capture it asked for and answers within 300 ms of its arrival", async () => {
    const agent = await connect();
    const capture = await studio.html("<!doctype html><title>Shop</title><button>Buy</button>");
    const waiting = agent.call("request_capture", { url: capture.metadata.url, waitSeconds: 20 }).then((answer) => ({
      answer,
      at: performance.now(),
    }));
    const store = await openStore(root, { stateFolder: join(folder, "state") });
    const [asked] = await waitUntil("the request", async () => {
      const open = await store.requests.pending();
      return open.length > 0 ? open : undefined;
    });
    const { filename } = await store.captures.create({ ...capture, metadata: { ...capture.metadata, requestId: asked?.id ?? "" } });
    const written = performance.now();
    const { answer, at } = await waiting;
    await store.close();
    expect(answer).toMatchObject({ requestId: asked?.id, status: "completed", capture: filename });
    expect(at - written).toBeLessThan(patience(300));
  });

  it("starts the HTTP process, and only one, where no browser knows the native host", async () => {
    rmSync(join(folder, ".config"), { recursive: true });
    await Promise.all([connect(), connect()].map(async (agent) => (await agent).call("list_captures")));
    const [http] = await waitUntil("the HTTP process", async () => {
      const found = await listPresences(env["SVC_HOME"] ?? "", { kind: "http" });
      return found.length > 0 ? found : undefined;
    });
    try {
      expect(http).toMatchObject({ projectRoot: root, port: expect.any(Number) });
      expect(await (await connect()).call("get_session_status")).toMatchObject({ transports: { http: http?.port } });
      expect(await listPresences(env["SVC_HOME"] ?? "", { kind: "http" })).toHaveLength(1);
    } finally {
      if (http !== undefined) process.kill(http.pid);
      // It writes into the folder until it has ended.
      await waitUntil("the end of the HTTP process", async () =>
        (await listPresences(env["SVC_HOME"] ?? "", { kind: "http" })).length === 0 ? true : undefined,
      );
    }
  });

  it("ends at once when its input closes, even in the middle of a wait", async () => {
    const child = spawn(process.execPath, [server], { cwd: root, env, stdio: ["pipe", "pipe", "inherit"] });
    const lines: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (text: string) => lines.push(...text.split("\n").filter((line) => line !== "")));
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
    });
    send({ method: "notifications/initialized" });
    send({ id: 2, method: "tools/call", params: { name: "wait_for_annotations", arguments: { waitSeconds: 50 } } });
    send({ id: 3, method: "tools/call", params: { name: "list_captures", arguments: {} } });
    await waitUntil("the answer to the third call", () => (lines.length >= 2 ? true : undefined));
    const closed = performance.now();
    const exit = new Promise<number | null>((resolve) => child.on("exit", resolve));
    child.stdin.end();
    expect(await exit).toBe(0);
    expect(performance.now() - closed).toBeLessThan(patience(2_000));
    // Nothing but protocol was on stdout.
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });

  it.each([
    [["--tools", "few"], /--tools must be core or all/],
    [["--project", "/nowhere/at/all"], /--project must name an existing folder, not "\/nowhere\/at\/all"\. `svc-capture/],
    [["--colour"], /Unknown option '--colour'.*Allowed: .*--http, --native-host/],
  ])("ends with code 2 and one line for %j", async (args, complaint) => {
    const child = spawn(process.execPath, [server, ...args], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(2);
    expect(output).toMatch(complaint);
    expect(output.trim().split("\n")).toHaveLength(1);
  });
});
