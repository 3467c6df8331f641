import type { z } from "zod";
import { ServiceError } from "../contract/errors.js";
import { isDeeperThan, jsonDepthMax } from "../contract/json.js";
import { type OperationName, type OperationOutput, operations, type ParsedInput } from "../contract/operations.js";
import type { OperationContext } from "./context.js";
import { handlers } from "./handlers.js";
import { refusal } from "./validate.js";

/** The table once more, in a form that keeps name and input type together. */
const inputs: { readonly [N in OperationName]: { readonly input: z.ZodType<ParsedInput<N>> } } = operations;

/** Checks an input against its operation's schema. Throws ServiceError `invalid-input` or `config-key-not-allowed`. */
export function parseInput<N extends OperationName>(name: N, input: unknown): ParsedInput<N> {
  // Callers without anything to ask leave the input out; nothing is no configuration and no capture, though.
  const isNothing = input === undefined || (input === null && operations[name].method === "GET");
  if (isDeeperThan(jsonDepthMax, input))
    throw new ServiceError("invalid-input", `The input of ${name} is nested more than ${jsonDepthMax} levels deep. Send plain data.`);
  const result = inputs[name].input.safeParse(isNothing ? {} : input);
  if (!result.success) throw refusal(name, result.error);
  return result.data;
}

/** Runs the handler of an operation. */
export function runOperation<N extends OperationName>(
  name: N,
  context: OperationContext,
  input: ParsedInput<N>,
): Promise<OperationOutput<N>> {
  return handlers[name](context, input);
}
