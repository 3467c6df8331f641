import type { Capture } from "../../host/contract/capture.js";
import { cleanText, withoutTokens } from "../../host/contract/urls.js";
import { ofDocument } from "./dom.js";
import { finish } from "./finish.js";
import { metadataOf } from "./metadata.js";
import { networkOf } from "./network.js";
import type { CaptureOptions } from "./options.js";
import { fitInto } from "./reduce.js";
import type { Root } from "./roots.js";
import { addSelectors } from "./selectors.js";
import { cut } from "./text.js";
import { tokensOf } from "./tokens.js";
import { walkPage } from "./walk.js";
import { WalkState } from "./walk-state.js";

export type { CaptureOptions } from "./options.js";

// What the store takes, and room for annotations and findings that come later.
const maxBytes = 4.5 * 1024 * 1024;

/** A capture, and the live element that each of its refs names: `elements[12]` is `e12`. */
export interface CaptureWithElements {
  readonly capture: Capture;
  readonly elements: readonly Element[];
}

/**
 * Reads a page once, as it is rendered now, and changes nothing of it. Synchronous; the answer is plain data that fits `captureSchema`.
 * Throws TypeError for a document that no window shows.
 */
export function captureWithElements(document: Document, options: CaptureOptions = {}): CaptureWithElements {
  const started = performance.now();
  const walk = new WalkState(options);
  walkPage(walk, document);
  const walked = performance.now();
  const { nodes, holes } = finish(walk);
  addSelectors(walk);
  const styles = walk.styles.encode(tokensOf(document, (walk.roots[0] as Root).hints, (what) => walk.count(what)));
  const network = networkOf(ofDocument(document, "defaultView") as Window, (what) => walk.count(what));
  const timings = { walk: tenths(walked - started), encode: tenths(performance.now() - walked) };
  const metadata = metadataOf(walk, document, timings);
  const whole: Capture = {
    format: "svc-capture",
    version: 1,
    metadata,
    nodes: nodes(),
    styles,
    holes,
    removed: Object.fromEntries(walk.removed),
    console: consoleOf(options),
    network,
    accessibility: { status: "not-run", findings: [] },
    annotations: [],
  };
  return { capture: fitInto(whole, options.maxBytes ?? maxBytes), elements: walk.elements };
}

/** The capture alone. */
export function capture(document: Document, options: CaptureOptions = {}): Capture {
  return captureWithElements(document, options).capture;
}

/** Bounded as the contract has it, and without what looks like a secret. */
function consoleOf({ console }: CaptureOptions): Capture["console"] {
  return (console?.entries ?? [])
    .slice(0, 500)
    .map(({ message, at }) => ({ message: cleanText(withoutTokens(cut(message, 4_000))).url, at }));
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
