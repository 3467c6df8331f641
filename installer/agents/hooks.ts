import { join } from "node:path";
import { expandPath, type Machine, onDisk } from "../machine.js";
import type { AgentName } from "./agents.js";
import { type Entry, isTable } from "./format.js";
import { jsonc } from "./jsonc.js";

/** Where an agent reads its hooks, by its documentation of autumn 2026, and how an entry looks there. */
interface HookFile {
  /** A file of the project (`/` between its parts), or a template of one of the user. */
  readonly path: { readonly project: string } | { readonly user: string };
  /** The end of a turn, and the person's next message where its output reaches the model. */
  readonly events: readonly string[];
  readonly entry: (command: string) => Entry;
  /** What the file must hold beside its hooks. */
  readonly head?: Entry;
}

const likeClaude = (command: string): Entry => ({ hooks: [{ type: "command", command, timeout: 5 }] });

/** Agents whose hooks stand in a file of their own. The others are served by the waiting tool call and by the person's word. */
const hookFiles: Readonly<Partial<Record<AgentName, HookFile>>> = {
  // Not the file that a team shares: the command names this machine's paths.
  "claude-code": { path: { project: ".claude/settings.local.json" }, events: ["Stop", "UserPromptSubmit"], entry: likeClaude },
  codex: { path: { user: "{codex}/hooks.json" }, events: ["Stop", "UserPromptSubmit"], entry: likeClaude },
  cursor: { path: { project: ".cursor/hooks.json" }, events: ["stop"], entry: (command) => ({ command }), head: { version: 1 } },
};

export interface HookPlace {
  readonly path: string;
  readonly isOfProject: boolean;
  /** The file's text with our hooks in it, once each; undefined when it cannot be edited without harm. */
  readonly write: (text: string, command: string) => string | undefined;
}

/** The file that holds an agent's hooks; undefined for an agent without one, or when a variable in its path is not set. */
export function hookPlace(machine: Machine, projectRoot: string, name: AgentName): HookPlace | undefined {
  const file = hookFiles[name];
  if (file === undefined) return undefined;
  const { path, events, entry, head = {} } = file;
  const isOfProject = "project" in path;
  const expanded = isOfProject ? undefined : expandPath(machine, path.user);
  const place = isOfProject
    ? join(projectRoot, ...path.project.split("/"))
    : expanded === undefined
      ? undefined
      : onDisk(machine, expanded);
  if (place === undefined) return undefined;
  return { path: place, isOfProject, write: (text, command) => withHooks(text, events, entry(command), head) };
}

function withHooks(text: string, events: readonly string[], entry: Entry, head: Entry): string | undefined {
  const found = jsonc.read(text, ["hooks"]);
  if (found.state === "broken" || (found.entry !== undefined && !isTable(found.entry))) return undefined;
  const hooks = isTable(found.entry) ? found.entry : {};
  const wanted = events.map((event) => [event, [...others(hooks[event]), entry]] as const);
  if (text.trim() === "") return `${JSON.stringify({ ...head, hooks: Object.fromEntries(wanted) }, null, 2)}\n`;
  if (events.some((event) => hooks[event] !== undefined && !Array.isArray(hooks[event]))) return undefined;
  return jsonc.set(text, ["hooks"], { ...hooks, ...Object.fromEntries(wanted) });
}

/** A hook file's text without our hooks; undefined when there are none, or it cannot be edited without harm. */
export function withoutHooks(text: string): string | undefined {
  const found = jsonc.read(text, ["hooks"]);
  if (found.state === "broken" || !isTable(found.entry)) return undefined;
  const all = Object.entries(found.entry);
  const left = all.map(([event, list]) => [event, Array.isArray(list) ? others(list) : list] as const);
  if (JSON.stringify(left) === JSON.stringify(all)) return undefined;
  const rest = Object.fromEntries(left.filter(([, list]) => !Array.isArray(list) || list.length > 0));
  const removed = jsonc.remove(text, ["hooks"]);
  return removed === undefined || Object.keys(rest).length === 0 ? removed : jsonc.set(removed, ["hooks"], rest);
}

/** A list of hooks without ours, of whatever version. */
function others(list: unknown): unknown[] {
  return Array.isArray(list) ? list.filter((one) => !/\bnotes --since-last --format\b/.test(JSON.stringify(one))) : [];
}
