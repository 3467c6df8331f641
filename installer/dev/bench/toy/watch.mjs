import { readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

// An MCP server with one tool, which answers with the notes of the next file of a folder.
const [, , folder = ""] = process.argv;
/** @type {(id: number, result: object) => boolean} */
const answer = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize")
    answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "toy", version: "1" } });
  if (method !== "tools/call") return;
  const watcher = watch(folder, (_event, name) => {
    if (!name?.endsWith(".json")) return;
    watcher.close();
    const { annotations } = JSON.parse(readFileSync(join(folder, name), "utf8"));
    answer(id, { content: [{ type: "text", text: JSON.stringify({ annotations }) }] });
  });
});
