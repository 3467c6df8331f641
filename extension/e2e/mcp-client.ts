import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { distPath } from "../../host/testing/paths.js";
import type { TestProject } from "./project.js";

/** An agent's side: the official client, with a server process of its own. */
export interface Agent {
  /** Calls a tool and returns its one JSON object. */
  call(tool: string, input?: Record<string, unknown>): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** What an agent's configuration states of a server. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
}

/** Starts the server of the build, or the one that an entry names, and connects. */
export async function connectAgent({ root, env }: Pick<TestProject, "root" | "env">, entry?: ServerEntry): Promise<Agent> {
  const client = new Client({ name: "svc-test", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: entry?.command ?? process.execPath,
      args: [...(entry?.args ?? [distPath("server.js"), "--project", root])],
      env: { PATH: process.env["PATH"] ?? "", ...env },
      cwd: root,
    }),
  );
  return {
    call: async (name, input = {}) => {
      const result = await client.callTool({ name, arguments: input });
      const [block] = Array.isArray(result.content) ? result.content : [];
      return JSON.parse(block?.type === "text" ? block.text : "null");
    },
    close: () => client.close(),
  };
}
