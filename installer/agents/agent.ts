import type { Platform } from "../machine.js";

/** How the MCP server is started, before it is put into an agent's own shape. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** An entry as it stands in a config file. */
export type Entry = Readonly<Record<string, unknown>>;

/** Where an agent reads its MCP servers from: a file of the project (`/` between its parts), or one of the user. */
export type ConfigFile =
  | { readonly scope: "project"; readonly paths: readonly string[] }
  | { readonly scope: "user"; readonly path: Partial<Readonly<Record<Platform, string>>> };

/** One coding agent: how to notice it, which file it reads and how an entry looks there. */
export interface Agent {
  readonly title: string;
  readonly format: "jsonc" | "toml";
  readonly file: ConfigFile;
  /** Keys that lead to the table of servers. */
  readonly keys: readonly string[];
  readonly entry: (server: ServerCommand, tools: readonly string[]) => Entry;
  /** Signs that it is in use: files of the project, files of the user (templates), commands on PATH. */
  readonly traces: { readonly project?: readonly string[]; readonly user?: readonly string[]; readonly commands?: readonly string[] };
}

/** The shape that most agents share. */
export function commonEntry({ command, args, env }: ServerCommand): Entry {
  return { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

/** The common shape for agents that let the user approve tools beforehand. */
export function approvingEntry(server: ServerCommand, tools: readonly string[]): Entry {
  return { ...commonEntry(server), autoApprove: tools };
}
