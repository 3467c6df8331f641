import { type ProjectName, ServiceError } from "../../host/contract/errors.js";
import type { Call } from "../../host/contract/operations.js";
import { acceptingChange, describeProposal, leavingChange } from "../../host/contract/proposal.js";
import type { ProjectProposal } from "../messages.js";
import { TransportError } from "../transport/transport.js";
import { askPorts } from "./http-ports.js";
import type { NativeLink } from "./native-link.js";
import { projectsOf } from "./service-status.js";

interface Reachable {
  readonly project: ProjectName;
  readonly call: Call;
}

/** Returns the pending proposals of all reachable projects. */
export async function listProposals(native: NativeLink): Promise<readonly ProjectProposal[]> {
  const found = await Promise.all((await reachableProjects(native)).map(proposalOf));
  return found.flatMap((one) => one ?? []);
}

/** Accepts exactly the settings that were shown, or rejects them. */
export async function settleProposal(
  native: NativeLink,
  { project, proposal, accept }: ProjectProposal & { accept: boolean },
): Promise<void> {
  const found = (await reachableProjects(native)).find((one) => one.project.id === project.id);
  if (found === undefined) throw new ServiceError("no-match", "This project cannot be reached now. Try again.");
  const now = await found.call("config:get", {}, project.id);
  const { baselines: _baselines, left: _left, ...shown } = proposal;
  const change = accept ? acceptingChange(now, shown) : leavingChange(now, shown);
  await found.call("config:update", change, project.id);
}

async function proposalOf({ project, call }: Reachable): Promise<ProjectProposal | undefined> {
  const { proposed } = await call("config:get", {}, project.id);
  if (proposed === undefined || proposed.left) return undefined;
  return { project, proposal: proposed, lines: describeProposal({ ...proposed, baselines: 0 }) };
}

/** The native host knows every registered project; over HTTP each project answers for itself. */
async function reachableProjects(native: NativeLink): Promise<Reachable[]> {
  const [own, answers] = await Promise.all([nativeProjects(native), askPorts()]);
  const known = new Set(own.map(({ project }) => project.id));
  const http = answers.flatMap((answer) => ("info" in answer ? [{ project: answer.info, call: answer.transport.call }] : []));
  return [...own, ...http.filter(({ project }) => !known.has(project.id))].map(({ project: { id, name }, call }) => ({
    project: { id, name },
    call,
  }));
}

async function nativeProjects(native: NativeLink): Promise<Reachable[]> {
  try {
    // Opened for each call: whoever else used the connection may have closed it meanwhile.
    const call: Call = (...asked) => native.open().call(...asked);
    return (await projectsOf(call)).map((project) => ({ project, call }));
  } catch (error) {
    // Without a native host there may still be HTTP.
    if (error instanceof TransportError) return [];
    throw error;
  }
}
