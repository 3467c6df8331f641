import { type Agent, commonEntry } from "./agent.js";

export const codex: Agent = {
  title: "Codex",
  format: "toml",
  file: { scope: "user", path: { linux: "{codex}/config.toml", darwin: "{codex}/config.toml", win32: "{codex}\\config.toml" } },
  keys: ["mcp_servers"],
  entry: commonEntry,
  traces: { project: [".codex"], user: ["{codex}"], commands: ["codex"] },
};
