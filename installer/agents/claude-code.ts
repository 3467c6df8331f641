import { type Agent, approvingEntry } from "./agent.js";

/** `.mcp.json` is also read by other agents, some of which know `autoApprove`; Claude Code ignores the key. */
export const claudeCode: Agent = {
  title: "Claude Code",
  format: "jsonc",
  file: { scope: "project", paths: [".mcp.json"] },
  keys: ["mcpServers"],
  entry: approvingEntry,
  traces: { project: [".mcp.json", ".claude", "CLAUDE.md"], user: ["~/.claude.json", "~/.claude"], commands: ["claude"] },
};
