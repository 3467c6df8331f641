import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ErrorCode, ResourceListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../store/store.js";
import { cleanup } from "../store/testing/temporary.js";
import { listPresences } from "../store/user/presence.js";
import { openStudio } from "../testing/captures.js";
import { endProcessesIn } from "../testing/leftovers.js";
import { rowsOfRun } from "../testing/long.js";
import { type Agent, startAgent } from "../testing/mcp-client.js";
import { shared } from "../testing/shared.js";
import { annotated, rowsOf } from "../testing/tool-bench.js";
import { patience, waitUntil } from "../testing/wait-until.js";
import { toolNames } from "../tools/names.js";
import { type Machine, makeMachine, program } from "./testing/machine.js";

const studio = shared(openStudio);
let machine: Machine;
let root = "";

beforeEach(async () => {
  machine = await makeMachine();
  // No port is needed.
  await machine.knowNative();
  root = join(machine.folder, "project");
  mkdirSync(join(root, "src", "deep"), { recursive: true });
  mkdirSync(join(root, ".git"));
  cleanup(() => {
    // An HTTP process that could not say that it runs still holds the project's lock.
    const lock = join(root, ".svc", "run", "http.lock");
    if (existsSync(lock)) process.kill(JSON.parse(readFileSync(lock, "utf8")).pid);
    // One that was started at the last moment has neither.
    endProcessesIn(machine.folder);
  });
});

async function connect(args: readonly string[] = [], cwd = root): Promise<Agent> {
  const agent = await startAgent({ args: [program("server.js"), ...args], env: machine.env, cwd });
  cleanup(() => agent.close());
  return agent;
}

describe("a state folder of this user that cannot be written", () => {
  const places: readonly (readonly [what: string, state: () => string])[] = [
    ["of the kernel", () => "/sys/svc"],
    ["below a file", () => join(root, "file", "svc")],
    ["that is a file", () => join(root, "file")],
  ];
  it.each(rowsOfRun(places, places.slice(1, 2)))(
    "%s: what is there is read, and the status says what does not work",
    async (_what, state) => {
      writeFileSync(join(root, "file"), "");
      machine.env["SVC_HOME"] = state();
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
    },
  );
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

  it("finds the git root above and makes the store there", async () => {
    const agent = await connect([], join(root, "src", "deep"));
    expect(await agent.call("get_session_status")).toMatchObject({ captures: { total: 0 }, nextSteps: expect.any(Array) });
    expect(existsSync(join(root, ".svc", "captures"))).toBe(true);
    const { projects } = JSON.parse(readFileSync(join(machine.state, "projects.json"), "utf8"));
    expect(projects).toMatchObject([{ root }]);
  });

  it("answers about a capture, as a resource too, and tells when a new one comes", async () => {
    const agent = await connect(["--project", root]);
    await agent.call("list_captures");
    let isNotified = false;
    agent.client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
      isNotified = true;
    });
    const store = await openStore(root, { stateFolder: machine.state });
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
    const store = await openStore(root, { stateFolder: machine.state });
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
    const store = await openStore(root, { stateFolder: machine.state });
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

  it.each([
    ["is killed", async ({ pid }: Agent) => void process.kill(pid, "SIGKILL")],
    ["closes its pipe", (agent: Agent) => agent.close()],
  ])("works on an annotation no more once it %s, and the browser hears of it", async (_how, end) => {
    const store = await openStore(root, { stateFolder: machine.state });
    cleanup(() => store.close());
    await store.captures.create(annotated(await studio.html("<button>Pay</button>"), ({ tag }) => tag === "button", "Too small", "n1"));
    const states: (string | undefined)[] = [];
    store.watch((event) => "states" in event && states.push(...(event.states ?? []).map(({ state }) => state)));
    const agent = await connect();
    await agent.call("get_annotation_context", { annotation: "n1" });
    expect(await store.annotations.find("n1")).toMatchObject({ state: "working", by: "test-agent" });
    await waitUntil("the browser to hear that", () => states.at(-1) === "working" || undefined);
    await end(agent);
    await waitUntil("the browser to hear of the end", () => states.at(-1) === "seen" || undefined);
    expect(await store.annotations.find("n1")).toMatchObject({ state: "seen", by: "test-agent" });
  });

  it("starts the HTTP process, and only one, where no browser knows the native host", async () => {
    rmSync(join(machine.folder, "com.svc.host.json"));
    await Promise.all([connect(), connect()].map(async (agent) => (await agent).call("list_captures")));
    const [http] = await waitUntil("the HTTP process", async () => {
      const found = await listPresences(machine.state, { kind: "http" });
      return found.length > 0 ? found : undefined;
    });
    expect(http).toMatchObject({ projectRoot: root, port: expect.any(Number) });
    expect(await (await connect()).call("get_session_status")).toMatchObject({ transports: { http: http?.port } });
    expect(await listPresences(machine.state, { kind: "http" })).toHaveLength(1);
  });

  it("ends at once when its input closes, even in the middle of a wait", async () => {
    const { child, ended, stdout } = machine.start("server.js", ["--project", root]);
    const lines = () =>
      stdout()
        .split("\n")
        .filter((line) => line !== "");
    const send = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
    });
    send({ method: "notifications/initialized" });
    send({ id: 2, method: "tools/call", params: { name: "wait_for_annotations", arguments: { waitSeconds: 50 } } });
    send({ id: 3, method: "tools/call", params: { name: "list_captures", arguments: {} } });
    await waitUntil("the answer to the third call", () => (lines().length >= 2 ? true : undefined));
    const closed = performance.now();
    child.stdin?.end();
    expect(await ended).toBe(0);
    expect(performance.now() - closed).toBeLessThan(patience(2_000));
    // Nothing but protocol was on stdout.
    for (const line of lines()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });

  it.each([
    [["--tools", "few"], /--tools must be core or all/],
    [["--project", "/nowhere/at/all"], /--project must name an existing folder, not "\/nowhere\/at\/all"\. `svc-capture/],
    [["--colour"], /Unknown option '--colour'.*Allowed: .*--http, --native-host/],
  ])("ends with code 2 and one line for %j", async (args, complaint) => {
    const { ended, stderr } = machine.start("server.js", args);
    expect(await ended).toBe(2);
    await expect.poll(stderr).toMatch(complaint);
    expect(stderr().trim().split("\n")).toHaveLength(1);
  });
});
