import type { OperationInput, OperationOutput } from "../../host/contract/operations.js";
import type { OpenOperation } from "../messages.js";
import type { Ask } from "./ports.js";

/** Runs one of the operations that the sidebar may run as they are. */
export async function askOperation<N extends OpenOperation>(ask: Ask, name: N, input: OperationInput<N>): Promise<OperationOutput<N>> {
  // The background has checked the answer against the operation's schema.
  return (await ask("operation", { name, input })) as OperationOutput<N>;
}

/** The notes on this page that the agent has resolved. */
export async function askResolved(ask: Ask): Promise<OperationOutput<"annotations:resolved">["resolved"]> {
  return (await askOperation(ask, "annotations:resolved", { url: location.href })).resolved;
}
