import { type ComponentReader, readComponents } from "../capture/components/index.js";
import { lookUp } from "../capture/components/lookup.js";
import { isApart } from "../capture/components/xray.js";

/** Component names that this world can see beside the DOM's markers: in Firefox through Xrays, elsewhere none. */
export function pageComponents(): { readonly components?: ComponentReader } {
  return isApart ? { components: readComponents(document, { json: lookUp(document), from: "xray" }) } : {};
}
