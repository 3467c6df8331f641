import { type ComponentReader, readComponents } from "../capture/components/index.js";
import { isApart } from "../capture/components/xray.js";
import type { LookUpScript } from "./look-up-script.js";
import { receive } from "./on-demand.js";

/** Component names that this world can see beside the DOM's markers: in Firefox through Xrays, elsewhere none. */
export interface PageComponents {
  /** Brings the look-up where there is one; the first reading waits for it. */
  load(): Promise<void>;
  /** What the engine is told. */
  read(): { readonly components?: ComponentReader };
}

/** `inject` brings the look-up's script into this world: only Firefox has a use for it. */
export function makePageComponents(inject: () => Promise<unknown>): PageComponents {
  let lookUp: LookUpScript | undefined;
  return {
    load: async () => {
      if (isApart) lookUp ??= await receive<LookUpScript>("svc.look-up", inject);
    },
    read: () => (lookUp === undefined ? {} : { components: readComponents(document, { json: lookUp(document), from: "xray" }) }),
  };
}
