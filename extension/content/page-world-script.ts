import { lookUp } from "../capture/components/lookup.js";

/** Runs in the page's world, once, and leaves nothing there: the value of the whole script is what `scripting.executeScript` hands back. */
export default lookUp(document);
