import { mcpServerName } from "../../host/contract/names.js";
import { printable } from "../../host/contract/printable.js";
import { stateFolder as stateFolderOf } from "../../host/store/user/state-folder.js";
import { toolNames } from "../../host/tools/names.js";
import { type Agent, type AgentName, agents, entryPath, type ServerCommand } from "../agents/agents.js";
import { configPath, ownPath } from "../agents/detect.js";
import { addedTo, type Entry, isOurs, isSame, mergeEntry } from "../agents/format.js";
import { hookPlace, withoutHooks } from "../agents/hooks.js";
import { fileStep } from "./file-step.js";
import { lastingPrograms } from "./native-host.js";
import type { InitContext, Plan, Step } from "./step.js";
import { readText, whyNotWritable } from "./text-files.js";

/** What cannot be edited without harm is shown to the user; for another's entry or link the agent is refused, with an error. */
export function planAgents(
  context: InitContext,
  names: readonly AgentName[],
  port: number | undefined,
): Plan & { readonly refused: readonly AgentName[] } {
  const places = names.map((name) => ({ name, places: placesOf(context, agents[name]) }));
  const outcomes = places.flatMap(({ name, places }) => places.map((place) => ({ name, ...planAgent(context, name, place, port) })));
  const hints = outcomes.map(({ name, step }) => {
    const { own }: Agent = agents[name];
    return own !== undefined && step?.changed && placesOf(context, agents[name]).length === 1 ? own.hint : undefined;
  });
  const unknown = places.filter(({ places }) => places.length === 0).map(({ name }) => agents[name].title);
  return {
    steps: outcomes.flatMap(({ step }) => step ?? []),
    notes: [
      ...unknown.map((title) => `The folder of ${title} is not known: a variable that names it is not set.`),
      ...outcomes.flatMap(({ note }) => note ?? []),
      ...hints.filter((hint) => hint !== undefined),
    ],
    errors: outcomes.flatMap(({ error }) => error ?? []),
    refused: outcomes.flatMap(({ name, error }) => (error === undefined ? [] : [name])),
  };
}

/** Absolute paths; out of a runner's cache the runner, so that the newest version runs. A project's file names the project. */
export function serverCommand(context: InitContext, agent: Agent, port: number | undefined): ServerCommand {
  const { machine, programs, root } = context;
  const isOfProject = agent.file.scope === "project";
  const runner = machine.platform === "win32" ? ["cmd", "/c", "npx", "-y", "svc-capture"] : ["npx", "-y", "svc-capture"];
  const [command = "", ...args] = programs.isTemporary ? runner : [programs.node, programs.server];
  return {
    command,
    args: [...args, ...(isOfProject ? ["--project", root] : [])],
    env: !isOfProject ? chosenState(context) : port === undefined ? {} : { [portVariable]: String(port) },
  };
}

/** Codex starts its servers with few of the person's variables: without the one that chose the state nothing would count as this user's there. */
function chosenState({ machine: { env, platform }, stateFolder }: InitContext): ServerCommand["env"] {
  const usual = stateFolderOf({ ...env, SVC_HOME: undefined, XDG_STATE_HOME: undefined }, platform);
  return usual === stateFolder ? {} : { SVC_HOME: stateFolder };
}

/** Hooks that run `svc-capture notes`, of agents in use, while the program lies where it stays. */
export function planHooks(context: InitContext, names: readonly AgentName[], isLasting: boolean): Plan {
  const steps: Step[] = [];
  const notes: string[] = [];
  for (const name of names) {
    const place = hookPlace(context.machine, context.root, name);
    if (place === undefined || !isLasting) continue;
    const { path, isOfProject, hint } = place;
    const { title } = agents[name];
    const words = hookWords(context, name, isOfProject);
    const text = place.write(readText(path) ?? "", words);
    const problem = whyNotWritable(path, isOfProject ? context.root : undefined);
    if (text === undefined || problem !== undefined) {
      notes.push(
        `${title}: no hook was put into ${printable(path)}, which ${problem ?? "cannot be edited without harm"}: it reads notes when you ask it to.`,
      );
      continue;
    }
    const step = fileStep({
      receipt: context.receipt,
      purpose: "agent-config",
      path,
      text,
      detail: `${title}: hooks that hand over new notes`,
      about: { ...(isOfProject ? { project: context.root } : {}), hooks: words },
      without: withoutHooks,
    });
    steps.push(step);
    if (step.changed && hint !== undefined) notes.push(hint);
  }
  return { steps, notes, errors: [] };
}

/** A file of the user serves every project: there the one is meant in which the agent works. */
function hookWords({ programs, stateFolder, root }: InitContext, name: AgentName, isOfProject: boolean): string[] {
  const { server } = lastingPrograms({ programs, stateFolder });
  return [programs.node, server, "notes", "--since-last", "--format", name, ...(isOfProject ? ["--project", root] : [])];
}

/** Links by which Cursor (`config`: base64 of the entry) and VS Code (entry and name as query) install the server. */
export function installLinks(context: InitContext, written: readonly AgentName[]): string[] {
  const cursor = agents.cursor.entry(serverCommand(context, agents.cursor, undefined));
  const vscode = { name: mcpServerName, ...agents.vscode.entry(serverCommand(context, agents.vscode, undefined)) };
  const config = encodeURIComponent(Buffer.from(JSON.stringify(cursor)).toString("base64"));
  const links: Readonly<Partial<Record<AgentName, string>>> = {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=${mcpServerName}&config=${config}`,
    vscode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(vscode))}`,
  };
  return Object.entries(links).flatMap(([name, link]) =>
    written.some((one) => one === name) ? [] : [`One click for ${name === "cursor" ? "Cursor" : "VS Code"}: ${link}`],
  );
}

/** Names the port of the project's HTTP server in an agent's entry. */
export const portVariable = "SVC_PORT";

interface AgentOutcome {
  readonly step?: Step;
  readonly note?: string;
  readonly error?: string;
}

/** A file that gets the entry, and the keys that lead to it there. `isOwn`: the user's file that the agent reads before the project's. */
interface EntryPlace {
  readonly path: string;
  readonly keys: readonly string[];
  readonly isOwn: boolean;
}

function placesOf({ machine, root }: InitContext, agent: Agent): EntryPlace[] {
  const path = configPath(machine, root, agent);
  const own = agent.own === undefined ? undefined : ownPath(machine, agent.own.path);
  return [
    ...(path === undefined ? [] : [{ path, keys: entryPath(agent), isOwn: false }]),
    ...(agent.own === undefined || own === undefined ? [] : [{ path: own, keys: agent.own.keys(root), isOwn: true }]),
  ];
}

function planAgent(context: InitContext, name: AgentName, place: EntryPlace, port: number | undefined): AgentOutcome {
  const agent: Agent = agents[name];
  const { path, keys, isOwn } = place;
  const { format } = agent;
  const isOfProject = agent.file.scope === "project" && !isOwn;
  const wanted = agent.entry(serverCommand(context, agent, port), toolNames);
  const paste = (why: string) =>
    `${agent.title}: ${printable(path)} ${why}; it was left alone. Put this into it:\n${format.print(keys, wanted)}`;
  const problem = whyNotWritable(path, isOfProject ? context.root : undefined);
  if (problem !== undefined) return isOfProject ? { error: paste(problem) } : { note: paste(problem) };
  const current = readText(path) ?? "";
  const found = format.read(current, keys);
  if (found.state === "broken") return { note: paste(`cannot be read (${found.why})`) };
  const about = aboutEntry(context, agent, name, place);
  const known = context.receipt.file(path, about(wanted))?.agent;
  const isAsWritten = known !== undefined && isSame(known.entry, found.entry);
  if (found.entry !== undefined && !isOurs(found.entry) && !isAsWritten) {
    return { error: paste(`already has another server named "${mcpServerName}", which an agent would start`) };
  }
  // A project's file may come with its repository: what else its entry sets was nobody's choice here.
  const foreign = isOfProject && known === undefined ? addedTo(found.entry, wanted) : [];
  if (foreign.length > 0) {
    return { error: paste(`has an entry "${mcpServerName}" that was not written here and also sets ${foreign.join(", ")}`) };
  }
  const entry = mergeEntry(found.entry, wanted);
  const text = isSame(found.entry, entry) ? current : format.set(current, keys, entry);
  if (text === undefined) return { note: paste("cannot be edited without touching other parts of it") };
  const step = fileStep({
    receipt: context.receipt,
    purpose: "agent-config",
    path,
    text,
    detail: agent.title,
    about: about(entry),
    without: (changed) => format.remove(changed, keys),
  });
  return { step };
}

function aboutEntry({ root }: InitContext, agent: Agent, name: AgentName, { keys, isOwn }: EntryPlace) {
  const project = agent.file.scope === "project" ? { project: root } : {};
  return (entry: Entry) => ({ ...project, agent: { name, entry: { ...entry }, ...(isOwn ? { keys: [...keys] } : {}) } });
}
