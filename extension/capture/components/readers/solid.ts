import { field, ownNames } from "../foreign.js";
import type { Reader, World } from "../reader.js";

/** Solid leaves no component on the page; delegated handlers and a flag of its development build show that it is there. */
export function makeSolid(world: World): Reader {
  const flagged = field(world.global, "Solid$$") === true;
  return {
    framework: "Solid",
    version: () => "",
    read: (view) => (flagged && ownNames(view).some((name) => name.startsWith("$$")) ? { component: "", source: "" } : undefined),
  };
}
