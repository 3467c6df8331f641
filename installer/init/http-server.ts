import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isRecord } from "../../host/contract/json.js";
import { fileMode } from "../../host/store/fs/folder.js";
import { type HttpReason, httpNeeded, storedHttpFacts } from "../../host/store/user/http-needed.js";
import { listPresences } from "../../host/store/user/presence.js";
import { type AgentName, agents, entryPath } from "../agents/agents.js";
import { configPath } from "../agents/detect.js";
import { isWsl } from "../machine.js";
import { portVariable } from "./agent-configs.js";
import { choosePort, describePort, type PortState, surveyPorts } from "./http-ports.js";
import { lastingPrograms } from "./native-host.js";
import type { InitContext, Plan, Step } from "./step.js";
import { readText } from "./text-files.js";

/** Undefined when no port is needed. */
export async function httpReason(context: InitContext, requested: boolean, hasManifest: boolean): Promise<HttpReason | undefined> {
  if (requested) return { text: "asked for with --http", isOnlyWay: true, isForNow: false };
  return httpNeeded({ ...(await storedHttpFacts(context.stateFolder)), isWsl: isWsl(context.machine), hasManifest, nativeHosts: 0 });
}

export async function planHttp(
  context: InitContext,
  names: readonly AgentName[],
  reason: HttpReason | undefined,
  start: boolean,
): Promise<Plan & { port: number | undefined }> {
  const written = writtenPort(context, names);
  if (reason === undefined) return { steps: [], notes: [], errors: [], port: written };
  const states = await surveyPorts(context);
  const port = choosePort(states, written);
  if (port === undefined) {
    const isError = start && reason.isOnlyWay;
    return { steps: [], notes: isError ? [] : [allTaken(states, false)], errors: isError ? [allTaken(states, true)] : [], port: written };
  }
  const notes = states
    .filter(({ port: one, holder }) => holder === "stranger" && one < port)
    .map((state) => `Port ${describePort(state)}; passed over.`);
  const isRunning = states.some(({ holder }) => holder === "this project");
  const step: Step = {
    kind: "http-server",
    target: `http://127.0.0.1:${port}`,
    changed: !isRunning,
    detail: reason.text,
    apply: async () => void (await startHttp(context, port, reason)),
  };
  return { steps: start ? [step] : [], notes, errors: [], port };
}

function allTaken(states: readonly PortState[], isError: boolean): string {
  const lines = states.map((state) => `  ${describePort(state)}`);
  const todo = isError
    ? "Stop one of these, then run svc-init again."
    : "Allow the connection in the extension: it needs no port. For browsers that have none, stop one of these and run svc-init again.";
  return [`All ${states.length} ports of the HTTP server are taken, so none was started.`, ...lines, todo].join("\n");
}

/** The port that an earlier run wrote: keeping it keeps the files as they are. */
function writtenPort({ machine, root }: InitContext, names: readonly AgentName[]): number | undefined {
  for (const name of names) {
    const agent = agents[name];
    const path = configPath(machine, root, agent);
    const found = path === undefined ? undefined : agent.format.read(readText(path) ?? "", entryPath(agent));
    const entry = found?.state === "ok" && isRecord(found.entry) ? found.entry : {};
    const env = entry["env"] ?? entry["environment"];
    const port = isRecord(env) ? Number(env[portVariable]) : Number.NaN;
    if (Number.isInteger(port)) return port;
  }
  return undefined;
}

const startTimeoutMs = 15_000;

/** Starts the project's HTTP server as a process of its own, on the port that the agents' entries name, and waits until it is announced. */
async function startHttp(context: InitContext, port: number, { isForNow }: HttpReason): Promise<number> {
  const { stateFolder, root, programs } = context;
  const { http } = lastingPrograms(context);
  const script = existsSync(http) ? http : programs.http;
  const log = join(stateFolder, "http.log");
  // A file, not a pipe: the server outlives us, and writing to a pipe that nobody holds would end it.
  const output = openSync(log, "w", fileMode);
  const child = spawn(programs.node, [script, "--project", root, "--prefer-port", String(port), ...(isForNow ? ["--until-native"] : [])], {
    cwd: root,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", "ignore", output],
    env: { ...process.env, SVC_HOME: stateFolder },
  });
  closeSync(output);
  child.unref();
  for (const until = Date.now() + startTimeoutMs; Date.now() < until; await wait(50)) {
    const [presence] = await listPresences(stateFolder, { kind: "http", projectRoot: root });
    if (presence?.port !== undefined) return presence.port;
    if (child.exitCode !== null || child.signalCode !== null) break;
  }
  throw new Error(`The HTTP server did not start. ${lastWords(readText(log) ?? "")}`);
}

/** The lines of a log that a person can read: of a stack only its first. */
function lastWords(log: string): string {
  const lines = log.split("\n").filter((line) => line.trim() !== "" && line.length < 300 && !/^\s+at |^Node\.js /.test(line));
  return lines.slice(-3).join(" ").trim() || "Run `svc-init doctor` to see why.";
}
