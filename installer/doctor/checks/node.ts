import { existsSync } from "node:fs";
import { readText } from "../../init/text-files.js";
import { readWrapper } from "../../native/wrapper.js";
import { type Check, fail, pass, untested } from "../check.js";

/** The Node and the program that the wrapper starts: version managers take old Nodes away, clones move. */
export const node: Check = {
  name: "node and program",
  run: ({ wrappers }) => {
    const known = [...wrappers].map((path) => readWrapper(readText(path) ?? "")).filter((command) => command !== undefined);
    const [first] = known;
    if (first === undefined) return untested("no wrapper of ours was found");
    const missing = known.flatMap((command) => [command.node, command.server]).find((path) => !existsSync(path));
    return missing === undefined ? pass(`${first.node}, ${first.server}`) : fail(`${missing} is gone`, "svc-init");
  },
};
