import { ServiceError } from "../contract/errors.js";
import { writeInside } from "./atomic-write.js";
import type { StoreContext } from "./context.js";
import { decodePng } from "./png.js";

export interface SnapshotStore {
  /** Stores a picture (base64 PNG) or the HTML of a capture under the capture's name. Throws `invalid-input`, `not-found`. */
  create(snapshot: { capture: string; kind: "html" | "png"; data: string }): Promise<{ filename: string }>;
}

/** `nameOf` gives the bare name of a capture that exists. */
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
