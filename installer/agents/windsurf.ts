import { type Agent, commonEntry } from "./agent.js";

const path = "~/.codeium/windsurf/mcp_config.json";

export const windsurf: Agent = {
  title: "Windsurf",
  format: "jsonc",
  file: { scope: "user", path: { linux: path, darwin: path, win32: "~\\.codeium\\windsurf\\mcp_config.json" } },
  keys: ["mcpServers"],
  entry: commonEntry,
  traces: { project: [".windsurf"], user: ["~/.codeium/windsurf"], commands: ["windsurf"] },
};
