import { ServiceError } from "../../host/contract/errors.js";
import { learnablePattern } from "../../host/contract/routing.js";
import { type Transport, TransportError } from "../transport/transport.js";
import { askPorts } from "./http-ports.js";
import type { NativeLink } from "./native-link.js";

/** Assigns a page of this machine to a project, which learns the page's pattern. `project`: ServerInfo.id. */
export async function chooseProject(pageUrl: string, project: string, native: NativeLink): Promise<void> {
  const pattern = learnablePattern(pageUrl);
  if (pattern === undefined) {
    throw new ServiceError(
      "invalid-input",
      "Only pages of this machine are learned. Add this host to `urlPatterns` in the project's configuration by hand.",
    );
  }
  const { transport, urlPatterns } = await reach(project, native);
  if (!urlPatterns.includes(pattern)) await transport.call("config:update", { urlPatterns: [...urlPatterns, pattern] }, project);
}

/** A project that claims no page yet is found by its id alone: through the native host, else on the port that it serves. */
async function reach(project: string, native: NativeLink): Promise<{ transport: Transport; urlPatterns: readonly string[] }> {
  try {
    const transport = native.open();
    return { transport, ...(await transport.call("config:get", {}, project)) };
  } catch (error) {
    // Not allowed, or not there: a port may know the project.
    if (!(error instanceof TransportError)) throw error;
  }
  const answers = await askPorts();
  const found = answers.find((answer) => "info" in answer && answer.info.id === project);
  if (found === undefined || !("info" in found)) {
    throw new ServiceError("no-match", "This project does not answer any more. Start its service, then choose again.");
  }
  return { transport: found.transport, ...(await found.transport.call("config:get", {})) };
}
