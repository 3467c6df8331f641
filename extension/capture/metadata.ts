import type { Capture, CaptureMetadata } from "../../host/contract/capture.js";
import { ownTrustOf } from "../../host/contract/trust.js";
import { cleanResourceUrl, cleanUrl, urlMaxChars } from "../../host/contract/urls.js";
import { randomId } from "../random-id.js";
import { at } from "./at.js";
import * as trait from "./attributes/trait.js";
import { attributeOf, matchesSelector, ofDocument, windowOf } from "./dom.js";
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
  const address = ofDocument(document, "URL");
  return {
    id: randomId(),
    url: urlOf(walk, address),
    title: walk.strings.cut(collapse(ofDocument(document, "title")), titleMaxChars),
    capturedAt: new Date().toISOString(),
    viewport: { width: window.innerWidth, height: window.innerHeight },
    scroll: { x: window.scrollX, y: window.scrollY },
    document: { width: root?.scrollWidth ?? 0, height: root?.scrollHeight ?? 0 },
    devicePixelRatio: window.devicePixelRatio || 1,
    colorScheme: window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    language: truncate(root === null ? "" : (attributeOf(root, "lang") ?? ""), 100),
    // The background knows which hosts the user trusts, and states it in this place.
    trust: ownTrustOf(address),
    frameworks: merged(options.components?.frameworks ?? [], detectFrameworks(walk)).slice(0, maxFrameworks),
    components: options.components?.from ?? "markers",
    observed: { console: options.console?.from ?? "nothing" },
    browser: truncate(browserOf(window.navigator.userAgent), 200),
    extension: options.extension ?? "",
    timings: {},
  };
}

export function urlOf(walk: WalkState, address: string): string {
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

/** The resources that the page has loaded, without query strings. A status that another origin keeps back is unknown. */
export function networkOf(walk: WalkState, window: Window): Capture["network"] {
  const entries: readonly AnyEntry[] = window.performance.getEntriesByType("resource");
  return entries.slice(-maxResources).flatMap(({ name, initiatorType = "", responseStatus = 0 }) => {
    if (!/^https?:/.test(name)) return [];
    const status = responseStatus === 0 ? "unknown" : responseStatus < 400 ? "pass" : "fail";
    const url = cleanResourceUrl(name);
    if (url.length > resourceMaxChars) walk.count("long-urls");
    return [{ url: truncate(url, resourceMaxChars), kind: initiatorType, status } as const];
  });
}

type Framework = CaptureMetadata["frameworks"][number];

/** DOM features of each framework: attributes, `#ids` (of client data too), `<tags`; the value of `=attribute` is the version. */
const features =
  "React data-reactroot data-reactid #__next #__NEXT_DATA__|Next.js #__next #__NEXT_DATA__ <next-route-announcer|" +
  "Vue data-v-app data-server-rendered #__nuxt #__NUXT_DATA__|Nuxt #__nuxt #__NUXT_DATA__|Svelte data-svelte-h data-sveltekit-preload-data|" +
  "Solid data-hk|Angular =ng-version|AngularJS ng-app|Astro <astro-island data-astro-cid data-astro-source-file|Qwik q:container =q:version|" +
  "Alpine.js x-data|htmx hx-get hx-post data-hx-get data-hx-post|Stencil s-id";

/** Class names, and attribute names with a hash. */
const patterns: readonly (readonly [name: string, where: "class" | "attribute", pattern: RegExp])[] = [
  ["Svelte", "class", /(?:^|\s)svelte-[a-z0-9]/],
  ["AngularJS", "class", /(?:^|\s)ng-scope(?:\s|$)/],
  ["Ember", "class", /(?:^|\s)ember-(?:view|application)(?:\s|$)/],
  ["Vue", "attribute", /(?:^|\s)data-v-[0-9a-f]{7,8}(?:\s|$)/],
];

/** The frameworks that the DOM alone reveals: client-side React and Vue often leave no trace, so none found does not mean none. */
function detectFrameworks({ attributes, records, elements }: Pick<WalkState, "attributes" | "records" | "elements">): Framework[] {
  const found = new Map<string, Framework>();
  const { names } = attributes;
  const valuesOf = (name: string) => [...(names.get(name)?.values.keys() ?? [])];
  const ids = new Set(valuesOf("id"));
  for (const [name = "", ...marks] of features.split("|").map((row) => row.split(" "))) {
    for (const mark of marks) {
      const rest = mark.slice(1);
      if (mark.startsWith("=") && names.has(rest)) {
        const [version = ""] = valuesOf(rest);
        found.set(name, version === "" ? { name } : { name, version: truncate(version, 100) });
      } else if (mark.startsWith("#") ? ids.has(rest) : mark.startsWith("<") ? attributes.tags.has(rest) : names.has(mark))
        if (!found.has(name)) found.set(name, { name });
    }
  }
  const texts = { class: valuesOf("class").join(" "), attribute: [...names.keys()].join(" ") };
  for (const [name, where, pattern] of patterns) if (!found.has(name) && pattern.test(texts[where])) found.set(name, { name });
  // Only when no other framework was found, because nearly every one can use custom elements.
  const isDefined = (index: number) => matchesSelector(at(elements, index), ":defined");
  if (found.size === 0 && records.some(({ traits }, index) => (traits & trait.custom) !== 0 && isDefined(index)))
    return [{ name: "Web Components" }];
  return [...found.values()];
}
