import { mcpServerName } from "../../host/contract/names.js";
import type { Platform } from "../machine.js";
import type { ConfigFormat, Entry } from "./format.js";
import { jsonc } from "./jsonc.js";
import { toml } from "./toml.js";

/** How the MCP server is started, before it is put into an agent's own shape. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Where an agent reads its MCP servers from: a file of the project (`/` between its parts), or one of the user. */
type ConfigFile =
  | { readonly scope: "project"; readonly paths: readonly string[] }
  | { readonly scope: "user"; readonly path: Readonly<Record<Platform, string>> };

/** One coding agent: how to notice it, which file it reads and how an entry looks there. */
export interface Agent {
  readonly title: string;
  readonly format: ConfigFormat;
  readonly file: ConfigFile;
  /** Keys that lead to the table of servers. */
  readonly keys: readonly string[];
  /** A user's file where the agent looks first, by project: no repository's entry takes its place. Written where it is there. */
  readonly own?: {
    readonly path: string;
    readonly keys: (projectRoot: string) => readonly string[];
    /** What its user has to do where there is no such file. */
    readonly hint: string;
  };
  readonly entry: (server: ServerCommand, tools: readonly string[]) => Entry;
  /** Signs that it is in use: files of the project, files of the user (templates), commands on PATH. */
  readonly traces: { readonly project?: readonly string[]; readonly user?: readonly string[]; readonly commands?: readonly string[] };
}

function common({ command, args, env }: ServerCommand): Entry {
  return { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

/** The same in a file of the user, for agents that let the user approve tools beforehand. In a project's file a pull could make it another server's. */
function approving(server: ServerCommand, tools: readonly string[]): Entry {
  return { ...common(server), autoApprove: tools };
}

const clineFolder = "globalStorage/saoudrizwan.claude-dev";
const clineFile = `${clineFolder}/settings/cline_mcp_settings.json`;

const usual = { format: jsonc, keys: ["mcpServers"], entry: common } as const;

/** All agents whose config we write; the key is what `--agent` takes. */
export const agents = {
  // `.mcp.json` is also read by other agents.
  "claude-code": {
    title: "Claude Code",
    ...usual,
    file: { scope: "project", paths: [".mcp.json"] },
    own: {
      path: "{claude}/.claude.json",
      keys: (root) => ["projects", root, "mcpServers", mcpServerName],
      hint: "Claude Code asks once whether it may start the server that .mcp.json names; from the next svc-init on it need not.",
    },
    traces: { project: [".mcp.json", ".claude", "CLAUDE.md"], user: ["~/.claude.json", "~/.claude"], commands: ["claude"] },
  },
  cursor: {
    title: "Cursor",
    ...usual,
    file: { scope: "project", paths: [".cursor/mcp.json"] },
    traces: { project: [".cursor"], user: ["~/.cursor"], commands: ["cursor"] },
  },
  vscode: {
    title: "VS Code",
    ...usual,
    file: { scope: "project", paths: [".vscode/mcp.json"] },
    keys: ["servers"],
    entry: (server) => ({ type: "stdio", ...common(server) }),
    traces: { project: [".vscode"], user: ["~/.vscode"], commands: ["code"] },
  },
  windsurf: {
    title: "Windsurf",
    ...usual,
    file: { scope: "user", path: everywhere("~/.codeium/windsurf/mcp_config.json") },
    traces: { project: [".windsurf"], user: ["~/.codeium/windsurf"], commands: ["windsurf"] },
  },
  codex: {
    title: "Codex",
    ...usual,
    format: toml,
    file: { scope: "user", path: everywhere("{codex}/config.toml") },
    keys: ["mcp_servers"],
    traces: { project: [".codex"], user: ["{codex}"], commands: ["codex"] },
  },
  gemini: {
    title: "Gemini CLI",
    ...usual,
    file: { scope: "project", paths: [".gemini/settings.json"] },
    traces: { project: [".gemini", "GEMINI.md"], user: ["~/.gemini"], commands: ["gemini"] },
  },
  // It reads the project's `.mcp.json`, too, in folders that its user trusts.
  copilot: {
    title: "Copilot CLI",
    ...usual,
    file: { scope: "user", path: everywhere("{copilot}/mcp-config.json") },
    entry: (server) => ({ type: "local", ...common(server), tools: ["*"] }),
    traces: { user: ["{copilot}"], commands: ["copilot"] },
  },
  zed: {
    title: "Zed",
    ...usual,
    file: { scope: "project", paths: [".zed/settings.json"] },
    keys: ["context_servers"],
    entry: (server) => ({ source: "custom", ...common(server) }),
    traces: {
      project: [".zed"],
      user: ["{config}/zed", "~/Library/Application Support/Zed", "%APPDATA%\\Zed"],
      commands: ["zed", "zeditor"],
    },
  },
  // An extension of VS Code that keeps its servers for all projects in one file.
  cline: {
    title: "Cline",
    ...usual,
    file: { scope: "user", path: ofVsCode(clineFile) },
    entry: approving,
    traces: { project: [".clinerules"], user: Object.values(ofVsCode(clineFolder)) },
  },
  // Its schema knows no further keys: command and arguments are one list, variables are called `environment`.
  opencode: {
    title: "opencode",
    ...usual,
    file: { scope: "project", paths: ["opencode.json", "opencode.jsonc"] },
    keys: ["mcp"],
    entry: ({ command, args, env }) => ({
      type: "local",
      command: [command, ...args],
      ...(Object.keys(env).length === 0 ? {} : { environment: env }),
      enabled: true,
    }),
    traces: { project: ["opencode.json", "opencode.jsonc", ".opencode"], user: ["{config}/opencode"], commands: ["opencode"] },
  },
  kiro: {
    title: "Kiro",
    ...usual,
    file: { scope: "project", paths: [".kiro/settings/mcp.json"] },
    traces: { project: [".kiro"], user: ["~/.kiro"], commands: ["kiro"] },
  },
} as const satisfies Record<string, Agent>;

export function entryPath({ keys }: Agent): readonly string[] {
  return [...keys, mcpServerName];
}

export type AgentName = keyof typeof agents;
export const agentNames = Object.keys(agents) as readonly AgentName[];

function everywhere(path: string): Readonly<Record<Platform, string>> {
  return { linux: path, darwin: path, win32: path.replaceAll("/", "\\") };
}

function ofVsCode(path: string): Readonly<Record<Platform, string>> {
  return {
    linux: `{config}/Code/User/${path}`,
    darwin: `~/Library/Application Support/Code/User/${path}`,
    win32: `%APPDATA%\\Code\\User\\${path.replaceAll("/", "\\")}`,
  };
}
