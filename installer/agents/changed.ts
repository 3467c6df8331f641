import { isRecord } from "../../host/contract/json.js";
import { printable } from "../../host/contract/printable.js";
import type { FileItem } from "../init/receipt.js";
import type { InitContext } from "../init/step.js";
import { readText } from "../init/text-files.js";
import { agentNames, agents, entryPath } from "./agents.js";
import { isSame } from "./format.js";
import { hookPlace, isHooked } from "./hooks.js";

/** Each entry and hook in agents' files that an agent would now start otherwise than svc-init's receipt has it, as a sentence. */
export function changedSinceInit({ machine, root, receipt }: InitContext): string[] {
  const items = receipt.items.filter((item) => item.kind === "file").filter(({ project }) => project === undefined || project === root);
  return items.flatMap((item) => {
    const text = readText(item.path);
    if (text === undefined) return [];
    const what = item.agent === undefined ? changedHooks(machine, root, item, text) : changedEntry(item.agent, text);
    return what === undefined ? [] : [`${printable(item.path)}: ${what} since svc-init wrote it`];
  });
}

function changedEntry({ name, entry, keys: own }: NonNullable<FileItem["agent"]>, text: string): string | undefined {
  const agent = agentNames.map((one) => ({ one, ...agents[one] })).find(({ one }) => one === name);
  const found = agent?.format.read(text, own ?? entryPath(agent));
  if (agent === undefined || found?.state !== "ok" || found.entry === undefined) return undefined;
  // Tables of TOML have no prototype.
  const now: unknown = JSON.parse(JSON.stringify(found.entry));
  const table = isRecord(now) ? now : { entry: now };
  const keys = [...new Set([...Object.keys(entry), ...Object.keys(table)])].filter((key) => !isSame(entry[key], table[key]));
  return keys.length === 0 ? undefined : `${agent.title}'s entry has another ${keys.map((key) => printable(key.slice(0, 40))).join(", ")}`;
}

function changedHooks(machine: InitContext["machine"], root: string, { path, hooks }: FileItem, text: string): string | undefined {
  if (hooks === undefined || !isHooked(text)) return undefined;
  const name = agentNames.find((one) => hookPlace(machine, root, one)?.path === path);
  if (name === undefined || hookPlace(machine, root, name)?.write(text, hooks) === text) return undefined;
  return `${agents[name].title}'s hooks run something else`;
}
