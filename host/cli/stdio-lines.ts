import { Transform, Writable } from "node:stream";
import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from "@modelcontextprotocol/sdk/shared/stdio.js";
import { ErrorCode, isJSONRPCRequest, type JSONRPCMessage, JSONRPCMessageSchema, type RequestId } from "@modelcontextprotocol/sdk/types.js";
import { isTooDeep } from "../contract/json.js";

/** The version of the protocol that has batches (MCP 2025-03-26, "Batching"). */
const batchVersion = "2025-03-26";

/** The transport reads no more of a line. */
const lineMaxChars = STDIO_DEFAULT_MAX_BUFFER_SIZE - 1;

/** What a request cannot be answered without. */
const needed: Readonly<Record<string, string>> = { "tools/call": "name", "prompts/get": "name", "resources/read": "uri" };

/**
 * Streams for the SDK's transport (1.32), which drops in silence what it cannot read: answers -32700 for a line that is no JSON, -32600 for one that is no
 * message or too long, -32602 for a request without what it needs, and reads batches where their version of the protocol was agreed on.
 */
export function checkedStreams(
  stdin: NodeJS.ReadableStream,
  stdout: NodeJS.WritableStream,
): { readonly input: Transform; readonly output: Writable } {
  const lines = makeLineAnswers((line) => void stdout.write(`${line}\n`));
  let rest = "";
  let isTooLong = false;
  const input = new Transform({
    decodeStrings: false,
    transform(chunk: string | Buffer, _encoding, done) {
      const parts = (rest + String(chunk)).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) {
        const messages = isTooLong || line.length > lineMaxChars ? lines.refuseLong() : lines.read(line);
        isTooLong = false;
        for (const message of messages) this.push(`${JSON.stringify(message)}\n`);
      }
      if (rest.length > lineMaxChars) {
        isTooLong = true;
        rest = "";
      }
      done();
    },
  });
  const output = new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      lines.write(line);
      done();
    },
  });
  stdin.setEncoding("utf8").pipe(input);
  return { input, output };
}

/** Requests of a batch that wait for their answers, and the answers that are there. */
interface Batch {
  readonly open: Set<RequestId>;
  readonly answers: object[];
}

function makeLineAnswers(writeLine: (line: string) => void) {
  let version = "";
  const batches: Batch[] = [];
  const send = (message: object) => writeLine(JSON.stringify(message));
  const refuse = (id: RequestId | null, code: ErrorCode, message: string): object => ({ jsonrpc: "2.0", id, error: { code, message } });

  /** The messages of a line; what is wrong with it is answered at once. */
  function read(line: string): JSONRPCMessage[] {
    if (line.trim() === "") return [];
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      send(refuse(null, ErrorCode.ParseError, "Parse error: the line is no JSON."));
      return [];
    }
    if (!Array.isArray(value)) return messagesOf(value, send);
    if (version !== batchVersion || value.length === 0) {
      send(refuse(null, ErrorCode.InvalidRequest, `Invalid request: batches are part of ${batchVersion} alone, and hold a message.`));
      return [];
    }
    const batch: Batch = { open: new Set(), answers: [] };
    const messages = value.flatMap((one) => messagesOf(one, (answer) => batch.answers.push(answer)));
    for (const message of messages) if (isJSONRPCRequest(message)) batch.open.add(message.id);
    if (batch.open.size > 0) batches.push(batch);
    else if (batch.answers.length > 0) send(batch.answers);
    return messages;
  }

  function messagesOf(value: unknown, answer: (message: object) => void): JSONRPCMessage[] {
    const { success, data } = JSONRPCMessageSchema.safeParse(isTooDeep(value) ? undefined : value);
    if (!success) {
      answer(refuse(idOf(value), ErrorCode.InvalidRequest, "Invalid request: this is no message of JSON-RPC 2.0."));
      return [];
    }
    forget(data);
    const wanted = isJSONRPCRequest(data) ? needed[data.method] : undefined;
    if (!isJSONRPCRequest(data) || wanted === undefined) return [data];
    const { arguments: given, ...params } = data.params ?? {};
    const invalid = (takes: string) => answer(refuse(data.id, ErrorCode.InvalidParams, `Invalid params: ${data.method} takes ${takes}.`));
    if (typeof params[wanted] !== "string") invalid(`params with "${wanted}", a string`);
    else if (given === undefined) return [data];
    // Some clients write null where there are none.
    else if (given === null) return [{ ...data, params }];
    else if (typeof given === "object" && !Array.isArray(given)) return [data];
    else invalid("arguments as an object");
    return [];
  }

  /** Writes a message of the transport; an answer to a batch waits for the others. */
  function write(line: string): void {
    const message = version === "" || batches.length > 0 ? JSONRPCMessageSchema.parse(JSON.parse(line)) : undefined;
    if (message !== undefined && "result" in message) version = versionIn(message.result) ?? version;
    const id = message !== undefined && !("method" in message) ? message.id : undefined;
    const batch = id === undefined ? undefined : batches.find(({ open }) => open.has(id));
    if (message === undefined || id === undefined || batch === undefined) writeLine(line.trimEnd());
    else {
      batch.answers.push(message);
      settle(batch, id);
    }
  }

  function settle(batch: Batch, id: RequestId): void {
    batch.open.delete(id);
    if (batch.open.size > 0) return;
    batches.splice(batches.indexOf(batch), 1);
    if (batch.answers.length > 0) send(batch.answers);
  }

  /** A request that is cancelled gets no answer. */
  function forget(message: JSONRPCMessage): void {
    const id = "method" in message && message.method === "notifications/cancelled" ? message.params?.["requestId"] : undefined;
    const batch = batches.find(({ open }) => open.has(id as RequestId));
    if (batch !== undefined) settle(batch, id as RequestId);
  }

  function refuseLong(): readonly JSONRPCMessage[] {
    send(refuse(null, ErrorCode.InvalidRequest, `Invalid request: a line has at most ${lineMaxChars} characters.`));
    return [];
  }

  return { read, write, refuseLong };
}

function versionIn({ protocolVersion }: { readonly [name: string]: unknown }): string | undefined {
  return typeof protocolVersion === "string" ? protocolVersion : undefined;
}

function idOf(value: unknown): RequestId | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
