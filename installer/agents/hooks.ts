import { join } from "node:path";
import { isRecord } from "../../host/contract/json.js";
import { expandPath, type Machine, onDisk } from "../machine.js";
import { shQuote } from "../native/wrapper.js";
import type { AgentName } from "./agents.js";
import type { Entry } from "./format.js";
import { jsonc } from "./jsonc.js";

/** Where an agent reads its hooks, by its documentation of autumn 2026, and what is written there. */
interface HookFile {
  /** A file of the project (`/` between its parts), or a template of one of the user. */
  readonly path: { readonly project: string } | { readonly user: string };
  /** The file's text with our hooks in it, once each; undefined when it cannot be edited without harm. */
  readonly write: (text: string, words: readonly string[], machine: Machine) => string | undefined;
  /** What its user has to do before the hooks run. */
  readonly hint?: string;
}

interface HookTable {
  /** The end of a turn, and the person's next message where its output reaches the model. */
  readonly events: readonly string[];
  readonly entry: (command: string, event: string) => Entry;
  /** What a new file holds beside its hooks. */
  readonly head?: Entry;
}

const likeClaude = (timeout: number) => (command: string) => ({ hooks: [{ type: "command", command, timeout }] });
/** The second runs beside the idle agent from the end of its turn, and wakes it. */
const waking = (command: string, event: string) => {
  const { hooks } = likeClaude(5)(command);
  const waiter = { type: "command", command: `${command} --wait ${wakeSeconds}`, asyncRewake: true, timeout: wakeSeconds + 10 };
  return { hooks: event === "Stop" ? [...hooks, waiter] : hooks };
};
/** A turn that ended longer ago is nobody's at the desk. */
const wakeSeconds = 3_600;
const stopAndPrompt = ["Stop", "UserPromptSubmit"] as const;
/** Agents whose hooks reach their model. The others are served by the waiting tool call and by the person's word. */
const hookFiles: Readonly<Partial<Record<AgentName, HookFile>>> = {
  // Not the files that a team shares: the command names this machine's paths.
  "claude-code": {
    path: { project: ".claude/settings.local.json" },
    write: inTable({ events: stopAndPrompt, entry: waking }),
  },
  codex: {
    path: { user: "{codex}/hooks.json" },
    write: inTable({ events: stopAndPrompt, entry: likeClaude(5) }),
    hint: "Codex runs its new hooks once you have reviewed them: it asks when it starts.",
  },
  cursor: {
    path: { project: ".cursor/hooks.json" },
    write: inTable({ events: ["stop"], entry: (command) => ({ command }), head: { version: 1 } }),
  },
  // Counts in milliseconds.
  gemini: {
    path: { user: "~/.gemini/settings.json" },
    write: inTable({ events: ["AfterAgent", "BeforeAgent"], entry: likeClaude(5_000) }),
  },
  copilot: {
    path: { user: "{copilot}/hooks/svc.json" },
    write: inTable({
      events: stopAndPrompt,
      entry: (command) => ({ type: "command", bash: command, powershell: `& ${command}`, timeoutSec: 5 }),
      head: { version: 1 },
    }),
  },
  opencode: {
    path: { user: "{config}/opencode/plugins/svc.js" },
    write: (text, words) => (text.trim() === "" || isHooked(text) ? opencodePlugin(words) : undefined),
  },
};

/** The file of an agent's hooks and, as in HookFile, what is written there; undefined where it has none, or a variable is not set. */
export function hookPlace(machine: Machine, projectRoot: string, name: AgentName) {
  const file = hookFiles[name];
  if (file === undefined) return undefined;
  const { hint } = file;
  const write = (text: string, words: readonly string[]) => file.write(text, words, machine);
  if ("project" in file.path) return { path: join(projectRoot, ...file.path.project.split("/")), isOfProject: true, hint, write };
  const path = expandPath(machine, file.path.user);
  return path === undefined ? undefined : { path: onDisk(machine, path), isOfProject: false, hint, write };
}

function inTable({ events, entry, head = {} }: HookTable): HookFile["write"] {
  return (text, words, machine) => {
    const command = shellCommand(machine, words);
    const found = jsonc.read(text, ["hooks"]);
    if (command === undefined || found.state === "broken" || (found.entry !== undefined && !isRecord(found.entry))) return undefined;
    const hooks = isRecord(found.entry) ? found.entry : {};
    if (events.some((event) => hooks[event] !== undefined && !Array.isArray(hooks[event]))) return undefined;
    const wanted = Object.fromEntries(events.map((event) => [event, [...others(hooks[event]), entry(command, event)]]));
    if (text.trim() === "") return `${JSON.stringify({ ...head, hooks: wanted }, null, 2)}\n`;
    return jsonc.set(text, ["hooks"], { ...hooks, ...wanted });
  };
}

/** Undefined for words that the shells of Windows, one of which the agent uses, would not all take as they stand. */
function shellCommand({ platform }: Machine, words: readonly string[]): string | undefined {
  const isWindows = platform === "win32";
  if (isWindows && !words.every((word) => /^[\w .:\\/@+~()-]+$/.test(word))) return undefined;
  const quote = (word: string) => (/^[\w-]+$/.test(word) ? word : isWindows ? JSON.stringify(word) : shQuote(word));
  return words.map(quote).join(" ");
}

/** A hook file's text without our hooks; undefined when there are none, or it cannot be edited without harm. */
export function withoutHooks(text: string): string | undefined {
  const found = jsonc.read(text, ["hooks"]);
  if (found.state === "broken" || !isRecord(found.entry)) return undefined;
  const all = Object.entries(found.entry);
  const left = all.map(([event, list]) => [event, Array.isArray(list) ? others(list) : list] as const);
  if (JSON.stringify(left) === JSON.stringify(all)) return undefined;
  const rest = Object.fromEntries(left.filter(([, list]) => !Array.isArray(list) || list.length > 0));
  const removed = jsonc.remove(text, ["hooks"]);
  return removed === undefined || Object.keys(rest).length === 0 ? removed : jsonc.set(removed, ["hooks"], rest);
}

/** A list of hooks without ours, of whatever version. */
function others(list: unknown): unknown[] {
  return Array.isArray(list) ? list.filter((one) => !ours.test(JSON.stringify(one))) : [];
}

/** As words of a shell, or as a list in a program. */
const ours = /\bnotes\W{1,3}--since-last\W{1,3}--format\b/;

export function isHooked(text: string | undefined): boolean {
  return text !== undefined && ours.test(text);
}

/** opencode has no hooks that are commands: a plugin makes new notes a prompt when a session rests, and a part of the next message. */
function opencodePlugin([command = "", ...args]: readonly string[]): string {
  return `// Written by svc-init; "svc-init uninstall" removes it. Hands over what the user left on the page.
import { execFile } from "node:child_process";

const news = (cwd, event) =>
  new Promise((resolve) => {
    const child = execFile(${JSON.stringify(command)}, ${JSON.stringify(args)}, { cwd, timeout: 5000 }, (error, text) =>
      resolve(error ? "" : text.trim()),
    );
    child.stdin.on("error", () => undefined).end(JSON.stringify({ event }));
  });

export const SvcNotes = async ({ client, directory }) => ({
  event: async ({ event }) => {
    if (event.type !== "session.idle") return;
    const path = { id: event.properties.sessionID };
    const session = await client.session.get({ path });
    if (session.data === undefined || session.data.parentID !== undefined) return;
    const text = await news(directory, event.type);
    if (text !== "") await client.session.promptAsync({ path, body: { parts: [{ type: "text", text }] } });
  },
  "chat.message": async ({ sessionID }, { message, parts }) => {
    const text = await news(directory, "chat.message");
    if (text !== "")
      parts.push({ id: "prt_svc" + Date.now().toString(36), sessionID, messageID: message.id, type: "text", text, synthetic: true });
  },
});
`;
}
