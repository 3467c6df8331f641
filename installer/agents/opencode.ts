import type { Agent } from "./agent.js";

/** Its schema knows no further keys: command and arguments are one list, variables are called `environment`. */
export const opencode: Agent = {
  title: "opencode",
  format: "jsonc",
  file: { scope: "project", paths: ["opencode.json", "opencode.jsonc"] },
  keys: ["mcp"],
  entry: ({ command, args, env }) => ({
    type: "local",
    command: [command, ...args],
    ...(Object.keys(env).length === 0 ? {} : { environment: env }),
    enabled: true,
  }),
  traces: { project: ["opencode.json", "opencode.jsonc", ".opencode"], user: ["{config}/opencode"], commands: ["opencode"] },
};
