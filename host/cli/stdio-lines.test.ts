import { PassThrough } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { expect, it } from "vitest";
import { waitUntil } from "../testing/wait-until.js";
import { checkedInput } from "./stdio-lines.js";

/** Sends lines to a server that agreed on a version, and returns what it writes after that. */
async function answersTo(version: string, lines: readonly string[], count: number): Promise<unknown[]> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let text = "";
  stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const written = () => text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  const input = checkedInput(stdin, stdout);
  const server = new Server({ name: "svc", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({ content: [{ type: "text", text: params.name }] }));
  await server.connect(new StdioServerTransport(input, stdout));
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  // Some clients ask for more before the handshake.
  stdin.write(`${request(90, "server/discover", {})}\n${request(91, "initialize", params)}\n`);
  await waitUntil("the handshake", () => (written().length === 2 ? true : undefined));
  const sent = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n${lines.join("\n")}\n`;
  // As a pipe hands them over.
  for (const [part] of sent.matchAll(/.{1,65536}/gs)) stdin.write(part);
  await waitUntil("the answers", () => (written().length >= 2 + count ? true : undefined));
  await server.close();
  return written().slice(2);
}

const request = (id: number, method: string, params?: object) => JSON.stringify({ jsonrpc: "2.0", id, method, ...(params && { params }) });
const call = (id: number) => request(id, "tools/call", { name: `t${id}` });
const answer = (id: number) => ({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: `t${id}` }] } });
const refusal = (id: number | null, code: number) => ({ jsonrpc: "2.0", id, error: { code } });

it.each([
  ["no JSON", "{jsonrpc", [refusal(null, ErrorCode.ParseError)]],
  ["no message", `{"id":5}`, [refusal(5, ErrorCode.InvalidRequest)]],
  ["a number", "7", [refusal(null, ErrorCode.InvalidRequest)]],
  ["a call without params", request(3, "tools/call"), [refusal(3, ErrorCode.InvalidParams)]],
  ["a prompt without a name", request(4, "prompts/get", {}), [refusal(4, ErrorCode.InvalidParams)]],
  ["a resource by number", request(6, "resources/read", { uri: 1 }), [refusal(6, ErrorCode.InvalidParams)]],
  ["an unknown method", request(8, "nothing/known"), [refusal(8, ErrorCode.MethodNotFound)]],
  ["arguments that are null as none", request(7, "tools/call", { name: "t7", arguments: null }), [answer(7)]],
  ["arguments in a list", request(9, "tools/call", { name: "t9", arguments: [] }), [refusal(9, ErrorCode.InvalidParams)]],
  ["a text for arguments", request(9, "prompts/get", { name: "t9", arguments: "x" }), [refusal(9, ErrorCode.InvalidParams)]],
  [
    "arguments 5,000 levels deep",
    `{"jsonrpc":"2.0","id":9,"method":"ping","params":${'{"a":'.repeat(5_000)}1${"}".repeat(5_001)}`,
    [{ id: 9, error: { code: ErrorCode.InvalidParams, message: expect.stringContaining("over 64 levels") } }],
  ],
  ["a line of 12 MB", request(9, "tools/call", { name: "x".repeat(12e6) }), [refusal(null, ErrorCode.InvalidRequest)]],
  ["12 MB that are no JSON", "x".repeat(12e6), [refusal(null, ErrorCode.InvalidRequest)]],
  ["a batch", `[${call(1)}]`, [refusal(null, ErrorCode.InvalidRequest)]],
])("answers %s, and what comes after", async (_what, line, expected) => {
  expect(await answersTo("2025-06-18", [line, call(2)], 2)).toMatchObject([...expected, answer(2)]);
});
