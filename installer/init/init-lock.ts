import { ensureFolder, folderMode } from "../../host/store/fs/folder.js";
import { withLock } from "../../host/store/fs/lock.js";
import { openReceipt } from "./receipt.js";
import type { InitContext } from "./step.js";
import { makeFolders } from "./text-files.js";

/** Starting a server is the longest that one run takes. */
const timeoutMs = 60_000;

/**
 * Runs `change` while no other run of svc-init for this user changes anything. It gets the receipt as it is by then: what was planned
 * before may have been done by another run meanwhile. Throws ServiceError `conflict` when the others do not end.
 */
export async function withInitLock<T>(before: InitContext, change: (context: InitContext) => Promise<T>): Promise<T> {
  const { stateFolder } = before;
  const folders = makeFolders(stateFolder, folderMode);
  const folder = { base: stateFolder, parts: [] };
  await ensureFolder(folder);
  return await withLock(
    folder,
    "init.lock",
    async () => {
      const receipt = openReceipt(stateFolder);
      receipt.begin(folders);
      return await change({ ...before, receipt });
    },
    { timeoutMs },
  );
}
