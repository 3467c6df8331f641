import { ServiceError } from "../../contract/errors.js";
import { limits } from "../../contract/limits.js";
import type { OperationInput } from "../../contract/operations.js";
import { writeInside } from "../fs/atomic-write.js";
import { ensureFolder, readNow } from "../fs/folder.js";
import type { StoreContext } from "./context.js";

export interface SnapshotStore {
  /** Stores a picture (base64 PNG) or the HTML of a capture under the capture's name. Throws `invalid-input`, `not-found`. */
  create(input: OperationInput<"snapshots:create">): Promise<{ filename: string }>;
  /** The bytes of one; undefined when there is none of this name. Throws `outside-captures`. */
  read(filename: string): Promise<Uint8Array | undefined>;
}

export function openSnapshots({ layout }: StoreContext, nameOf: (capture: string) => Promise<string>): SnapshotStore {
  return {
    create: async ({ capture, kind, data, annotation }: OperationInput<"snapshots:create">) => {
      const part = annotation === undefined ? "" : `.${annotation}`;
      const filename = `${(await nameOf(capture)).replace(/\.json$/, "")}${part}.${kind}`;
      const content = kind === "png" ? decodePng(data) : data;
      if (content === undefined)
        throw new ServiceError("invalid-input", "data is no PNG: send the picture's bytes as base64, or use the kind html.");
      await ensureFolder(layout.snapshots);
      await writeInside(layout.snapshots, filename, content);
      return { filename };
    },
    read: async (filename: string): Promise<Uint8Array | undefined> => readNow(layout.snapshots, filename, limits.snapshotMaxBytes)?.bytes,
  };
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Decodes the base64 of a PNG (ISO/IEC 15948: signature, then the IHDR chunk); undefined when it is no base64 or no PNG. */
function decodePng(base64: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined;
  const bytes = Buffer.from(base64, "base64");
  return isPng(bytes) ? bytes : undefined;
}

export function isPng(bytes: Uint8Array): boolean {
  return bytes.length > 24 && signature.equals(bytes.subarray(0, 8)) && Buffer.from(bytes.subarray(12, 16)).toString("latin1") === "IHDR";
}
