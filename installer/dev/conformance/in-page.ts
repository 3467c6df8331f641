import { captureWithElements } from "../../../extension/capture/capture.js";
import { openRootOf } from "../../../extension/capture/dom.js";
import { readCapture } from "../../../host/contract/reader.js";

/** Role and name in a capture of the page as it is now; empty for an element that it leaves out. */
function askCapture(element: Element): { readonly role: string; readonly name: string } {
  const { capture, elements } = captureWithElements(document, { openClosedRoot: openRootOf });
  const { role = "", name = "" } = [...readCapture(capture).elements()][elements.indexOf(element)] ?? {};
  return { role, name };
}

Object.assign(globalThis, { askCapture });
