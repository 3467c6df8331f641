import { readComponents } from "../capture/components/index.js";
import { isApart } from "../capture/components/xray.js";
import type { LookUpScript } from "./look-up-script.js";
import { receive } from "./scripts.js";

export interface ComponentSources {
  /** Brings the look-up's script into this world: only Firefox has a use for it. */
  inject(): Promise<unknown>;
  /** Runs the look-up in the page's world; returns its JSON, empty where that is not allowed. */
  askPage(): Promise<string>;
}

/** Component names beside the DOM's markers: Firefox shows them to this world through Xrays, in other browsers the page's world must be asked. */
export function makePageComponents({ inject, askPage }: ComponentSources) {
  let lookUp: LookUpScript | undefined;
  let answered = "";
  return {
    /** Brings what the next readings need; `names`: the user has allowed to ask in the page's world, where this one is blind. */
    load: async (names: boolean) => {
      if (isApart) lookUp ??= await receive<LookUpScript>("svc.look-up", inject);
      else answered = names ? await askPage() : "";
    },
    /** What the engine receives. */
    read: () => {
      const answer =
        lookUp === undefined ? { json: answered, from: "page-world" as const } : { json: lookUp(document), from: "xray" as const };
      const components = answer.json === "" ? undefined : readComponents(document, answer);
      return components === undefined ? {} : { components };
    },
  };
}
