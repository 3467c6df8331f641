import { accessSync, constants } from "node:fs";
import { readText } from "../../init/text-files.js";
import { type Check, fail, pass, untested } from "../check.js";

/** The script that the manifests name. */
export const wrapper: Check = {
  name: "wrapper",
  run: ({ wrappers }) => {
    if (wrappers.size === 0) return untested("no valid host manifest names one");
    for (const path of wrappers) {
      if (readText(path) === undefined) return fail(`${path} is missing`, "svc-init");
      if (!isRunnable(path)) return fail(`${path} may not be executed`, "svc-init");
    }
    return pass([...wrappers].join(", "));
  },
};

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // The only way in which the system says no.
    return false;
  }
}
