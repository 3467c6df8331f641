import { type Agent, approvingEntry } from "./agent.js";

const extension = "globalStorage/saoudrizwan.claude-dev";
const file = "settings/cline_mcp_settings.json";

/** An extension of VS Code that keeps its servers for all projects in one file. */
export const cline: Agent = {
  title: "Cline",
  format: "jsonc",
  file: {
    scope: "user",
    path: {
      linux: `{config}/Code/User/${extension}/${file}`,
      darwin: `~/Library/Application Support/Code/User/${extension}/${file}`,
      win32: `%APPDATA%\\Code\\User\\${`${extension}/${file}`.replaceAll("/", "\\")}`,
    },
  },
  keys: ["mcpServers"],
  entry: approvingEntry,
  traces: {
    project: [".clinerules"],
    user: [
      `{config}/Code/User/${extension}`,
      `~/Library/Application Support/Code/User/${extension}`,
      `%APPDATA%\\Code\\User\\${extension.replace("/", "\\")}`,
    ],
  },
};
