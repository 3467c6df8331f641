import { isUtf8 } from "node:buffer";
import { ServiceError } from "../../host/contract/errors.js";
import { isDeeperThan, jsonDepthMax } from "../../host/contract/json.js";

/** Reads a body as JSON (RFC 8259). Throws `bad-json` for one that is empty, no UTF-8, no JSON, or nested too deep to be written again. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw badJson("is empty");
  if (!isUtf8(bytes)) throw badJson("is not UTF-8");
  const value = parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  if (isDeeperThan(jsonDepthMax, value)) throw badJson(`is nested more than ${jsonDepthMax} levels deep`);
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

function badJson(what: string): ServiceError {
  return new ServiceError("bad-json", `The body ${what}. Send one JSON object in UTF-8.`);
}
