import { readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

// An MCP server with one tool. It does what none can leave out: it watches a folder, reads and parses its next file, and answers with the notes in it.
const [, , folder = ""] = process.argv;
const server = new McpServer({ name: "toy", version: "1" });
server.registerTool("wait_for_annotations", {}, async () => {
  const name = await new Promise((resolve) => {
    const watcher = watch(folder, (_event, name) => {
      if (!name?.endsWith(".json")) return;
      watcher.close();
      resolve(name);
    });
  });
  const { annotations } = JSON.parse(readFileSync(join(folder, name), "utf8"));
  return { content: [{ type: "text", text: JSON.stringify({ annotations }) }] };
});
await server.connect(new StdioServerTransport());
