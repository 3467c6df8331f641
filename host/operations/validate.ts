import type { z } from "zod";
import { ALLOWED_CONFIG_KEYS } from "../contract/config.js";
import { ServiceError } from "../contract/errors.js";
import { type OperationName, operations } from "../contract/operations.js";

const issuesShown = 3;

/** The operation of a name that came from outside. Throws ServiceError `not-found`. */
export function operationOf(name: string): OperationName {
  if (isOperation(name)) return name;
  throw new ServiceError("not-found", `There is no such operation. There are: ${Object.keys(operations).join(", ")}.`);
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

/** Says in words what is wrong with an input. */
export function refusal(name: OperationName, { issues }: z.ZodError): ServiceError {
  const unknown = issues.find(({ code }) => code === "unrecognized_keys");
  if (name === "config:update" && unknown?.code === "unrecognized_keys") {
    return new ServiceError(
      "config-key-not-allowed",
      `${unknown.keys.map((key) => shorten(key)).join(", ")} cannot be configured; nothing was changed. Allowed: ${ALLOWED_CONFIG_KEYS.join(", ")}.`,
    );
  }
  const shown = issues.slice(0, issuesShown).map(({ path, message }) => `${fieldOf(path)}: ${message}`);
  const more = issues.length > issuesShown ? ` (and ${issues.length - issuesShown} more)` : "";
  return new ServiceError("invalid-input", `The input of ${name} is not valid. ${shown.join("; ")}${more}`);
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
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
  return path.length === 0 ? "input" : shorten(path.map(String).join("."));
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
