import type { Capture, Hole } from "../../host/contract/capture.js";
import type { Nodes } from "../../host/contract/nodes.js";
import { cleanResourceUrl, cleanText, withoutTokens } from "../../host/contract/urls.js";
import { at } from "./at.js";
import type { Explanation } from "./cascade/explain.js";
import { animationsIn, cssName, isKeyframes, windowOf } from "./dom.js";
import { metadataOf, networkOf } from "./metadata.js";
import type { OpenCapture, StoredCapture } from "./pack.js";
import { type Redact, redactAll, redactCapture, redactionOf } from "./redact.js";
import { fitInto, fits } from "./reduce.js";
import { addSelectors } from "./selectors.js";
import { designTokens } from "./styles/style-sheets.js";
import { truncate } from "./text.js";
import { unseenTexts } from "./unseen.js";
import { holesOf } from "./walk/holes.js";
import { type CaptureOptions, WalkState } from "./walk/state.js";
import { finishWalk, walkPage } from "./walk/walk.js";

export type { CaptureOptions } from "./walk/state.js";

/** The store's bound of 5 MB, minus room for annotations and findings that are added later. */
const defaultMaxBytes = 4.5 * 1024 * 1024;

/** A capture, and the live element of each ref: `elements[12]` is `e12`. */
export interface CaptureWithElements {
  readonly capture: StoredCapture;
  readonly elements: readonly Element[];
  /** The document, its shadow roots and what its frames show, as far as they could be read. */
  readonly roots: readonly Node[];
  /** Takes out of other text of the same page what must not leave it. */
  readonly redact: Redact;
}

/** Reads a page as it is rendered now, synchronously, without changing it. Throws TypeError for a document that no window shows. */
export function captureWithElements(document: Document, options: CaptureOptions = {}): CaptureWithElements {
  const started = performance.now();
  const walk = new WalkState(options);
  walkPage(walk, document);
  const walked = performance.now();
  const makeNodes = finishWalk(walk);
  for (const [index, reason] of unseenTexts(walk)) walk.columns.unseen.push(index, walk.strings.add(reason));
  const redaction = redactionOf(walk);
  addSelectors(walk, redaction);
  recordAnimations(walk);
  const styles = walk.styles.encode(designTokens(document, at(walk.roots, 0).hints, (what) => walk.count(what)));
  const view = windowOf(document);
  const network = networkOf(walk, view);
  const capture: OpenCapture = {
    format: "svc-capture",
    version: 1,
    metadata: metadataOf(walk, document),
    nodes: makeNodes(),
    styles,
    holes: holesOf(walk),
    removed: {},
    console: consoleOf(options),
    network,
    accessibility: { status: "not-run", findings: [] },
    annotations: [],
  };
  const encoded = performance.now();
  const redacted = redactCapture(capture, redaction);
  const timings = {
    loadedAt: Math.round(view.performance.timeOrigin),
    walk: tenths(walked - started),
    encode: tenths(encoded - walked),
    redact: tenths(performance.now() - encoded),
  };
  const whole = { ...redacted, metadata: { ...redacted.metadata, timings }, removed: Object.fromEntries(walk.removed) };
  // What was redacted is still in the table of strings, until it is stored.
  return {
    capture: fitInto(whole, options.maxBytes ?? defaultMaxBytes),
    elements: walk.elements,
    roots: walk.roots.map(({ ax }) => ax.scope),
    redact: redaction.redact,
  };
}

/** The elements of each step in which the engine warms up: the first fits beside the loading of the sidebar's frame. */
export const warmUpSteps = [120, 300] as const;

/** Captures a page's beginning and drops it: first runs take three times as long, and browsers cache no code of injected scripts. */
export function warmUp(document: Document, mostElements: number, options: CaptureOptions = {}): void {
  captureWithElements(document, { ...options, mostElements });
}

/** Returns a capture with the declarations of some of its elements, so that it still fits. `nodes`: those of the capture, unpacked. */
export function withRules({ capture, redact }: CaptureWithElements, nodes: Nodes, explanation: Explanation): Capture {
  const { rules, holes } = redactAll(explanation, redact);
  const unread = holes.map(({ href, reason, detail }): Hole => {
    const text = reason === "cross-origin" ? `${cleanResourceUrl(href)}: the page may not read this style sheet of another origin` : detail;
    return { kind: "style-sheet", ref: "", box: [0, 0, 0, 0], detail: truncate(text, 4_000) };
  });
  const whole = { ...capture, rules, holes: [...capture.holes, ...unread] };
  return fits(whole, defaultMaxBytes) ? whole : fitInto({ ...whole, nodes }, defaultMaxBytes);
}

/** Bounded by the contract, without anything that looks like a secret. */
function consoleOf({ console }: CaptureOptions): Capture["console"] {
  return (console?.entries ?? [])
    .slice(0, 500)
    .map(({ message, at }) => ({ message: cleanText(withoutTokens(truncate(message, 4_000))).url, at }));
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

/** Records which properties animations set: values of one instant (Web Animations, 5.3). `~` before those of transitions, which end at a value that somebody wrote. */
function recordAnimations(walk: WalkState): void {
  const { columns, strings, elements, roots } = walk;
  const animated = new Map<Element, Set<string>>();
  for (const { ax } of roots) {
    for (const animation of animationsIn(ax.scope)) {
      const { effect, playState } = animation;
      if (playState !== "running" || !isKeyframes(effect)) continue;
      const { target, pseudoElement } = effect;
      if (target === null || pseudoElement !== null) continue;
      const properties = animated.get(target) ?? new Set();
      animated.set(target, properties);
      const mark = "transitionProperty" in animation ? "~" : "";
      for (const frame of effect.getKeyframes())
        for (const name of Object.keys(frame).map(cssName)) if (!timing.has(name)) properties.add(mark + name);
    }
  }
  if (animated.size === 0) return;
  for (const [index, element] of elements.entries()) {
    const properties = [...(animated.get(element) ?? [])];
    if (properties.length > 0) columns.animated.push(index, strings.add(properties.sort().join(" ")));
  }
}

/** Members of a keyframe that are no properties. */
const timing = new Set(["offset", "computed-offset", "easing", "composite"]);
