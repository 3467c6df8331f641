import { existsSync } from "node:fs";
import { lastingPrograms } from "../../init/native-host.js";
import { type Check, fail, pass, untested } from "../check.js";
import { askMcp } from "../mcp-client.js";

/** The MCP server, started as an agent starts it. */
export const mcp: Check = {
  name: "MCP server",
  run: async ({ here, versions, isRegistered }) => {
    // Starting it would register the project.
    if (!isRegistered) return untested("this project is not registered", "svc-init");
    const { server } = lastingPrograms(here);
    if (!existsSync(server)) return fail(`${server} is missing`, "npm run build");
    const answer = await askMcp(here.programs.node, [server, "--project", here.root], here);
    if ("problem" in answer) return fail(answer.problem, "svc-init");
    versions.set("MCP server", answer.version);
    return pass(`${answer.name} ${answer.version} initialized in ${answer.milliseconds} ms`);
  },
};
