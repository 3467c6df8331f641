import { type Agent, approvingEntry } from "./agent.js";

export const kiro: Agent = {
  title: "Kiro",
  format: "jsonc",
  file: { scope: "project", paths: [".kiro/settings/mcp.json"] },
  keys: ["mcpServers"],
  entry: approvingEntry,
  traces: { project: [".kiro"], user: ["~/.kiro"], commands: ["kiro"] },
};
