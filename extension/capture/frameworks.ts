import type { CaptureMetadata } from "../../host/contract/capture.js";
import { at } from "./at.js";
import { trait } from "./attributes/traits.js";
import { matchesSelector } from "./dom.js";
import { truncate } from "./text.js";
import type { WalkState } from "./walk/state.js";

export type Framework = CaptureMetadata["frameworks"][number];

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

/**
 * Returns the frameworks that the DOM alone reveals, which is all that an extension's isolated world can see. Client-side React and Vue
 * applications often leave no trace in it: an empty result does not mean that there is none.
 */
export function detectFrameworks({ attributes, records, elements }: Pick<WalkState, "attributes" | "records" | "elements">): Framework[] {
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
