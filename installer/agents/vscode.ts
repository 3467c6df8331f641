import { type Agent, commonEntry } from "./agent.js";

export const vscode: Agent = {
  title: "VS Code",
  format: "jsonc",
  file: { scope: "project", paths: [".vscode/mcp.json"] },
  keys: ["servers"],
  entry: (server) => ({ type: "stdio", ...commonEntry(server) }),
  traces: { project: [".vscode"], user: ["~/.vscode"], commands: ["code"] },
};
