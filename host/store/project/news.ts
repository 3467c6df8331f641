import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../contract/json.js";
import { storeFolderName } from "../../contract/names.js";
import type { Listening } from "../../contract/operations.js";
import type { Presence } from "../../contract/presence.js";
import { hasCode } from "../failures.js";
import { findProject } from "../project-root.js";

/** What the last `svc-capture notes --since-last` of one format left in `.svc/run`. */
export interface NewsState {
  /** Of the captures folder before it was read; empty when a change within the same tick of the clock could have been missed. */
  readonly stamp: string;
  /** Revisions of the open annotations that were printed, or that an agent knew already. */
  readonly known: Readonly<Record<string, number>>;
  /** When hooks of which events last ran: Unix ms by the event's name. */
  readonly events: Readonly<Record<string, number>>;
}

/** Stands for the event where none is named: `svc-capture notes` was run by a person, or by a hook without an input. */
export const unnamedEvent = "command";

export const newsFileName = (format: string) => `notes-${format}.json`;

/** Hooks are noted as running at least so often. */
const noteEveryMs = 60 * 60_000;
/** Clocks of file systems tick every few milliseconds, old ones every two seconds. */
const settledMs = 2_500;

/** Whether `svc-capture notes` has nothing to print for certain. Synchronous, and loads no schema; anything unusual is left to the program. */
export function hasNoNews(args: readonly string[]): boolean {
  if (!args.includes("--since-last") || optionOf(args, "wait") !== undefined) return false;
  try {
    const store = join(findProject(process.cwd(), optionOf(args, "project")), storeFolderName);
    const stamp = stampOf(store);
    if (stamp === undefined) return true;
    const state = parseState(readFileSync(join(store, "run", newsFileName(optionOf(args, "format") ?? "text")), "utf8"));
    if (state === undefined || state.stamp === "" || state.stamp !== stamp) return false;
    // The first end of a turn is still to be noted; other events do not show it.
    const events = Object.keys(state.events);
    const isKnown = events.includes(unnamedEvent) || events.some(isEndOfTurn);
    return isKnown && Date.now() - Math.max(0, ...Object.values(state.events)) < noteEveryMs;
  } catch {
    // No state yet, or wrong arguments: the program finds out and reports.
    return false;
  }
}

/** A hook that ran lately: the agent that it belongs to, as `--format` names it, and when it reads what was left. */
export interface HookStep {
  readonly format: string;
  readonly step: Exclude<Listening, "no">;
}

/** A hook that waits for notes writes this file of `.svc/run` again and again. */
export const waiterFileName = (format: string) => `waiting-${format}.json`;

/** How often a waiter writes its file. */
export const waiterBeatMs = 5_000;
/** One that has been silent for so long has ended. */
const waiterSilentMs = 3 * waiterBeatMs;

/** `at`: Unix ms. Undefined for what is no waiter, and for one that has ended. */
export function parseWaiter(text: string): { readonly pid: number; readonly at: number } | undefined {
  const value = parseJson(text);
  const { pid, at } = isRecord(value) ? value : {};
  return typeof pid === "number" && typeof at === "number" && Math.abs(Date.now() - at) < waiterSilentMs ? { pid, at } : undefined;
}

/** A hook that has not run for so long is taken for removed. */
const hookMaxAgeMs = 7 * 24 * 60 * 60_000;

/** The hooks that ran in a project (path of its `.svc`). */
export function hooksIn(store: string): HookStep[] {
  const run = join(store, "run");
  const names = statSync(run, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(run);
  return names.flatMap((name): HookStep[] => {
    const waits = /^waiting-([a-z-]{1,30})\.json$/.exec(name)?.[1];
    if (waits !== undefined) return parseWaiter(textOf(join(run, name))) === undefined ? [] : [{ format: waits, step: "now" }];
    const format = /^notes-([a-z-]{1,30})\.json$/.exec(name)?.[1];
    const state = format === undefined ? undefined : parseState(textOf(join(run, name)));
    const events = Object.entries(state?.events ?? {}).filter(([event, ms]) => event !== unnamedEvent && Date.now() - ms < hookMaxAgeMs);
    if (format === undefined || events.length === 0) return [];
    return [{ format, step: events.some(([event]) => isEndOfTurn(event)) ? "after-turn" : "next-prompt" }];
  });
}

/** Empty for a file that has gone, or that another user's hook wrote. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT", "EACCES", "EPERM")) return "";
    throw error;
  }
}

export function isWaiting({ waitingUntil }: Pick<Presence, "waitingUntil">): boolean {
  return waitingUntil !== undefined && Date.parse(waitingUntil) > Date.now();
}

/** When an agent of those that are connected to a project reads what is left there: at once while one of its tool calls waits. */
export function whenRead(agents: readonly Pick<Presence, "agent" | "waitingUntil">[], hooks: readonly HookStep[]): Listening {
  if (agents.some(isWaiting)) return "now";
  const steps = hooks.filter(({ format }) => agents.some(({ agent = "" }) => isHookOf(format, agent))).map(({ step }) => step);
  return (["now", "after-turn", "next-prompt"] as const).find((step) => steps.includes(step)) ?? "no";
}

/** Agents give names of their own: `gemini` is `gemini-cli-mcp-client`, `copilot` is `Visual Studio Code`. */
function isHookOf(format: string, agent: string): boolean {
  const words = format === "copilot" ? ["copilot", "visual studio code", "vscode"] : [format.replace(/-code$/, "")];
  return words.some((word) => agent.toLowerCase().includes(word));
}

/** Whether a hook's event is the end of an agent's turn, in the spellings of the agents. */
export function isEndOfTurn(event: string | undefined): boolean {
  return event !== undefined && /^(?:stop|subagentstop|agentstop|afteragent|session\.idle)$/i.test(event);
}

/** Changes with every write to the captures; undefined when the project has no store. `isSettled`: empty while a later write might not show. */
export function stampOf(store: string, isSettled = false): string | undefined {
  const status = statSync(join(store, "captures"), { bigint: true, throwIfNoEntry: false });
  if (status === undefined) return undefined;
  const { ino, mtimeNs, mtimeMs } = status;
  return isSettled && Date.now() - Number(mtimeMs) < settledMs ? "" : `${ino} ${mtimeNs}`;
}

export function parseState(text: string): NewsState | undefined {
  const value = parseJson(text);
  const { stamp, known, events } = isRecord(value) ? value : {};
  return typeof stamp === "string" ? { stamp, known: numbersOf(known), events: numbersOf(events) } : undefined;
}

function numbersOf(value: unknown): Record<string, number> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}

function optionOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(`--${name}`);
  return at >= 0 ? args[at + 1] : args.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
}
