import type { z } from "zod";
import { ALLOWED_CONFIG_KEYS } from "../contract/config.js";
import { fieldComplaint, ServiceError } from "../contract/errors.js";
import { isTooDeep, jsonDepthMax } from "../contract/json.js";
import { type OperationName, operationNames, operations, type ParsedInput } from "../contract/operations.js";
import { truncate } from "../contract/printable.js";

const issuesShown = 3;

/** The operation of a name from outside. Throws ServiceError `not-found`. */
export function operationOf(name: string): OperationName {
  const known = operationNames.find((one) => one === name);
  if (known !== undefined) return known;
  throw new ServiceError("not-found", `There is no such operation. There are: ${operationNames.join(", ")}.`);
}

/** Describes what is wrong with an input. */
function refusal(name: OperationName, { issues }: z.ZodError): ServiceError {
  const unknown = issues.find(({ code }) => code === "unrecognized_keys");
  if (name === "config:update" && unknown?.code === "unrecognized_keys") {
    return new ServiceError(
      "config-key-not-allowed",
      `${unknown.keys.map((key) => truncate(key, 101)).join(", ")} cannot be configured; nothing was changed. Allowed: ${ALLOWED_CONFIG_KEYS.join(", ")}.`,
    );
  }
  const shown = issues.slice(0, issuesShown).map(({ path, message }) => `${fieldOf(path)}: ${fieldComplaint(message)}`);
  const more = issues.length > issuesShown ? ` (and ${issues.length - issuesShown} more)` : "";
  return new ServiceError("invalid-input", `The input of ${name} is not valid. ${shown.join("; ")}${more}`);
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "input" : truncate(path.map(String).join("."), 101);
}

/** The table once more, in a form that keeps name and input type together. */
const inputs: { readonly [N in OperationName]: { readonly input: z.ZodType<ParsedInput<N>> } } = operations;

/**
 * Checks an input, parsed JSON, against its operation's bound and schema. `messageBytes`: the length of the whole message that carried it; only
 * when that is unknown or too long is the input itself measured. Throws ServiceError `invalid-input`, `too-large` or `config-key-not-allowed`.
 */
export function parseInput<N extends OperationName>(name: N, input: unknown, messageBytes = Number.POSITIVE_INFINITY): ParsedInput<N> {
  const { maxBytes, method } = operations[name];
  if (isTooDeep(input))
    throw new ServiceError("invalid-input", `The input of ${name} is nested more than ${jsonDepthMax} levels deep. Send plain data.`);
  if (messageBytes > maxBytes && Buffer.byteLength(JSON.stringify(input) ?? "") > maxBytes)
    throw new ServiceError("too-large", `The input of ${name} is longer than ${maxBytes} bytes of JSON. Send less.`);
  // Callers without anything to ask leave the input out; nothing is no configuration and no capture, though.
  const isNothing = input === undefined || (input === null && method === "GET");
  const result = inputs[name].input.safeParse(isNothing ? {} : input);
  if (!result.success) throw refusal(name, result.error);
  return result.data;
}
