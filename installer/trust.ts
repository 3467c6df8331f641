import { UsageError } from "../host/contract/errors.js";
import { describeProposal, type Proposal } from "../host/contract/proposal.js";
import { hasStore, withStore } from "./init/project.js";
import { type Command, initContextOf } from "./init/run.js";
import type { InitContext } from "./init/step.js";

type Decision = "accepted" | "rejected" | undefined;

/** Shows what the project's `.svc/` proposes, and takes or leaves it as a whole. Returns the exit code. */
export async function runTrust(command: Command): Promise<number> {
  const { values, terminal } = command;
  if (values.accept && values.reject) throw new UsageError("--accept and --reject exclude each other. Give one of them.");
  const decision: Decision = values.accept ? "accepted" : values.reject ? "rejected" : undefined;
  const context = await initContextOf(command);
  const { proposal, refused } = await decide(context, decision);
  const decided = proposal === undefined ? undefined : decision;
  terminal.json({ ok: true, project: context.root, proposal: proposal ?? null, refused, decision: decided ?? null });
  if (proposal === undefined) terminal.print("This project proposes nothing beyond what you made or accepted.");
  else for (const line of linesFor(proposal, decided)) terminal.print(line, 2);
  for (const problem of refused) terminal.print(`Not in effect: ${problem}.`, 2);
  return 0;
}

/** The proposal as it was before the decision, and what of the configuration is invalid or covers too much, in words. */
async function decide(context: InitContext, decision: Decision): Promise<{ proposal: Proposal | undefined; refused: readonly string[] }> {
  // Opening a store makes it.
  if (!hasStore(context)) return { proposal: undefined, refused: [] };
  return withStore(context, async ({ proposals, config }) => {
    const [proposal, refused] = await Promise.all([proposals.get(), config.problems()]);
    if (proposal !== undefined && decision === "accepted") await proposals.accept();
    if (proposal !== undefined && decision === "rejected") await proposals.leave();
    return { proposal, refused };
  });
}

function linesFor(proposal: Proposal, decision: Decision): string[] {
  const parts = describeProposal(proposal).map((part) => `- ${part}`);
  if (decision === "accepted") return ["You accepted, for this machine:", ...parts];
  if (decision === "rejected") return ["Left as it is; none of this counts:", ...parts, "You are asked again when it changes."];
  const standing = proposal.left
    ? "You left what this project proposes; none of it counts:"
    : "This project proposes; none of it counts yet:";
  return [standing, ...parts, "`svc-init trust --accept` takes all of it, `svc-init trust --reject` leaves it."];
}
