import { existsSync } from "node:fs";
import { type Check, fail, pass, untested } from "../check.js";
import { askNative } from "../native-client.js";

/** The host itself, started through the wrapper as a browser does, answering a health call in real frames. */
export const nativeHost: Check = {
  name: "native host",
  run: async ({ wrappers, versions, isRegistered, here }) => {
    const [wrapper] = [...wrappers].filter((path) => existsSync(path));
    if (wrapper === undefined) return untested("no wrapper to start it with");
    if (!isRegistered) return untested("this project is not registered", "svc-init");
    const answer = await askNative(wrapper, here);
    if ("problem" in answer) return fail(answer.problem, "svc-init");
    versions.set("native host", answer.version);
    return pass(`answered in ${answer.milliseconds} ms, ${answer.captures} captures`);
  },
};
