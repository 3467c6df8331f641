import { ensureFolder, folderMode } from "../../host/store/fs/folder.js";
import { withLock } from "../../host/store/fs/lock.js";
import { openReceipt } from "./receipt.js";
import type { InitContext } from "./step.js";
import { makeFolders } from "./text-files.js";

/** Starting a server is the longest that one run takes. */
const timeoutMs = 60_000;

/** Runs `change` alone among this user's runs of svc-init, with the receipt as it is by then. Throws ServiceError `conflict`. */
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
