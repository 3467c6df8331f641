import type { Capture } from "../../../../host/contract/capture.js";
import { captureWithElements, withRules } from "../../capture.js";
import { makeStyleReader } from "../cascade.js";
import { explainedProperties, explainStyles } from "../explain.js";

/** What tests call in the page. */
export interface CascadeInPage {
  /** A capture with the rules of the elements that a selector finds, shadow roots included. */
  captureWithRules(selector: string, most?: number): Capture;
  readonly makeStyleReader: typeof makeStyleReader;
  readonly explainStyles: typeof explainStyles;
  readonly explainedProperties: typeof explainedProperties;
}

function captureWithRules(selector: string, most = 40): Capture {
  const host = document.createElement("div");
  const probeRoot = host.attachShadow({ mode: "closed" });
  document.documentElement.append(host);
  try {
    const { capture, elements } = captureWithElements(document, { exclude: [host] });
    const chosen = elements.filter((element) => element.matches(selector)).slice(0, most);
    const places = new Map(elements.map((element, index) => [element, index]));
    const refOf = (element: Element) => (places.has(element) ? `e${places.get(element)}` : undefined);
    return withRules(capture, explainStyles(chosen, { probeRoot, refOf }));
  } finally {
    host.remove();
  }
}

const inPage: CascadeInPage = { captureWithRules, makeStyleReader, explainStyles, explainedProperties };
Object.assign(globalThis, { cascadeInPage: inPage });
