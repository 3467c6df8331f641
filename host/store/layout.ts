import { limits } from "../contract/limits.js";
import { storeFolderName } from "../contract/names.js";
import type { Folder } from "./folder.js";

/** The folders of a project's store. */
export interface Layout {
  /** Real path of the project. */
  readonly root: string;
  readonly store: Folder;
  readonly captures: Folder;
  readonly snapshots: Folder;
  readonly baselines: Folder;
  readonly requests: Folder;
  readonly archive: Folder;
  /** Locks and derived data; nothing here is worth keeping. */
  readonly run: Folder;
}

/** A file longer than this is nobody's capture; the margin is for what the store adds. */
export const storedFileMaxBytes = limits.captureMaxBytes + limits.smallBodyMaxBytes * 8;

export function layoutOf(root: string): Layout {
  const folder = (...parts: readonly string[]): Folder => ({ base: root, parts: [storeFolderName, ...parts] });
  return {
    root,
    store: folder(),
    captures: folder("captures"),
    snapshots: folder("snapshots"),
    baselines: folder("baselines"),
    requests: folder("requests"),
    archive: folder("archive"),
    run: folder("run"),
  };
}

/** One month's folder of the archive, for instance `2025-03`. */
export function monthFolder({ archive }: Layout, month: string): Folder {
  return { base: archive.base, parts: [...archive.parts, month] };
}
