import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { z } from "zod";
import { distPath } from "../../extension/e2e/paths.js";
import type { Stage } from "./stage.js";

/** An MCP client on the built server: what an agent is to us. */
export interface Agent {
  /** Calls a tool and gives the object that its answer holds; rejects when the tool refuses. */
  call(tool: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

const resultSchema = z.object({
  content: z.array(z.object({ type: z.literal("text"), text: z.string() })).min(1),
  isError: z.boolean().optional(),
});

export async function connectAgent({ root, env }: Stage): Promise<Agent> {
  const client = new Client({ name: "quick-start", version: "1.0.0" });
  const args = [distPath("server.js"), "--project", root];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: { ...stringsOf(process.env), ...env }, cwd: root }),
  );
  return {
    call: async (tool, input = {}) => {
      const { content, isError } = resultSchema.parse(await client.callTool({ name: tool, arguments: input }));
      const text = content[0]?.text ?? "";
      if (isError === true) throw new Error(`${tool}: ${text}`);
      return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    },
    close: () => client.close(),
  };
}

/** A list as tools write it: columns and rows. */
export function rowsOf(list: unknown): readonly Readonly<Record<string, unknown>>[] {
  const { columns, rows } = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) }).parse(list);
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
}

function stringsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
