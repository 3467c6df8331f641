import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Agent } from "../../agents/agent.js";
import { configPath } from "../../agents/detect.js";
import { isTable } from "../../agents/format.js";
import { formats } from "../../agents/formats.js";
import { agentNames, agents } from "../../agents/record.js";
import { entryPath } from "../../init/agent-configs.js";
import type { Surroundings } from "../../init/step.js";
import { readText } from "../../init/text-files.js";
import { type Check, fail, pass } from "../check.js";

/** The entries in the agents' configs: at least one, and none that starts what is not there. */
export const agentConfig: Check = {
  name: "agent config",
  run: ({ here }) => {
    const good: string[] = [];
    const problems: string[] = [];
    for (const name of agentNames) {
      const outcome = examine(here, agents[name]);
      if (outcome === "fine") good.push(agents[name].title);
      else if (outcome !== undefined) problems.push(`${agents[name].title}: ${outcome}`);
    }
    const mend = problems.some((problem) => problem.includes("cannot be read"))
      ? "correct the file, or remove it, then run svc-init"
      : "svc-init";
    if (problems.length > 0) return fail(problems.join("; "), mend);
    return good.length > 0 ? pass(good.join(", ")) : fail("no agent knows the server", "svc-init");
  },
};

function examine({ machine, root }: Surroundings, agent: Agent): "fine" | string | undefined {
  const path = configPath(machine, root, agent);
  const text = path === undefined ? undefined : readText(path);
  if (path === undefined || text === undefined) return undefined;
  const found = formats[agent.format].read(text, entryPath(agent));
  if (found.state === "broken") return `${path} cannot be read (${found.why})`;
  if (found.entry === undefined) return undefined;
  const missing = pathsOf(found.entry).find((one) => !existsSync(one));
  return missing === undefined ? "fine" : `${path} names ${missing}, which is gone`;
}

function pathsOf(entry: unknown): string[] {
  const words = isTable(entry) ? [entry["command"], entry["args"]].flat(2) : [];
  return words.filter((word) => typeof word === "string" && isAbsolute(word)).map(String);
}
