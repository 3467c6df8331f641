import { isUtf8 } from "node:buffer";
import { ServiceError } from "../../host/contract/errors.js";

/** More than anything of ours needs, and little enough for every function that calls itself on the way down. */
const depthMax = 64;

/** Reads a body as JSON (RFC 8259). Throws `bad-json` for one that is empty, no UTF-8, no JSON, or nested too deep to be written again. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw badJson("is empty");
  if (!isUtf8(bytes)) throw badJson("is not UTF-8");
  const value = parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  if (isDeeperThan(depthMax, value)) throw badJson(`is nested more than ${depthMax} levels deep`);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's own message quotes the body; the caller knows what it sent.
    if (error instanceof SyntaxError) throw badJson("is no JSON");
    throw error;
  }
}

/** Level by level, without recursion: depth is what must not break us here. Plain loops, since captures hold half a million numbers. */
function isDeeperThan(max: number, value: unknown): boolean {
  let level = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > max) return true;
    const next: object[] = [];
    for (const container of level) {
      for (const entry of Array.isArray(container) ? container : Object.values(container)) if (isContainer(entry)) next.push(entry);
    }
    level = next;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function badJson(what: string): ServiceError {
  return new ServiceError("bad-json", `The body ${what}. Send one JSON object in UTF-8.`);
}
