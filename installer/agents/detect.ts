import { existsSync } from "node:fs";
import { join } from "node:path";
import { expandPath, findCommand, type Machine, onDisk } from "../machine.js";
import { type Agent, type AgentName, agentNames, agents } from "./agents.js";

/** The agents that show a trace in the project or on the machine. Claude Code is always among them: `.mcp.json` is what others read, too. */
export function detectAgents(machine: Machine, projectRoot: string): AgentName[] {
  return agentNames.filter((name) => name === "claude-code" || isInUse(machine, projectRoot, agents[name]));
}

/** The agents that show a trace beside the config file that we write: nobody gets hooks of an agent that they do not use. */
export function agentsWithHooks(machine: Machine, projectRoot: string): AgentName[] {
  return agentNames.filter((name) => isInUse(machine, projectRoot, agents[name], ".mcp.json"));
}

/** Path on disk of the file that an agent reads for a project; undefined when a variable in it is not set. */
export function configPath(machine: Machine, projectRoot: string, { file }: Agent): string | undefined {
  if (file.scope === "project") {
    const paths = file.paths.map((path) => join(projectRoot, ...path.split("/")));
    return paths.find((path) => existsSync(path)) ?? paths[0];
  }
  const path = expandPath(machine, file.path[machine.platform]);
  return path === undefined ? undefined : onDisk(machine, path);
}

/** Path on disk of the user's own file of an agent; undefined where the agent has made none. */
export function ownPath(machine: Machine, template: string): string | undefined {
  const path = expandPath(machine, template);
  // How it spells the projects of Windows there is not documented.
  if (path === undefined || machine.platform === "win32") return undefined;
  return existsSync(onDisk(machine, path)) ? onDisk(machine, path) : undefined;
}

function isInUse(machine: Machine, projectRoot: string, { traces }: Agent, except = ""): boolean {
  const { project = [], user = [], commands = [] } = traces;
  if (project.some((path) => path !== except && existsSync(join(projectRoot, path)))) return true;
  const paths = user.map((template) => expandPath(machine, template)).filter((path) => path !== undefined);
  return paths.some((path) => existsSync(onDisk(machine, path))) || commands.some((name) => findCommand(machine, name) !== undefined);
}
