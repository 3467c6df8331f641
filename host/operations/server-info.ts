import type { ServerInfo } from "../contract/operations.js";
import type { OperationContext } from "./context.js";

/** What a project says of itself; never a key. */
export async function serverInfo({ store, version, agent }: OperationContext): Promise<ServerInfo> {
  const [{ urlPatterns, trustedPatterns }, agentName] = await Promise.all([store.config.get(), agent()]);
  const { id, name, root: projectRoot, capturesDir } = store;
  return { id, name, projectRoot, capturesDir, urlPatterns, trustedPatterns, agent: agentName, version };
}
