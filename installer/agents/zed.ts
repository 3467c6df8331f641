import { type Agent, commonEntry } from "./agent.js";

export const zed: Agent = {
  title: "Zed",
  format: "jsonc",
  file: { scope: "project", paths: [".zed/settings.json"] },
  keys: ["context_servers"],
  entry: (server) => ({ source: "custom", ...commonEntry(server) }),
  traces: {
    project: [".zed"],
    user: ["{config}/zed", "~/Library/Application Support/Zed", "%APPDATA%\\Zed"],
    commands: ["zed", "zeditor"],
  },
};
