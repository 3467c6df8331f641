import type { Framework } from "./open-lookup.js";

interface Trace {
  readonly name: string;
  /** Finds an element that only this framework makes. */
  readonly selector: string;
  /** The attribute of that element that holds the version. */
  readonly version?: string;
}

// Scripts by type or id are data that servers leave for their own client; no script is read.
const traces: readonly Trace[] = [
  { name: "React", selector: "[data-reactroot], [data-react-helmet], #__NEXT_DATA__, template[id^='B:'], [data-react-checksum]" },
  { name: "Next.js", selector: "#__NEXT_DATA__, #__next, next-route-announcer, script[src*='/_next/static/']" },
  { name: "Vue", selector: "[data-v-app], [data-server-rendered], #__nuxt, #__NUXT_DATA__" },
  { name: "Nuxt", selector: "#__nuxt, #__NUXT_DATA__" },
  { name: "Svelte", selector: "[class*=' svelte-'], [class^='svelte-'], [data-svelte-h], [data-sveltekit-preload-data]" },
  { name: "Solid", selector: "[data-hk]" },
  { name: "Angular", selector: "[ng-version]", version: "ng-version" },
  { name: "AngularJS", selector: "[ng-app], .ng-scope" },
  { name: "Astro", selector: "astro-island, [data-astro-cid], [data-astro-source-file], meta[name='generator'][content^='Astro']" },
  { name: "Qwik", selector: "[q\\:container]", version: "q:version" },
  { name: "Ember", selector: ".ember-view, .ember-application" },
  { name: "Alpine.js", selector: "[x-data]" },
  { name: "htmx", selector: "[hx-get], [hx-post], [data-hx-get], [data-hx-post]" },
  { name: "Stencil", selector: "[s-id], html.hydrated" },
];

/**
 * Frameworks that can be told from the DOM alone, which is all that an extension's own world sees of a page. React and Vue
 * applications made on the client often leave no trace in it: an empty answer does not mean that there is none.
 */
export function detectFrameworks(document: Document): Framework[] {
  const found = traces.flatMap(({ name, selector, version }): Framework[] => {
    const element = document.querySelector(selector);
    if (element === null) return [];
    const text = version === undefined ? "" : (element.getAttribute(version) ?? "").slice(0, 100);
    return [text === "" ? { name } : { name, version: text }];
  });
  return [...found, ...fromScopes(document), ...customElements(document, found.length)];
}

/** Vue's compiler marks scoped elements with an attribute whose name holds a hash; selectors cannot ask for a name's beginning. */
function fromScopes(document: Document): Framework[] {
  if (document.querySelector("[data-v-app]") !== null) return [];
  const early = [...document.querySelectorAll("body *")].slice(0, 300);
  return early.some((element) => element.getAttributeNames().some((name) => /^data-v-[0-9a-f]{7,8}$/.test(name))) ? [{ name: "Vue" }] : [];
}

/** Counts only when nothing else was seen: nearly every framework may also use custom elements. */
function customElements(document: Document, others: number): Framework[] {
  const early = others > 0 ? [] : [...document.querySelectorAll("body *")].slice(0, 3_000);
  return early.some((element) => element.localName.includes("-") && element.matches(":defined")) ? [{ name: "Web Components" }] : [];
}
