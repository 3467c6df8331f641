import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { z } from "zod";

/** How an MCP server is started, as an agent's configuration states it. */
export interface ServerStart {
  /** Node when absent. */
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly cwd?: string;
  /** What the client calls itself. */
  readonly name?: string;
}

/** An agent: the official client, with a server process of its own. */
export interface Agent {
  readonly client: Client;
  /** Of the server's process. */
  readonly pid: number;
  /** `signal` abandons the call: the client notifies the server, and the promise rejects. */
  call(tool: string, input?: Record<string, unknown>, signal?: AbortSignal): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export async function startAgent({ command = process.execPath, args, env, cwd, name = "test-agent" }: ServerStart): Promise<Agent> {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, value ?? ""])),
    ...(cwd === undefined ? {} : { cwd }),
    stderr: "inherit",
  });
  const client = new Client({ name, version: "1.0.0" });
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? 0,
    call: (tool, input, signal) => callTool(client, tool, input, signal),
    close: () => client.close(),
  };
}

const answerSchema = z.object({
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })], z.object({ type: z.literal("image") })),
});

/** Calls a tool and returns its one JSON object; refusals are `{error}`. */
async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const options = signal === undefined ? {} : { signal };
  const { content } = answerSchema.parse(await client.callTool({ name, arguments: input }, undefined, options));
  return z.record(z.string(), z.unknown()).parse(JSON.parse(content[0].text));
}
