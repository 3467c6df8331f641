import { choosePort, describePort, surveyPorts } from "../../init/ports.js";
import { type Check, fail, pass } from "../check.js";

/** The four ports of the HTTP fallback. */
export const ports: Check = {
  name: "ports",
  run: async ({ here }) => {
    const states = await surveyPorts(here.stateFolder, here.root);
    const detail = states.map(describePort).join("; ");
    const port = choosePort(states, undefined);
    return port === undefined ? fail(detail, "stop one of the programs that hold the ports, or use native messaging") : pass(detail);
  },
};
