import { type Agent, commonEntry } from "./agent.js";

export const cursor: Agent = {
  title: "Cursor",
  format: "jsonc",
  file: { scope: "project", paths: [".cursor/mcp.json"] },
  keys: ["mcpServers"],
  entry: commonEntry,
  traces: { project: [".cursor"], user: ["~/.cursor"], commands: ["cursor"] },
};
