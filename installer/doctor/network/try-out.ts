import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sampleCapture } from "../../../host/contract/sample-capture.js";
import { projectId } from "../../../host/store/project-root.js";
import { openRegistry } from "../../../host/store/user/registry.js";
import { withStore } from "../../init/project.js";
import { converse } from "../conversation.js";
import { initialize } from "../mcp-client.js";
import { frame, frameIn } from "../native-client.js";

/** The programs of an installation. */
export interface TriedPrograms {
  readonly node: string;
  readonly server: string;
  readonly http: string;
}

/**
 * Does with each of our processes what they are there for, in a throw-away project with a state of its own: a capture over native
 * messaging and over HTTP, and an agent that reads it. `onStart` gets each process. Returns the problem; undefined when there is none.
 */
export async function tryOut({ node, server, http }: TriedPrograms, onStart: (pid: number) => void): Promise<string | undefined> {
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
    const overHttp = await withHttp({ node, http, root, env, onStart }, (base) =>
      fetch(`${base}/captures`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(sampleCapture({ id: "http" })),
      }),
    );
    if (overHttp.status !== 201) return `the HTTP process answered ${overHttp.status}`;
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

interface HttpStart {
  readonly node: string;
  readonly http: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onStart: (pid: number) => void;
}

const patienceMs = 15_000;

/** Runs a project's HTTP process on any free port for as long as a function talks to it, given its base URL. */
async function withHttp<T>({ node, http, root, env, onStart }: HttpStart, use: (base: string) => Promise<T>): Promise<T> {
  const child = spawn(node, [http, "--project", root, "--port", "0", "--json"], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
    windowsHide: true,
  });
  const ended = once(child, "exit");
  try {
    await once(child, "spawn");
    onStart(child.pid ?? 0);
    const lines = createInterface({ input: child.stdout });
    const [line] = await once(lines, "line", { signal: AbortSignal.timeout(patienceMs) });
    return await use(`http://127.0.0.1:${JSON.parse(String(line)).port}`);
  } finally {
    child.kill();
    await ended;
  }
}
