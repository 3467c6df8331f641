import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../host/contract/json.js";
import { hostManifestPurpose, receiptFileName } from "../../host/contract/user-state.js";
import { fileMode } from "../../host/store/fs/folder.js";
import { spliceSchema } from "./splice.js";
import { readText, writeText } from "./text-files.js";

/** A file that we wrote or wrote into. `undo` is null for one that was not there before. */
const fileItemSchema = z.object({
  kind: z.literal("file"),
  purpose: z.enum(["wrapper", "program", hostManifestPurpose, "agent-config"]),
  path: z.string(),
  /** Of the text as we left it. */
  sha256: z.string(),
  undo: spliceSchema.nullable(),
  /** Folders made for it, outermost first. */
  folders: z.array(z.string()),
  /** The project it serves; absent when it serves all. */
  project: z.string().optional(),
  /** What was put into an agent's file, to find it again when the rest of the file has changed. `keys` lead to it where the file holds one for each project. */
  agent: z.object({ name: z.string(), entry: z.record(z.string(), z.unknown()), keys: z.array(z.string()).optional() }).optional(),
  /** Where our part of it is an agent's hooks: their command with its arguments. */
  hooks: z.array(z.string()).optional(),
});
export type FileItem = z.infer<typeof fileItemSchema>;

const keyItemSchema = z.object({
  kind: z.literal("registry-key"),
  key: z.string(),
  value: z.string(),
  /** The value it had; null when the key was not there. */
  before: z.string().nullable(),
});
export type KeyItem = z.infer<typeof keyItemSchema>;

/** A `.svc/` that we created; `config` is the SHA-256 of its configuration as we left it. */
const storeItemSchema = z.object({ kind: z.literal("store"), root: z.string(), config: z.string() });
export type StoreItem = z.infer<typeof storeItemSchema>;

const receiptSchema = z.object({
  version: z.literal(1),
  /** Folders that were made for the state folder, itself included, outermost first. */
  stateFolders: z.array(z.string()).default([]),
  items: z.array(z.discriminatedUnion("kind", [fileItemSchema, keyItemSchema, storeItemSchema])),
});
type ReceiptFile = z.infer<typeof receiptSchema>;
export type Item = ReceiptFile["items"][number];

/** What svc-init wrote on this machine: the one source of what `uninstall` takes back. */
export type Receipt = ReturnType<typeof openReceipt>;

/** Opens the receipt in the state folder. One that cannot be read counts as empty: then nothing is ever removed on its word. */
export function openReceipt(stateFolder: string) {
  const path = join(stateFolder, receiptFileName);
  let file = readReceipt(path);
  function save(change: Partial<ReceiptFile>): void {
    file = { ...file, ...change };
    writeText(path, `${JSON.stringify(file, null, 1)}\n`, fileMode);
  }
  return {
    get items() {
      return file.items;
    },
    get stateFolders() {
      return file.stateFolders;
    },
    /** `about`: the item of this project, for a file that holds something for each. */
    file: (wanted: string, about?: Pick<FileItem, "agent">) => {
      const keys = about?.agent?.keys?.join("\0");
      const isWanted = (item: FileItem) => item.path === wanted && item.agent?.keys?.join("\0") === keys;
      return file.items.find((item): item is FileItem => item.kind === "file" && isWanted(item));
    },
    key: (wanted: string) => file.items.find((item): item is KeyItem => item.kind === "registry-key" && item.key === wanted),
    /** Notes, before anything else is written, which folders had to be made for the state folder, itself included. */
    begin: (folders: readonly string[]) => {
      // Runs that began at the same instant may each have made some.
      const all = [...new Set([...file.stateFolders, ...folders])].sort((a, b) => a.length - b.length);
      if (readText(path) === undefined || all.length > file.stateFolders.length) save({ stateFolders: all });
    },
    /** Puts an item in the place of the one about the same thing and saves. */
    put: (item: Item) => {
      const at = file.items.findIndex((other) => nameOf(other) === nameOf(item));
      // In its old place: things are taken back in reverse, and what lies in a folder must go before what the folder was made for.
      save({ items: at < 0 ? [...file.items, item] : file.items.with(at, item) });
    },
    drop: (item: Item): void => save({ items: file.items.filter((other) => nameOf(other) !== nameOf(item)) }),
  };
}

function readReceipt(path: string): ReceiptFile {
  const empty: ReceiptFile = { version: 1, stateFolders: [], items: [] };
  // A damaged one: nothing is removed on its word.
  return receiptSchema.safeParse(parseJson(existsSync(path) ? readFileSync(path, "utf8") : "")).data ?? empty;
}

function nameOf(item: Item): string {
  if (item.kind === "file") return ["file", item.path, ...(item.agent?.keys ?? [])].join(" ");
  return item.kind === "store" ? `store ${item.root}` : `key ${item.key}`;
}
