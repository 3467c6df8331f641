import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { storeFolderName } from "../../host/contract/names.js";
import { sha256 } from "../../host/store/user/receipts.js";
import { type Agent, agents, entryPath } from "../agents/agents.js";
import { isSame } from "../agents/format.js";
import { withoutHooks } from "../agents/hooks.js";
import { withStore } from "../init/project.js";
import type { FileItem, Item, KeyItem, StoreItem } from "../init/receipt.js";
import { unsplice } from "../init/splice.js";
import { readText, removeEmptyFolders, whyNotWritable, writeText } from "../init/text-files.js";
import type { Machine } from "../machine.js";
import { deleteKey, isSameValue, readKey, writeKey } from "../native/registry-keys.js";

export interface Undo {
  readonly target: string;
  /** `gone`: it was not there any more. The last: changed by the user, so it stays. */
  readonly outcome: "removed" | "restored" | "gone" | "kept";
  readonly why?: string;
  readonly apply: () => Promise<void>;
}

/** Plans how to undo an item; nothing is changed before `apply`. */
export async function undoOf(machine: Machine, stateFolder: string, item: Item, deleteData: boolean): Promise<Undo> {
  if (item.kind === "store") return undoStore(item, stateFolder, deleteData);
  return item.kind === "registry-key" ? undoKey(machine, item) : undoFile(item);
}

/** Restores a file: to the byte when nobody changed it since, else only our own entry is removed, else it stays. */
function undoFile(item: FileItem): Undo {
  const { path, folders, project, undo } = item;
  const isOfUser = project === undefined || item.agent?.keys !== undefined;
  const problem = whyNotWritable(path, isOfUser || !existsSync(project) ? undefined : project);
  if (problem !== undefined) return retained(path, problem);
  const current = readText(path);
  if (current === undefined) return { target: path, outcome: "gone", apply: async () => removeEmptyFolders(folders) };
  if (sha256(current) !== item.sha256) {
    const without = item.hooks !== undefined ? withoutHooks(current) : withoutEntry(item, current);
    if (without === undefined) return retained(path, "changed since svc-init wrote it");
    return { ...restored(path, without), why: "our entry taken out, your other changes stay" };
  }
  const before = undo === null ? undefined : unsplice(current, undo);
  if (before !== undefined) return restored(path, before);
  const apply = async () => {
    rmSync(path);
    removeEmptyFolders(folders);
  };
  return { target: path, outcome: "removed", apply };
}

function restored(path: string, text: string): Undo {
  return { target: path, outcome: "restored", apply: async () => void writeText(path, text) };
}

/** The file without our entry; undefined when there is none, or when it is not what we wrote. */
function withoutEntry({ agent }: FileItem, current: string): string | undefined {
  const known: Partial<Record<string, Agent>> = agents;
  const definition = agent === undefined ? undefined : known[agent.name];
  if (agent === undefined || definition === undefined) return undefined;
  const keys = agent.keys ?? entryPath(definition);
  const found = definition.format.read(current, keys);
  if (found.state === "broken" || !isSame(JSON.parse(JSON.stringify(found.entry ?? null)), agent.entry)) return undefined;
  return definition.format.remove(current, keys);
}

/** Folders that hold what the user made. */
const valuable = ["captures", "snapshots", "baselines", "requests", "archive"];

/** Removes a `.svc/` that we created: only while nothing of the user's is in it, or with --delete-data. */
async function undoStore({ root, config }: StoreItem, stateFolder: string, deleteData: boolean): Promise<Undo> {
  const target = join(root, storeFolderName);
  const removed: Undo = { target, outcome: "removed", apply: async () => rmSync(target, { recursive: true, force: true }) };
  if (!existsSync(target)) return { target, outcome: "gone", apply: async () => undefined };
  if (deleteData) return removed;
  const full = valuable.filter((name) => holdsFiles(join(target, name)));
  if (full.length > 0) return retained(target, `holds ${full.join(", ")}; --delete-data deletes it`);
  const text = await withStore({ root, stateFolder }, (store) => store.config.text());
  return sha256(text) === config ? removed : retained(target, "its configuration was changed; --delete-data deletes it");
}

function holdsFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
}

async function undoKey(machine: Machine, { key, value, before }: KeyItem): Promise<Undo> {
  const current = await readKey(machine, key);
  if (current === undefined) return { target: key, outcome: "gone", apply: async () => undefined };
  if (!isSameValue(current, value)) return retained(key, "changed since svc-init set it");
  if (before !== null) return { target: key, outcome: "restored", apply: () => writeKey(machine, key, before) };
  return { target: key, outcome: "removed", apply: () => deleteKey(machine, key) };
}

function retained(target: string, why: string): Undo {
  return { target, outcome: "kept", why, apply: async () => undefined };
}
