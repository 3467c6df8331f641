import { version } from "../../../host/contract/version.js";
import { listPresences } from "../../../host/store/user/presence.js";
import { type Check, fail, pass, untested } from "../check.js";

/** One version everywhere: in what was started above, in what runs, and in the extension. */
export const versions: Check = {
  name: "versions",
  run: async ({ here, versions: seen }) => {
    // Sources that run unbuilt know no version.
    if (version === "0.0.0") return untested("this program runs unbuilt");
    for (const { kind, pid, version: told } of await listPresences(here.stateFolder)) {
      if (told !== "") seen.set(`running ${kind} process ${pid}`, told);
    }
    const odd = [...seen].filter(([, told]) => told !== version).map(([who, told]) => `${who} is ${told}`);
    if (odd.length === 0) return pass(version);
    const isExtension = odd.length === 1 && (seen.get("extension") ?? version) !== version;
    return fail(
      `this is ${version}, but ${odd.join(", ")}`,
      isExtension ? "update the extension in the browser" : "restart your agent and browser",
    );
  },
};
