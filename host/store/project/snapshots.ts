import { ServiceError } from "../../contract/errors.js";
import { writeInside } from "../fs/atomic-write.js";
import type { StoreContext } from "./context.js";

export interface SnapshotStore {
  /** Stores a picture (base64 PNG) or the HTML of a capture under the capture's name. Throws `invalid-input`, `not-found`. */
  create(snapshot: { capture: string; kind: "html" | "png"; data: string }): Promise<{ filename: string }>;
}

/** `nameOf` returns the bare name of a capture that exists. */
export function openSnapshots({ layout }: StoreContext, nameOf: (capture: string) => Promise<string>): SnapshotStore {
  return {
    create: async ({ capture, kind, data }) => {
      const filename = `${(await nameOf(capture)).replace(/\.json$/, "")}.${kind}`;
      const content = kind === "png" ? decodePng(data) : data;
      if (content === undefined)
        throw new ServiceError("invalid-input", "data is no PNG: send the picture's bytes as base64, or use the kind html.");
      await writeInside(layout.snapshots, filename, content);
      return { filename };
    },
  };
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Decodes the base64 of a PNG; undefined when it is no base64 or no PNG (ISO/IEC 15948: signature, then the IHDR chunk). */
function decodePng(base64: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined;
  const bytes = Buffer.from(base64, "base64");
  const isPng = bytes.length > 24 && bytes.subarray(0, 8).equals(signature) && bytes.toString("latin1", 12, 16) === "IHDR";
  return isPng ? bytes : undefined;
}
