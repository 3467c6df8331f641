import { existsSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { UsageError } from "../../host/contract/errors.js";
import { findProject, projectId, realRoot } from "../../host/store/project-root.js";
import { lastHello } from "../../host/store/user/presence.js";
import { stateFolder as stateFolderOf } from "../../host/store/user/state-folder.js";
import { type AgentName, agentNames } from "../agents/agents.js";
import { agentsWithHooks, detectAgents } from "../agents/detect.js";
import { browserNames } from "../browsers/browsers.js";
import { extensionIdsOf, namesOf, urlsOf, type Values } from "../cli/arguments.js";
import type { Terminal } from "../cli/terminal.js";
import type { Machine } from "../machine.js";
import type { Programs } from "../programs.js";
import { installLinks, planAgents, planHooks } from "./agent-configs.js";
import { httpReason, planHttp } from "./http-server.js";
import { withInitLock } from "./init-lock.js";
import { planNativeHost } from "./native-host.js";
import { planProject, storeNotes } from "./project.js";
import { openReceipt } from "./receipt.js";
import { applyPlan, planLines, reportPlan } from "./report.js";
import type { InitContext, Plan, Step } from "./step.js";

export interface Command {
  readonly machine: Machine;
  readonly programs: Programs;
  readonly values: Values;
  readonly operands?: readonly string[];
  readonly terminal: Terminal;
}

/** Sets a project up. Returns the exit code. */
export async function runInit(command: Command): Promise<number> {
  const { values, terminal } = command;
  const options = await readOptions(values);
  const context = await initContextOf(command);
  const plan = await planInit(context, options);
  const project = { id: projectId(context.root), name: basename(context.root), root: context.root };
  const isDry = values["dry-run"] === true;
  const todo = plan.steps.filter(({ changed }) => changed);
  if (!isDry && todo.length > 0 && !(await terminal.confirm(`Do this for ${context.root}?`, planLines(todo, terminal.paint)))) {
    terminal.print("Nothing was changed.");
    return 1;
  }
  const outcome: Outcome =
    isDry || todo.length === 0 ? { plan, done: todo } : await withInitLock(context, (now) => planAndApply(now, options));
  const { port, links, ...last } = outcome.plan;
  const errors = [...last.errors, ...(outcome.failure === undefined ? [] : [outcome.failure])];
  const hasCalled = (await lastHello(context.stateFolder)) !== undefined;
  // A browser needs the extension's folder for good.
  const extension = hasCalled || context.programs.isTemporary ? undefined : dirname(context.programs.server);
  reportPlan(terminal, { ...last, errors }, { done: outcome.done, isDry, project, port, extension, links });
  return errors.length === 0 ? 0 : 1;
}

interface Outcome {
  readonly plan: InitPlan;
  readonly done: readonly Step[];
  readonly failure?: string;
}

/** Planned anew: while this run waited for its turn, or a person for an hour, another may have done part of it. */
async function planAndApply(context: InitContext, options: InitOptions): Promise<Outcome> {
  const plan = await planInit(context, options);
  return { plan, ...(await applyPlan(plan)) };
}

export async function initContextOf({ machine, programs, values }: Pick<Command, "machine" | "programs" | "values">): Promise<InitContext> {
  const path = values.project;
  if (path !== undefined && !(existsSync(path) && statSync(path).isDirectory())) {
    throw new UsageError(`--project ${path} is no folder. Name the folder of an existing project.`);
  }
  const root = await realRoot(path === undefined ? findProject(process.cwd()) : resolve(path));
  // The state of a fake machine is on the disk at hand.
  const stateFolder = stateFolderOf(machine.env, machine.root === "" ? machine.platform : process.platform);
  return { machine, programs, root, stateFolder, receipt: openReceipt(stateFolder) };
}

type InitOptions = Awaited<ReturnType<typeof readOptions>>;

/** Everything is read before anything is looked at: wrong usage changes nothing. */
async function readOptions(values: Values) {
  return {
    urls: await urlsOf(values),
    browsers: namesOf(values, "browser", browserNames),
    folders: (values["host-manifest-dir"] ?? []).map((folder) => resolve(folder)),
    extensionIds: extensionIdsOf(values),
    agents: namesOf(values, "agent", agentNames),
    http: values.http === true,
    start: values["no-start"] !== true,
    rotateKey: values["rotate-key"] === true,
  };
}

const rotationNote =
  "Browsers that reach this project over HTTP must pair again, with the key that `svc-init pair` shows. Over native messaging they get it by themselves.";

type InitPlan = Plan & { readonly port: number | undefined; readonly links: readonly string[] };

async function planInit(context: InitContext, options: InitOptions): Promise<InitPlan> {
  const project = await planProject(context, { ...options, extensionIds: options.extensionIds.chromium });
  const native = await planNativeHost(context, options);
  const names: readonly AgentName[] = options.agents ?? detectAgents(context.machine, context.root);
  const hasManifest = native.steps.some(({ kind }) => kind === "host-manifest");
  const http = await planHttp(context, names, await httpReason(context, options.http, hasManifest), options.start);
  const agents = planAgents(context, names, http.port);
  const isLasting = !context.programs.isTemporary || native.steps.some(({ kind }) => kind === "program");
  const hooked = options.agents ?? agentsWithHooks(context.machine, context.root);
  const hooks = planHooks(
    context,
    hooked.filter((name) => !agents.refused.includes(name)),
    isLasting,
  );
  return {
    steps: [...project, ...native.steps, ...agents.steps, ...hooks.steps, ...http.steps],
    notes: [
      ...(options.rotateKey ? [rotationNote] : []),
      ...(await storeNotes(context)),
      ...native.notes,
      ...agents.notes,
      ...hooks.notes,
      ...http.notes,
    ],
    links: installLinks(context, names),
    errors: [...native.errors, ...agents.errors, ...http.errors],
    port: http.port,
  };
}
