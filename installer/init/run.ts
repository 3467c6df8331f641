import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { UsageError } from "../../host/contract/errors.js";
import { findProject, projectId, realRoot } from "../../host/store/project-root.js";
import { stateFolder as stateFolderOf } from "../../host/store/user/state-folder.js";
import { detectAgents } from "../agents/detect.js";
import type { AgentName } from "../agents/record.js";
import { agentsOf, browsersOf, extensionIdsOf, isOn, textOf, textsOf, urlsOf, type Values } from "../cli/arguments.js";
import type { Terminal } from "../cli/terminal.js";
import { isWsl, type Machine } from "../machine.js";
import type { Programs } from "../programs.js";
import { toLinuxPath } from "../wsl/paths.js";
import { driveRoot } from "../wsl/windows-side.js";
import { planAgents } from "./agent-configs.js";
import { httpReason, planHttp } from "./http-server.js";
import { inTurn } from "./in-turn.js";
import { planNativeHost } from "./native-host.js";
import { planProject, proposalNotes } from "./project.js";
import { openReceipt } from "./receipt.js";
import { applyPlan, planLines, reportPlan } from "./report.js";
import type { Plan, Step, Surroundings } from "./step.js";

/** What a command is run with. */
export interface Command {
  readonly machine: Machine;
  readonly programs: Programs;
  readonly values: Values;
  readonly terminal: Terminal;
}

/** Sets a project up. Gives the exit code. */
export async function runInit(command: Command): Promise<number> {
  const { values, terminal } = command;
  const wish = await readWish(values);
  if (wish.wslBridge && !isWsl(command.machine)) {
    throw new UsageError("--wsl-bridge is for WSL only: on this machine browsers start the native host directly. Leave it out.");
  }
  const here = await surroundingsOf(command);
  const plan = await planInit(here, wish);
  const project = { id: projectId(here.root), name: basename(here.root), root: here.root };
  const isDry = isOn(values, "dry-run");
  const todo = plan.steps.filter(({ changed }) => changed);
  if (!isDry && todo.length > 0 && !(await terminal.confirm(`Do this for ${here.root}?`, planLines(todo, terminal.paint)))) {
    terminal.say("Nothing was changed.");
    return 1;
  }
  const outcome: Outcome = isDry || todo.length === 0 ? { plan, done: todo } : await inTurn(here, (now) => planAndApply(now, wish));
  const { port, ...last } = outcome.plan;
  const errors = [...last.errors, ...(outcome.failure === undefined ? [] : [outcome.failure])];
  reportPlan(terminal, { ...last, errors }, { done: outcome.done, isDry, project, port });
  return errors.length === 0 ? 0 : 1;
}

interface Outcome {
  readonly plan: InitPlan;
  readonly done: readonly Step[];
  readonly failure?: string;
}

/** Planned anew: while this run waited for its turn, or a person for an hour, another may have done part of it. */
async function planAndApply(here: Surroundings, wish: Wish): Promise<Outcome> {
  const plan = await planInit(here, wish);
  return { plan, ...(await applyPlan(plan)) };
}

/** The project asked for, and everything about this machine that planners need. */
export async function surroundingsOf({
  machine,
  programs,
  values,
}: Pick<Command, "machine" | "programs" | "values">): Promise<Surroundings> {
  const said = textOf(values, "project");
  // In WSL people paste paths of Windows.
  const given = said !== undefined && isWsl(machine) ? toLinuxPath(said, { drives: driveRoot(machine) }) : said;
  if (given !== undefined && !(existsSync(given) && statSync(given).isDirectory())) {
    throw new UsageError(`--project ${given} is no folder. Name the folder of an existing project.`);
  }
  const root = await realRoot(given === undefined ? findProject(process.cwd()) : resolve(given));
  // A made-up machine keeps its state on the disk at hand.
  const stateFolder = stateFolderOf(machine.env, machine.root === "" ? machine.platform : process.platform);
  return { machine, programs, root, stateFolder, receipt: openReceipt(stateFolder) };
}

type Wish = Awaited<ReturnType<typeof readWish>>;

/** Everything is read before anything is looked at: wrong usage changes nothing. */
async function readWish(values: Values) {
  return {
    urls: await urlsOf(values),
    browsers: browsersOf(values),
    folders: textsOf(values, "host-manifest-dir").map((folder) => resolve(folder)),
    extensionIds: extensionIdsOf(values),
    agents: agentsOf(values),
    http: isOn(values, "http"),
    start: !isOn(values, "no-start"),
    rotateKey: isOn(values, "rotate-key"),
    wslBridge: isOn(values, "wsl-bridge"),
  };
}

type InitPlan = Plan & { readonly port: number | undefined };

async function planInit(here: Surroundings, wish: Wish): Promise<InitPlan> {
  const project = await planProject(here, { ...wish, extensionIds: wish.extensionIds.chromium });
  const native = await planNativeHost(here, wish);
  const names: readonly AgentName[] = wish.agents ?? detectAgents(here.machine, here.root);
  const hasManifest = native.steps.some(({ kind }) => kind === "host-manifest");
  const http = await planHttp(here, names, await httpReason(here, wish.http, hasManifest), wish.start);
  const agents = planAgents(here, names, http.port);
  return {
    steps: [...project, ...native.steps, ...agents.steps, ...http.steps],
    notes: [...(await proposalNotes(here)), ...native.notes, ...agents.notes, ...http.notes],
    errors: [...native.errors, ...agents.errors, ...http.errors],
    port: http.port,
  };
}
