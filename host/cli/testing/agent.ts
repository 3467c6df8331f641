import { cleanup } from "../../store/testing/temporary.js";
import { type Agent, startAgent } from "../../testing/mcp-client.js";
import { type Machine, program } from "./machine.js";

export type { Agent };

/** Starts the built server on a project of a machine, and closes it after the test. */
export async function connectAgent(
  { env, folder }: Machine,
  root: string,
  more: NodeJS.ProcessEnv = {},
  name = "test-agent",
): Promise<Agent> {
  const agent = await startAgent({ args: [program("server.js"), "--project", root], env: { ...env, ...more }, cwd: folder, name });
  cleanup(() => agent.close());
  return agent;
}
