import { existsSync } from "node:fs";
import { join } from "node:path";
import { storeFolderName } from "../../../host/contract/names.js";
import { withStore } from "../../init/project.js";
import { type Check, fail, pass } from "../check.js";

/** The project's `.svc/`: there, and a capture could be written into it. */
export const store: Check = {
  name: ".svc",
  run: async ({ here }) => {
    const folder = join(here.root, storeFolderName);
    // Opening it would make it.
    if (!existsSync(folder)) return fail(`${folder} is missing`, "svc-init");
    const writable = await withStore(here.root, (opened) => opened.writable());
    return writable ? pass(`${folder} can be written`) : fail(`${folder} cannot be written`, `chmod -R u+rwX "${folder}"`);
  },
};
