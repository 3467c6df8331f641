import { lookUp } from "./lookup.js";

/** The look-up as a script of its own: its bundle's result is what `scripting.executeScript` hands back. */
export default (): string => lookUp(document);
