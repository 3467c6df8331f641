import type { CaptureMetadata } from "../../host/contract/capture.js";
import { trustOf } from "../../host/contract/trust.js";
import { cleanUrl, withoutTokens } from "../../host/contract/urls.js";
import { detectFrameworks, type Framework } from "./detect.js";
import { attributeOf, ofDocument } from "./dom.js";
import { collapse, cut } from "./text.js";
import type { WalkState } from "./walk-state.js";

/** What the page is and how it was read. `timings` in milliseconds. */
export function metadataOf(walk: WalkState, document: Document, timings: Record<string, number>): CaptureMetadata {
  const { options } = walk;
  const window = ofDocument(document, "defaultView") as Window;
  const root = ofDocument(document, "documentElement");
  return {
    id: makeId(),
    url: urlOf(walk, ofDocument(document, "URL")),
    title: titleOf(walk, ofDocument(document, "title")),
    capturedAt: new Date().toISOString(),
    viewport: { width: window.innerWidth, height: window.innerHeight },
    scroll: { x: window.scrollX, y: window.scrollY },
    document: { width: root?.scrollWidth ?? 0, height: root?.scrollHeight ?? 0 },
    devicePixelRatio: window.devicePixelRatio || 1,
    colorScheme: window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    language: cut(root === null ? "" : (attributeOf(root, "lang") ?? ""), 100),
    // Which hosts the user trusts only a caller knows.
    trust: options.trust ?? trustOf(ofDocument(document, "URL"), []),
    ...(options.trustOverride === undefined ? {} : { trustOverride: options.trustOverride }),
    ...(options.requestId === undefined ? {} : { requestId: options.requestId }),
    frameworks: merged(options.components?.frameworks ?? [], detectFrameworks(walk)).slice(0, 50),
    components: options.components?.from ?? "markers",
    observed: { console: options.console?.from ?? "nothing" },
    browser: cut(browserOf(window.navigator.userAgent), 200),
    extension: options.extension ?? "",
    timings,
  };
}

/** Without what may be a secret, and no longer than the contract's bound. */
function urlOf(walk: WalkState, address: string): string {
  const { url, removed } = cleanUrl(address);
  if (removed !== undefined) walk.count(removed);
  const told = walk.typed.withoutRepeated(url);
  if (told !== url) walk.count("mirrored-input");
  if (address.length > urlMaxChars) walk.count("long-urls");
  return cut(told, urlMaxChars);
}

function titleOf(walk: WalkState, title: string): string {
  const told = walk.typed.repeats(title) ? "" : withoutTokens(collapse(title));
  if (told !== collapse(title)) walk.count(told === "" ? "mirrored-input" : "tokens");
  return cut(told, 500);
}

/** The contract's bound. */
const urlMaxChars = 4_000;

/** Random, in a form that works on pages without a secure context too. */
function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Name and version only: the rest of the user agent says nothing true. */
function browserOf(userAgent: string): string {
  return (
    /(?:Firefox|Edg|OPR|Chrome|Version)\/[\d.]+/.exec(userAgent.replace(/Chrome(?=.*(?:Edg|OPR)\/)/, ""))?.[0].replace("/", " ") ??
    userAgent
  );
}

function merged(first: readonly Framework[], second: readonly Framework[]): Framework[] {
  const names = new Set(first.map(({ name }) => name));
  // A look-up that found Lit has said more than "Web Components".
  return [...first, ...second.filter(({ name }) => !names.has(name) && !(name === "Web Components" && first.length > 0))];
}
