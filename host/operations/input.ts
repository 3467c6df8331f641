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

/**
 * Throws ServiceError `too-large` for an input longer than its operation takes, in bytes of JSON. `messageBytes`: the length of the whole
 * message that carried it; only when that is unknown or too long is the input itself measured.
 */
export function refuseTooLarge(name: OperationName, input: unknown, messageBytes = Number.POSITIVE_INFINITY): void {
  const { maxBytes } = operations[name];
  if (messageBytes <= maxBytes) return;
  if (Buffer.byteLength(jsonOf(input)) <= maxBytes) return;
  throw new ServiceError("too-large", `The input of ${name} is longer than ${maxBytes} bytes of JSON. Send less.`);
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

function jsonOf(input: unknown): string {
  try {
    return JSON.stringify(input) ?? "";
  } catch (error) {
    // Nested deeper than any input of ours.
    if (error instanceof RangeError || error instanceof TypeError) throw new ServiceError("invalid-input", "The input is no plain JSON.");
    throw error;
  }
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "input" : truncate(path.map(String).join("."), 101);
}

/** The table once more, in a form that keeps name and input type together. */
const inputs: { readonly [N in OperationName]: { readonly input: z.ZodType<ParsedInput<N>> } } = operations;

/** Checks an input against its operation's schema. Throws ServiceError `invalid-input` or `config-key-not-allowed`. */
export function parseInput<N extends OperationName>(name: N, input: unknown): ParsedInput<N> {
  // Callers without anything to ask leave the input out; nothing is no configuration and no capture, though.
  const isNothing = input === undefined || (input === null && operations[name].method === "GET");
  if (isTooDeep(input))
    throw new ServiceError("invalid-input", `The input of ${name} is nested more than ${jsonDepthMax} levels deep. Send plain data.`);
  const result = inputs[name].input.safeParse(isNothing ? {} : input);
  if (!result.success) throw refusal(name, result.error);
  return result.data;
}
