import { captureWithElements } from "../../../extension/capture/capture.js";
import { openRootOf } from "../../../extension/capture/dom.js";
import { readCapture } from "../../../host/contract/reader.js";

/** Role and name in a capture of the page as it is now; empty for an element that it leaves out. */
function askJudge(element: Element): { readonly role: string; readonly name: string } {
  const { capture, elements } = captureWithElements(document, { openClosedRoot: openRootOf });
  const found = [...readCapture(capture).elements()][elements.indexOf(element)];
  if (found === undefined) return { role: "", name: "" };
  const { role, name } = found;
  return { role: role || "generic", name };
}

Object.assign(globalThis, { askJudge });
