import { nativeFirstAnsweredAt } from "../../../host/store/user/presence.js";
import { choosePort, describePort, surveyPorts } from "../../init/ports.js";
import { type Check, fail, pass, untested } from "../check.js";

/** The ports of the HTTP fallback. Where a browser can start the native host, none is needed. */
export const ports: Check = {
  name: "ports",
  run: async ({ here, wrappers }) => {
    const states = await surveyPorts(here);
    const detail = states.map(describePort).join("; ");
    if (choosePort(states, undefined) !== undefined) return pass(detail);
    if ((await nativeFirstAnsweredAt(here.stateFolder)) !== undefined) return pass(`${detail}; native messaging needs none`);
    if (wrappers.size > 0) return untested(detail, "allow native messaging in the extension: it needs no port");
    return fail(detail, "stop one of the programs that hold the ports");
  },
};
