import { type Agent, commonEntry } from "./agent.js";

export const gemini: Agent = {
  title: "Gemini CLI",
  format: "jsonc",
  file: { scope: "project", paths: [".gemini/settings.json"] },
  keys: ["mcpServers"],
  entry: commonEntry,
  traces: { project: [".gemini", "GEMINI.md"], user: ["~/.gemini"], commands: ["gemini"] },
};
