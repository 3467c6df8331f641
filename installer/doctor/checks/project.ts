import { openRegistry } from "../../../host/store/user/registry.js";
import { type Check, fail, pass } from "../check.js";

/** The project in the user's list of projects. */
export const project: Check = {
  name: "project",
  run: async (chart) => {
    const { root, stateFolder } = chart.here;
    const projects = await openRegistry(stateFolder).list();
    chart.isRegistered = projects.some((one) => one.root === root);
    if (chart.isRegistered) return pass(`${root}, one of ${projects.length}`);
    return fail(`${root} is not registered`, "svc-init");
  },
};
