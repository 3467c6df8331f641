import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sampleCapture } from "../../../host/contract/sample-capture.js";
import { projectId } from "../../../host/store/project-root.js";
import { listPresences } from "../../../host/store/user/presence.js";
import { openRegistry } from "../../../host/store/user/registry.js";
import { lastingPrograms } from "../../init/native-host.js";
import { withStore } from "../../init/project.js";
import { type CheckResult, type CheckState, fail, pass, untested } from "../check.js";
import { converse } from "../conversation.js";
import { initialize } from "../mcp-client.js";
import { frame, frameIn } from "../native-client.js";
import { beyondLoopback, watchSockets } from "./sockets.js";

/**
 * Nothing leaves the machine: while each of our processes does all its work, and for those that run anyway, the kernel is asked for their
 * sockets. Only on demand, since it starts all of them.
 */
export async function network(state: CheckState): Promise<CheckResult> {
  if (state.machine.platform !== "linux") return untested("only Linux tells what sockets a process has");
  const programs = { node: state.programs.node, ...lastingPrograms(state) };
  const missing = [programs.server, programs.http].find((path) => !existsSync(path));
  if (missing !== undefined) return fail(`${missing} is missing`, "svc-init");
  const kinds = new Map((await listPresences(state.stateFolder)).map(({ pid, kind }) => [pid, `running ${kind} process`]));
  const pids = new Set(kinds.keys());
  const trying = tryOut(programs, (pid) => pids.add(pid)).catch((error: unknown) => String(error));
  const { looks, sockets } = await watchSockets(pids, trying);
  const problem = await trying;
  if (problem !== undefined) return fail(`could not be watched at work: ${problem}`, "svc-init");
  const [first] = beyondLoopback(sockets);
  if (first !== undefined) {
    const whose = kinds.get(first.pid) ?? "a process started for this check";
    const where = first.remote === undefined ? `is open at ${first.local}` : `is connected from ${first.local} to ${first.remote}`;
    return fail(`${whose} (${first.pid}) ${where}, over ${first.protocol}`, "report this: it must not be");
  }
  const listening = new Set(sockets.filter(({ remote }) => remote === undefined).map(({ local }) => local));
  return pass(
    `${pids.size - kinds.size} processes at work and ${kinds.size} running ones, looked at ${looks} times: ${listening.size} listeners, all on loopback; no connection elsewhere`,
  );
}

/** The programs of an installation. */
interface TriedPrograms {
  readonly node: string;
  readonly server: string;
  readonly http: string;
}

/**
 * Does with each of our processes what they are there for, in a throw-away project with a state of its own: a capture over native
 * messaging and over HTTP, and an agent that reads it. `onStart` gets each process. Returns the problem; undefined when there is none.
 */
async function tryOut({ node, server, http }: TriedPrograms, onStart: (pid: number) => void): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "svc-doctor-"));
  const [root, state] = [mkdtempSync(join(folder, "project-")), join(folder, "state")];
  const env = { SVC_HOME: state };
  try {
    await withStore({ root, stateFolder: state }, (store) => store.config.update({ urlPatterns: ["localhost"] }));
    await openRegistry(state).register(root);
    const shared = { command: node, env, cwd: root, timeoutMs: 15_000, onStart };
    const native = await converse({
      ...shared,
      args: [server, "--native-host"],
      input: frame({ id: 1, op: "captures:create", project: projectId(root), input: sampleCapture({ id: "native" }) }),
      read: (printed) => answerIn(frameIn(printed), '"filename"'),
    });
    if ("problem" in native) return `the native host ${native.problem}`;
    const status = await captureOverHttp(node, [http, "--project", root, "--port", "0", "--json"], env, onStart);
    if (status !== 201) return `the HTTP process answered ${status}`;
    const agent = await converse({
      ...shared,
      args: [server, "--project", root],
      input: agentMessages.map((message) => `${JSON.stringify(message)}\n`).join(""),
      read: (printed) => answerIn(printed.toString(), '"id":2'),
    });
    return "problem" in agent ? `the MCP server ${agent.problem}` : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Messages of an agent that reads the newest capture. */
const agentMessages = [
  initialize,
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "get_page_summary", arguments: {} } },
];

function answerIn(printed: string | undefined, mark: string): string | undefined {
  return printed?.includes(mark) === true || printed?.includes('"ok":false') === true ? printed : undefined;
}

const patienceMs = 15_000;

/** Runs a project's HTTP process on any free port and sends it a capture. Returns the status of its answer. */
async function captureOverHttp(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onStart: (pid: number) => void,
): Promise<number> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "ignore"], windowsHide: true });
  const ended = once(child, "exit");
  try {
    await once(child, "spawn");
    onStart(child.pid ?? 0);
    const lines = createInterface({ input: child.stdout });
    const [line] = await once(lines, "line", { signal: AbortSignal.timeout(patienceMs) });
    const { status } = await fetch(`http://127.0.0.1:${JSON.parse(String(line)).port}/captures`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(sampleCapture({ id: "http" })),
    });
    return status;
  } finally {
    child.kill();
    await ended;
  }
}
