import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { endProcess, firstLine, startNode } from "./processes.js";
import { makeBenchProject } from "./project.js";
import { compare, type Row } from "./rows.js";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "0" } },
};

/** From starting the MCP server to its answer to `initialize`, against a Node process that does nothing. Needs `dist/server.js`. */
export async function benchMcpStart(): Promise<Row[]> {
  const project = await makeBenchProject();
  try {
    const ours = async () => {
      const server = startNode("dist/server.js", ["--project", project.root], project.env);
      server.stdin.write(`${JSON.stringify(initialize)}\n`);
      const reply = await firstLine(server);
      if (!reply.includes('"serverInfo"')) throw new Error(`no answer to initialize: ${reply}`);
      return server;
    };
    const started: Awaited<ReturnType<typeof ours>>[] = [];
    const row = await compare({
      name: "MCP start to initialize",
      bound: 2.5,
      rounds: 15,
      // Ending a server is not part of its start: that happens while nothing is timed.
      ours: async () => started.push(await ours()),
      bare: async () => promisify(execFile)(process.execPath, ["-e", "0"]),
      between: async () => Promise.all(started.splice(0).map(endProcess)),
    });
    return [row];
  } finally {
    await project.remove();
  }
}
