import type { Framework } from "./open-lookup.js";

// Of the prototype: a form answers to the names of its controls first.
const { matches, getAttribute, getAttributeNames } = Element.prototype;

interface Trace {
  readonly name: string;
  /** Fits elements that only this framework makes. */
  readonly selector: string;
  /** The attribute of such an element that holds the version. */
  readonly version?: string;
}

const traces: readonly Trace[] = [
  { name: "React", selector: "[data-reactroot], [data-reactid], #__next" },
  { name: "Next.js", selector: "#__next, next-route-announcer" },
  { name: "Vue", selector: "[data-v-app], [data-server-rendered], #__nuxt" },
  { name: "Nuxt", selector: "#__nuxt" },
  { name: "Svelte", selector: "[class*='svelte-'], [data-svelte-h], [data-sveltekit-preload-data]" },
  { name: "Solid", selector: "[data-hk]" },
  { name: "Angular", selector: "[ng-version]", version: "ng-version" },
  { name: "AngularJS", selector: "[ng-app], .ng-scope" },
  { name: "Astro", selector: "astro-island, [data-astro-cid], [data-astro-source-file]" },
  { name: "Qwik", selector: "[q\\:container]", version: "q:version" },
  { name: "Ember", selector: ".ember-view, .ember-application" },
  { name: "Alpine.js", selector: "[x-data]" },
  { name: "htmx", selector: "[hx-get], [hx-post], [data-hx-get], [data-hx-post]" },
  { name: "Stencil", selector: "[s-id], html.hydrated" },
];

/** Data that servers leave for their own client, by id; nothing of it is read. */
const dataScripts: readonly (readonly [id: string, names: readonly string[]])[] = [
  ["__NEXT_DATA__", ["React", "Next.js"]],
  ["__NUXT_DATA__", ["Vue", "Nuxt"]],
];

const anyTrace = traces.map(({ selector }) => selector).join(", ");
/** Roots and first components stand near the top; looking through all of a large page would cost as much as a good part of its capture. */
const lookedAt = 400;

/**
 * Frameworks that can be told from the DOM alone, which is all that an extension's own world sees of a page. React and Vue
 * applications made on the client often leave no trace in it: an empty answer does not mean that there is none.
 */
export function detectFrameworks(document: Document): Framework[] {
  const found = new Map<string, Framework>();
  const add = (name: string, version = "") => {
    if (!found.has(name)) found.set(name, version === "" ? { name } : { name, version: version.slice(0, 100) });
  };
  for (const [id, names] of dataScripts) if (document.getElementById(id) !== null) names.forEach((name) => void add(name));
  let custom = false;
  for (const element of firstElements(document)) {
    if (matches.call(element, anyTrace)) {
      for (const { name, selector, version } of traces) {
        if (matches.call(element, selector)) add(name, version === undefined ? "" : (getAttribute.call(element, version) ?? ""));
      }
    }
    // Vue marks scoped elements with an attribute whose name holds a hash; selectors cannot ask for a name's beginning.
    if (getAttributeNames.call(element).some((name) => /^data-v-[0-9a-f]{7,8}$/.test(name))) add("Vue");
    custom ||= String(Reflect.get(Element.prototype, "localName", element)).includes("-") && matches.call(element, ":defined");
  }
  // Counts only when nothing else was seen: nearly every framework may also use custom elements.
  if (custom && found.size === 0) add("Web Components");
  return [...found.values()];
}

function firstElements(document: Document): Element[] {
  const all = document.getElementsByTagName("*");
  const bodyAt = document.body === null ? 0 : document.head === null ? 1 : document.head.getElementsByTagName("*").length + 2;
  const first: Element[] = document.documentElement === null ? [] : [document.documentElement];
  for (let at = bodyAt; at < bodyAt + lookedAt; at++) {
    const element = all[at];
    if (element === undefined) break;
    first.push(element);
  }
  return first;
}
