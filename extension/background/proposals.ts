import { ServiceError } from "../../host/contract/errors.js";
import { acceptingChange, describeProposal, leavingChange } from "../../host/contract/proposal.js";
import type { ProjectProposal } from "../messages.js";
import type { NativeLink } from "./native-link.js";
import { type ReachableProject, reachableProjects } from "./projects.js";

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

async function proposalOf({ project, call }: ReachableProject): Promise<ProjectProposal | undefined> {
  const { proposed } = await call("config:get", {}, project.id);
  if (proposed === undefined || proposed.left) return undefined;
  return { project, proposal: proposed, lines: describeProposal({ ...proposed, baselines: 0 }) };
}
