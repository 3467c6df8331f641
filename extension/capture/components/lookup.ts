import { StringTable } from "../interning.js";
import { isObject } from "./foreign.js";
import { type Tree, treesOf } from "./order.js";
import type { Found, Reader } from "./reader.js";
import { makeAngular } from "./readers/angular.js";
import { makeCustomElements } from "./readers/custom-elements.js";
import { makeReact } from "./readers/react.js";
import { makeSolid } from "./readers/solid.js";
import { makeSvelte } from "./readers/svelte.js";
import { makeVue2, makeVue3 } from "./readers/vue.js";
import { isApart } from "./xray.js";

/**
 * Asks the frameworks of a page about its elements, in the page's world, or in Firefox's content scripts through `wrappedJSObject`. It only
 * reads: no getter of the page runs, nothing stays changed. Ends after `budgetMs` milliseconds with what it has. Returns JSON for
 * `readComponents`: `{v, trees: [count, print, …], frameworks: [name, version, …], strings, component: […], source: […]}`; the last two
 * hold an index into `strings` for each element in the order of `treesOf`.
 */
export function lookUp(document: Document, budgetMs = 400): string {
  const trees = treesOf(document);
  const readers = readersFor(document, pageSideOf(document.defaultView ?? globalThis));
  const versions = new Map<string, string>();
  const found: (Found | undefined)[] = [];
  const end = performance.now() + budgetMs;
  const late = (step: number) => step % 64 === 0 && performance.now() > end;
  const elements = trees.flatMap((tree) => tree.elements);
  for (const element of elements) {
    if (late(found.length)) break;
    found.push(ask(readers, versions, element));
  }
  return encode(trees, versions, found, late);
}

/** Firefox's content scripts see each object without what the page added to it, and find that behind `wrappedJSObject`. */
function pageSideOf(of: object): object {
  const found: unknown = isApart ? Reflect.get(of, "wrappedJSObject") : of;
  return isObject(found) ? found : of;
}

/** Frameworks before custom elements: these may be drawn by one of those. Angular answers only through functions of its own, in its own world. */
function readersFor(document: Document, global: object): Reader[] {
  const angular = isApart ? undefined : makeAngular(document, global);
  const others = [makeReact(), makeVue3(), makeSvelte(global), makeVue2(), makeSolid(global), makeCustomElements(global)];
  return [angular ?? [], others].flat();
}

function ask(readers: readonly Reader[], versions: Map<string, string>, element: Element): Found | undefined {
  const view = pageSideOf(element);
  for (const read of readers) {
    const found = read(view, element);
    if (found === undefined) continue;
    versions.set(found.framework, versions.get(found.framework) || found.version);
    if (found.component !== "" || found.source !== "") return found;
  }
  return undefined;
}

/** Written by hand: pages replace `JSON` or give their prototypes a `toJSON`. */
function encode(
  trees: readonly Tree[],
  versions: ReadonlyMap<string, string>,
  found: readonly (Found | undefined)[],
  late: (step: number) => boolean,
): string {
  const strings = new StringTable();
  const component = found.map((one) => strings.add(one?.component ?? ""));
  let inTime = true;
  const seen = found.map((one, step) => {
    inTime &&= !late(step + 1);
    const source = one?.source ?? "";
    if (typeof source === "function" && inTime) return source();
    return () => (typeof source === "string" ? source : "");
  });
  const source = seen.map((place) => strings.add(place()));
  const frameworks = [...versions].flat().map(quoted);
  const prints = trees.flatMap(({ elements, print }) => [elements.length, print]);
  const texts = strings.list.map(quoted);
  return (
    `{"v":1,"trees":[${prints.join(",")}],"frameworks":[${frameworks.join(",")}],` +
    `"strings":[${texts.join(",")}],"component":[${component.join(",")}],"source":[${source.join(",")}]}`
  );
}

/** A text as JSON writes it; all but printable ASCII escaped. */
function quoted(text: string): string {
  const safe = text.replace(/[^ !#-[\]-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `"${safe}"`;
}
