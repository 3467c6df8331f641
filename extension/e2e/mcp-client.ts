import { type Agent, type ServerStart, startAgent } from "../../host/testing/mcp-client.js";
import { distPath } from "../../host/testing/paths.js";
import type { TestProject } from "./project.js";

export type { Agent };
/** What an agent's configuration states of a server. */
export type ServerEntry = Pick<ServerStart, "command" | "args">;

/** Starts the server of the build on a project, or the one that an entry names. */
export function connectAgent({ root, env }: Pick<TestProject, "root" | "env">, entry?: ServerEntry): Promise<Agent> {
  const start = entry ?? { args: [distPath("server.js"), "--project", root] };
  return startAgent({ ...start, env: { PATH: process.env["PATH"], ...env }, cwd: root, name: "svc-test" });
}
