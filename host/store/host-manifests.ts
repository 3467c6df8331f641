import { existsSync } from "node:fs";
import { hostManifestsIn, receiptFileName } from "../contract/receipt.js";
import { parseJson } from "./failures.js";
import { readInside } from "./folder.js";

const receiptMaxBytes = 4 * 1024 * 1024;

/** Tells whether one of the host manifests that svc-init wrote, wherever it was told to, is still there. */
export async function hasHostManifest(stateFolder: string): Promise<boolean> {
  const receipt = parseJson((await readInside({ base: stateFolder, parts: [] }, receiptFileName, receiptMaxBytes)) ?? "");
  return hostManifestsIn(receipt).some((path) => existsSync(path));
}
