import { existsSync, rmSync } from "node:fs";
import type { Agent } from "../agents/agent.js";
import { isSame } from "../agents/format.js";
import { formats } from "../agents/formats.js";
import { agents } from "../agents/record.js";
import { entryPath } from "../init/agent-configs.js";
import type { FileItem } from "../init/receipt.js";
import { unsplice } from "../init/splice.js";
import { readText, removeEmptyFolders, sha256, whyNotWritable, writeText } from "../init/text-files.js";

/** What becomes of a thing that we wrote. */
export interface Undo {
  readonly target: string;
  /** `gone`: somebody was faster. `kept`: the user changed it, so it is theirs. */
  readonly outcome: "removed" | "restored" | "gone" | "kept";
  readonly why?: string;
  readonly apply: () => Promise<void>;
}

/** Takes a file back: as it was to the byte when nobody touched it since, else only our own entry, else not at all. */
export function undoFile(item: FileItem): Undo {
  const { path, folders } = item;
  const problem = item.project === undefined || !existsSync(item.project) ? undefined : whyNotWritable(item.project, path);
  if (problem !== undefined) return { target: path, outcome: "kept", why: problem, apply: async () => undefined };
  const current = readText(path);
  if (current === undefined) return { target: path, outcome: "gone", apply: async () => removeEmptyFolders(folders) };
  if (sha256(current) === item.sha256) return undoWhole(item, current);
  const without = withoutEntry(item, current);
  if (without === undefined) return { target: path, outcome: "kept", why: "changed since svc-init wrote it", apply: async () => undefined };
  const apply = async () => void writeText(path, without);
  return { target: path, outcome: "restored", why: "our entry taken out, your other changes stay", apply };
}

function undoWhole({ path, folders, undo }: FileItem, current: string): Undo {
  const before = undo === null ? undefined : unsplice(current, undo);
  if (before !== undefined) return { target: path, outcome: "restored", apply: async () => void writeText(path, before) };
  const apply = async () => {
    rmSync(path);
    removeEmptyFolders(folders);
  };
  return { target: path, outcome: "removed", apply };
}

/** The file without our entry; undefined when there is none, or when it no longer says what we wrote. */
function withoutEntry({ agent }: FileItem, current: string): string | undefined {
  const known: Partial<Record<string, Agent>> = agents;
  const definition = agent === undefined ? undefined : known[agent.name];
  if (agent === undefined || definition === undefined) return undefined;
  const format = formats[definition.format];
  const found = format.read(current, entryPath(definition));
  if (found.state === "broken" || !isSame(JSON.parse(JSON.stringify(found.entry ?? null)), agent.entry)) return undefined;
  return format.remove(current, entryPath(definition));
}
