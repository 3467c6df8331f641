import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { storeFolderName } from "../../host/contract/names.js";
import { withStore } from "../init/project.js";
import type { StoreItem } from "../init/receipt.js";
import { sha256 } from "../init/text-files.js";
import type { Undo } from "./undo-file.js";

/** Folders that hold what the user made. */
const valuable = ["captures", "snapshots", "baselines", "requests", "archive"];

/** Takes a `.svc/` back that we created: only while nothing of the user's is in it, or when they said so. */
export async function undoStore({ root, config }: StoreItem, stateFolder: string, deleteData: boolean): Promise<Undo> {
  const target = join(root, storeFolderName);
  const apply = async () => rmSync(target, { recursive: true, force: true });
  if (!existsSync(target)) return { target, outcome: "gone", apply: async () => undefined };
  if (deleteData) return { target, outcome: "removed", apply };
  const kept = (why: string): Undo => ({ target, outcome: "kept", why, apply: async () => undefined });
  const full = valuable.filter((name) => holdsFiles(join(target, name)));
  if (full.length > 0) return kept(`holds ${full.join(", ")}; --delete-data deletes it`);
  const text = await withStore({ root, stateFolder }, (store) => store.config.text());
  if (sha256(text) !== config) return kept("its configuration was changed; --delete-data deletes it");
  return { target, outcome: "removed", apply };
}

function holdsFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
}
