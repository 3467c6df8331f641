import { Transform } from "node:stream";
import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from "@modelcontextprotocol/sdk/shared/stdio.js";
import { ErrorCode, isJSONRPCRequest, type JSONRPCMessage, JSONRPCMessageSchema, type RequestId } from "@modelcontextprotocol/sdk/types.js";
import { isTooDeep, jsonDepthMax } from "../contract/json.js";

/** The transport reads no more of a line. */
const lineMaxChars = STDIO_DEFAULT_MAX_BUFFER_SIZE - 1;

/** What a request cannot be answered without. */
const needed: Readonly<Record<string, string>> = { "tools/call": "name", "prompts/get": "name", "resources/read": "uri" };

/**
 * The input for the SDK's transport (1.32), which drops in silence what it cannot read: answers -32700 for a line that is no JSON, -32600 for one that is no
 * message, a batch (MCP 2025-03-26 alone had them) or too long, -32602 for a request without what it needs, or over 64 levels deep.
 */
export function checkedInput(stdin: NodeJS.ReadableStream, stdout: NodeJS.WritableStream): Transform {
  const refuse = (id: RequestId | null, code: ErrorCode, message: string) =>
    void stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
  const refuseLong = () => refuse(null, ErrorCode.InvalidRequest, `Invalid request: a line has at most ${lineMaxChars} characters.`);
  let rest = "";
  let isTooLong = false;
  const input = new Transform({
    decodeStrings: false,
    transform(chunk: string | Buffer, _encoding, done) {
      const parts = (rest + String(chunk)).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) {
        const message = isTooLong || line.length > lineMaxChars ? refuseLong() : messageOf(line, refuse);
        isTooLong = false;
        if (message !== undefined) this.push(`${JSON.stringify(message)}\n`);
      }
      if (rest.length > lineMaxChars) {
        isTooLong = true;
        rest = "";
      }
      done();
    },
  });
  stdin.setEncoding("utf8").pipe(input);
  return input;
}

/** The message of a line; what is wrong with it is answered at once. */
function messageOf(line: string, refuse: (id: RequestId | null, code: ErrorCode, message: string) => void): JSONRPCMessage | undefined {
  if (line.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return void refuse(null, ErrorCode.ParseError, "Parse error: the line is no JSON.");
  }
  if (isTooDeep(value)) return void refuse(idOf(value), ErrorCode.InvalidParams, `Invalid params: over ${jsonDepthMax} levels deep.`);
  const { success, data } = JSONRPCMessageSchema.safeParse(value);
  if (!success) return void refuse(idOf(value), ErrorCode.InvalidRequest, "Not JSON-RPC 2.0.");
  const wanted = isJSONRPCRequest(data) ? needed[data.method] : undefined;
  if (!isJSONRPCRequest(data) || wanted === undefined) return data;
  const { arguments: given, ...params } = data.params ?? {};
  const invalid = (takes: string) => void refuse(data.id, ErrorCode.InvalidParams, `Invalid params: ${data.method} takes ${takes}.`);
  if (typeof params[wanted] !== "string") return invalid(`params with "${wanted}", a string`);
  if (given === undefined) return data;
  // Some clients write null where there are none.
  if (given === null) return { ...data, params };
  return typeof given === "object" && !Array.isArray(given) ? data : invalid("arguments as an object");
}

function idOf(value: unknown): RequestId | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
