import type { Capture, CaptureMetadata } from "../../host/contract/capture.js";
import { ownTrustOf } from "../../host/contract/trust.js";
import { cleanResourceUrl, cleanUrl, urlMaxChars } from "../../host/contract/urls.js";
import { randomId } from "../random-id.js";
import { attributeOf, ofDocument, windowOf } from "./dom.js";
import { detectFrameworks, type Framework } from "./frameworks.js";
import { collapse, truncate } from "./text.js";
import type { WalkState } from "./walk/state.js";

// The contract's bounds.
const titleMaxChars = 500;
const maxFrameworks = 50;
const maxResources = 1_000;
/** Longer paths are data; what distinguishes resources comes before. */
const resourceMaxChars = 1_000;

/** Returns what the page is and how it was read, without its timings. */
export function metadataOf(walk: WalkState, document: Document): CaptureMetadata {
  const { options } = walk;
  const window = windowOf(document);
  const root = ofDocument(document, "documentElement");
  return {
    id: randomId(),
    url: urlOf(walk, ofDocument(document, "URL")),
    title: truncate(collapse(ofDocument(document, "title")), titleMaxChars),
    capturedAt: new Date().toISOString(),
    viewport: { width: window.innerWidth, height: window.innerHeight },
    scroll: { x: window.scrollX, y: window.scrollY },
    document: { width: root?.scrollWidth ?? 0, height: root?.scrollHeight ?? 0 },
    devicePixelRatio: window.devicePixelRatio || 1,
    colorScheme: window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    language: truncate(root === null ? "" : (attributeOf(root, "lang") ?? ""), 100),
    // Only the caller knows which hosts the user trusts.
    trust: options.trust ?? ownTrustOf(ofDocument(document, "URL")),
    ...(options.trustOverride === undefined ? {} : { trustOverride: options.trustOverride }),
    ...(options.requestId === undefined ? {} : { requestId: options.requestId }),
    frameworks: merged(options.components?.frameworks ?? [], detectFrameworks(walk)).slice(0, maxFrameworks),
    components: options.components?.from ?? "markers",
    observed: { console: options.console?.from ?? "nothing" },
    browser: truncate(browserOf(window.navigator.userAgent), 200),
    extension: options.extension ?? "",
    timings: {},
  };
}

function urlOf(walk: WalkState, address: string): string {
  const { url, removed } = cleanUrl(address);
  if (removed !== undefined) walk.count(removed);
  if (address.length > urlMaxChars) walk.count("long-urls");
  return truncate(url, urlMaxChars);
}

/** Returns the browser's name and version; the rest of a user agent is compatibility noise. */
function browserOf(userAgent: string): string {
  return (
    /(?:Firefox|Edg|OPR|Chrome|Version)\/[\d.]+/.exec(userAgent.replace(/Chrome(?=.*(?:Edg|OPR)\/)/, ""))?.[0].replace("/", " ") ??
    userAgent
  );
}

function merged(first: readonly Framework[], second: readonly Framework[]): Framework[] {
  const names = new Set(first.map(({ name }) => name));
  // A framework such as Lit is more specific than "Web Components".
  return [...first, ...second.filter(({ name }) => !names.has(name) && !(name === "Web Components" && first.length > 0))];
}

/** Older browsers report no status. */
interface AnyEntry extends PerformanceEntry {
  readonly initiatorType?: string;
  readonly responseStatus?: number;
}

/**
 * Returns the resources that the page has loaded, without query strings. The status of resources of other origins that do not allow timing
 * is unknown, which browsers report as 0. Long paths are truncated and counted.
 */
export function networkOf(walk: WalkState, window: Window): Capture["network"] {
  const entries: readonly AnyEntry[] = window.performance.getEntriesByType("resource");
  return entries.slice(-maxResources).flatMap(({ name, initiatorType = "", responseStatus }) => {
    if (!/^https?:/.test(name)) return [];
    const status = responseStatus === undefined || responseStatus === 0 ? "unknown" : responseStatus < 400 ? "pass" : "fail";
    const url = cleanResourceUrl(name);
    if (url.length > resourceMaxChars) walk.count("long-urls");
    return [{ url: truncate(url, resourceMaxChars), kind: initiatorType, status } as const];
  });
}
