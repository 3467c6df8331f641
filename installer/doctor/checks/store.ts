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
    const { writable, problems, proposal } = await withStore(here, async (opened) => ({
      writable: await opened.writable(),
      problems: await opened.config.problems(),
      proposal: await opened.proposals.get(),
    }));
    const proposed = proposal?.left === false ? ["it proposes settings that do not count yet: `svc-init trust` shows them"] : [];
    // Pages are matched by its patterns: with a broken one they are nobody's.
    if (problems.length > 0) {
      return fail([...problems, ...proposed].join("; "), `correct ${join(folder, "config.json")}, or remove it, then run svc-init`);
    }
    return writable
      ? pass([`${folder} can be written`, ...proposed].join("; "))
      : fail(`${folder} cannot be written`, `chmod -R u+rwX "${folder}"`);
  },
};
