import { readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

// An MCP server with one tool. It does what none can leave out: it watches a folder, reads and parses its next file, and answers with the notes in it.
const [, , folder = ""] = process.argv;
/** @type {Set<string>} */
const names = new Set();
/** @type {() => void} */
let wake = () => undefined;
watch(folder, (_event, name) => {
  if (!name?.endsWith(".json") || names.has(name)) return;
  names.add(name);
  wake();
});
let answered = 0;
const server = new McpServer({ name: "toy", version: "1" });
server.registerTool("wait_for_annotations", {}, async () => {
  while (names.size === answered) await new Promise((resolve) => (wake = () => resolve(undefined)));
  const name = [...names][answered++] ?? "";
  const { annotations } = JSON.parse(readFileSync(join(folder, name), "utf8"));
  return { content: [{ type: "text", text: JSON.stringify({ annotations }) }] };
});
await server.connect(new StdioServerTransport());
