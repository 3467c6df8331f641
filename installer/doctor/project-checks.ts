import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { isRecord } from "../../host/contract/json.js";
import { storeFolderName } from "../../host/contract/names.js";
import { version } from "../../host/contract/version.js";
import { listPresences, nativeFirstAnsweredAt } from "../../host/store/user/presence.js";
import { openRegistry } from "../../host/store/user/registry.js";
import { type Agent, agentNames, agents, entryPath } from "../agents/agents.js";
import { changedSinceInit } from "../agents/changed.js";
import { configPath } from "../agents/detect.js";
import { hookPlace, isHooked } from "../agents/hooks.js";
import { choosePort, describePort, surveyPorts } from "../init/http-ports.js";
import { lastingPrograms } from "../init/native-host.js";
import { withStore } from "../init/project.js";
import type { InitContext } from "../init/step.js";
import { readText } from "../init/text-files.js";
import { type CheckResult, type CheckState, fail, pass, untested } from "./check.js";
import { askMcp } from "./mcp-client.js";

export async function project(state: CheckState): Promise<CheckResult> {
  const { root, stateFolder } = state;
  const projects = await openRegistry(stateFolder).list();
  state.isRegistered = projects.some((one) => one.root === root);
  if (state.isRegistered) return pass(projects.length > 1 ? `${root}, one of ${projects.length}` : root);
  return fail(`${root} is not registered`, "svc-init");
}

/** The project's `.svc/`: there, and a capture could be written into it. */
export async function store(state: CheckState): Promise<CheckResult> {
  const folder = join(state.root, storeFolderName);
  // Opening it would make it.
  if (!existsSync(folder)) return fail(`${folder} is missing`, "svc-init");
  const { writable, problems, proposal } = await withStore(state, async (opened) => ({
    writable: await opened.writable(),
    problems: await opened.config.problems(),
    proposal: await opened.proposals.get(),
  }));
  const proposed = proposal?.left === false ? ["it proposes settings that do not count yet: `svc-init trust` shows them"] : [];
  // Pages are matched by its patterns: with a broken one they are nobody's.
  if (problems.length > 0) {
    return fail([...problems, ...proposed].join("; "), `correct ${join(folder, "config.json")}, or remove it, then run svc-init`);
  }
  return writable ? pass([`${folder} can be written`, ...proposed].join("; ")) : fail(`${folder} cannot be written`, toWriteAgain(state));
}

export function toWriteAgain({ root }: Pick<CheckState, "root">): string {
  return `free space, make the disk writable, or run: chmod -R u+rwX "${join(root, storeFolderName)}"`;
}

export async function mcp(state: CheckState): Promise<CheckResult> {
  // Starting it would register the project.
  if (!state.isRegistered) return untested("this project is not registered", "svc-init");
  const { server } = lastingPrograms(state);
  if (!existsSync(server)) return fail(`${server} is missing`, "npm run build");
  const answer = await askMcp(state.programs.node, [server, "--project", state.root], state);
  if ("problem" in answer) return fail(answer.problem, "svc-init");
  state.versions.set("MCP server", answer.version);
  return pass(`${answer.name} ${answer.version} initialized in ${answer.milliseconds} ms`);
}

/** The ports of the HTTP fallback. Where a browser can start the native host, none is needed. */
export async function ports(state: CheckState): Promise<CheckResult> {
  const states = await surveyPorts(state);
  const detail = states.map(describePort).join("; ");
  if (choosePort(states, undefined) !== undefined) return pass(detail);
  if ((await nativeFirstAnsweredAt(state.stateFolder)) !== undefined) return pass(`${detail}; native messaging needs none`);
  if (state.wrappers.size > 0) return untested(detail, "allow native messaging in the extension: it needs no port");
  return fail(detail, "stop one of the programs that hold the ports");
}

/** The entries in the agents' configs: at least one, and none that starts what is not there. */
export function agentConfig(state: CheckState): CheckResult {
  const good: string[] = [];
  const problems: string[] = [];
  for (const name of agentNames) {
    const outcome = configState(state, agents[name]);
    if (outcome === "fine") good.push(agents[name].title);
    else if (outcome !== undefined) problems.push(`${agents[name].title}: ${outcome}`);
  }
  const changed = changedSinceInit(state);
  if (changed.length > 0)
    return fail([...changed, ...problems].join("; "), "look at what changed, then run svc-init, which writes its own again");
  const mend = problems.some((problem) => problem.includes("cannot be read"))
    ? "correct the file, or remove it, then run svc-init"
    : "svc-init";
  if (problems.length > 0) return fail(problems.join("; "), mend);
  return good.length > 0 ? pass(good.join(", ")) : fail("no agent knows the server", "svc-init");
}

function configState({ machine, root }: InitContext, agent: Agent): "fine" | string | undefined {
  const path = configPath(machine, root, agent);
  const text = path === undefined ? undefined : readText(path);
  if (path === undefined || text === undefined) return undefined;
  const found = agent.format.read(text, entryPath(agent));
  if (found.state === "broken") return `${path} cannot be read (${found.why})`;
  if (found.entry === undefined) return undefined;
  const missing = pathsOf(found.entry).find((one) => !existsSync(one));
  return missing === undefined ? "fine" : `${path} names ${missing}, which is gone`;
}

function pathsOf(entry: unknown): string[] {
  const words = isRecord(entry) ? [entry["command"], entry["args"]].flat(2) : [];
  return words.filter((word) => typeof word === "string" && isAbsolute(word)).map(String);
}

/** When each agent that knows the server reads notes. A hook counts once it has run: agents may ask their user before that. */
export async function hearing(state: CheckState): Promise<CheckResult> {
  const { machine, root } = state;
  const known = agentNames.filter((name) => configState(state, agents[name]) === "fine");
  const ran = existsSync(join(root, storeFolderName)) ? await withStore(state, async (opened) => opened.hooks()) : [];
  const silent: string[] = [];
  const words = known.map((name) => {
    const { title } = agents[name];
    const place = hookPlace(machine, root, name);
    if (place === undefined || !isHooked(readText(place.path))) return `${title}: when you ask it to`;
    const step = ran.find(({ format }) => format === name)?.step;
    if (step === undefined) silent.push(title);
    return `${title}: ${step === undefined ? "its hooks have not run yet" : stepWords[step]}`;
  });
  const detail = words.join("; ");
  if (known.length === 0) return untested("no agent knows the server", "svc-init");
  return silent.length === 0 ? pass(detail) : untested(detail, `work once with ${silent.join(" and ")} here, and allow the hooks if asked`);
}

const stepWords = { now: "at once", "after-turn": "after its turn", "next-prompt": "when you next write to it" } as const;

/** One version everywhere: in what was started above, in what runs, and in the extension. */
export async function versions({ stateFolder, versions: seen }: CheckState): Promise<CheckResult> {
  // Sources that run unbuilt know no version.
  if (version === "0.0.0") return untested("this program runs unbuilt");
  for (const { kind, pid, version: running } of await listPresences(stateFolder)) {
    if (running !== "") seen.set(`running ${kind} process ${pid}`, running);
  }
  const odd = [...seen].filter(([, found]) => found !== version).map(([who, found]) => `${who} is ${found}`);
  if (odd.length === 0) return pass(version);
  const isExtension = odd.length === 1 && (seen.get("extension") ?? version) !== version;
  return fail(
    `this is ${version}, but ${odd.join(", ")}`,
    isExtension ? "update the extension in the browser" : "restart your agent and browser",
  );
}
