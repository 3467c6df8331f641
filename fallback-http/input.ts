import { ServiceError } from "../host/contract/errors.js";
import { parseJson } from "./rules/json.js";

/** An operation's input from a query string: each name once. Values stay text; the operation's own schema reads digits. */
export function inputOfQuery(query: URLSearchParams): Record<string, string> {
  const names = [...query.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new ServiceError("invalid-input", `"${printable(twice)}" stands twice in the query. Send each parameter once.`);
  return Object.fromEntries(query);
}

/**
 * An operation's input from a body, with the parts that its path names (`:id`). Where the path names some, the body may be missing;
 * it may repeat them, but not say otherwise.
 */
export function inputOfBody(body: Buffer, fromPath: Readonly<Record<string, string>>): unknown {
  const names = Object.keys(fromPath);
  if (names.length === 0) return parseJson(body);
  const sent = body.length === 0 ? {} : parseJson(body);
  if (!isRecord(sent)) return sent;
  const other = names.find((name) => Object.hasOwn(sent, name) && sent[name] !== fromPath[name]);
  if (other !== undefined)
    throw new ServiceError("invalid-input", `"${other}" in the body is not the one in the path. Leave it out of the body.`);
  return { ...sent, ...fromPath };
}

/** Tells whether a JSON value is an object: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Foreign text for a message: short, and without anything that a terminal would obey. */
function printable(text: string): string {
  return text.replace(/\P{L}/gu, (char) => (/[\w .:-]/.test(char) ? char : "?")).slice(0, 40);
}
