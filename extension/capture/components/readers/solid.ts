import { field, ownNames } from "../foreign.js";
import type { Reader } from "../reader.js";

/** Solid leaves no component on the page; delegated handlers and a flag of its development build show that it is there. */
export function makeSolid(global: object): Reader {
  const flagged = field(global, "Solid$$") === true;
  const found = { framework: "Solid", version: "", component: "", source: "" };
  return (view) => (flagged && ownNames(view).some((name) => name.startsWith("$$")) ? found : undefined);
}
