import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { z } from "zod";
import { cleanup } from "../../store/testing/temporary.js";
import { type Machine, program } from "./machine.js";

/** An agent: the official client, with an MCP process of its own. */
export interface Agent {
  /** Of the MCP process. */
  readonly pid: number;
  /** Calls a tool and returns its JSON object; refusals are `{error}`. */
  call(tool: string, input?: Record<string, unknown>): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

const resultSchema = z.object({
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })], z.object({ type: z.literal("image") })),
});

export async function connectAgent(
  { env, folder }: Machine,
  root: string,
  more: NodeJS.ProcessEnv = {},
  name = "test-agent",
): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program("server.js"), "--project", root],
    env: Object.fromEntries(Object.entries({ ...env, ...more }).map(([name, value]) => [name, value ?? ""])),
    cwd: folder,
    stderr: "ignore",
  });
  const client = new Client({ name, version: "1" });
  await client.connect(transport);
  cleanup(() => client.close());
  return {
    pid: transport.pid ?? 0,
    call: async (tool, input = {}) => {
      const { content } = resultSchema.parse(await client.callTool({ name: tool, arguments: input }));
      return z.record(z.string(), z.unknown()).parse(JSON.parse(content[0].text));
    },
    close: () => client.close(),
  };
}
