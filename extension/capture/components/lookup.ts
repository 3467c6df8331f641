import { isObject, objectField, textField } from "./foreign.js";
import { type Tree, treesOf } from "./order.js";
import type { Found, Reader, World } from "./reader.js";
import { makeAngular } from "./readers/angular.js";
import { makeCustomElements } from "./readers/custom-elements.js";
import { makePreact } from "./readers/preact.js";
import { makeReact } from "./readers/react.js";
import { makeSolid } from "./readers/solid.js";
import { makeSvelte } from "./readers/svelte.js";
import { makeVue2, makeVue3 } from "./readers/vue.js";
import { isApart, registeredClass } from "./xray.js";

export interface LookUpOptions {
  /** Milliseconds after which the look-up ends with what it has; 400 by default. */
  readonly budgetMs?: number;
}

/**
 * Asks the frameworks of a page what they know of its elements. Runs in the page's world, or in Firefox's content scripts, which see that
 * world through `wrappedJSObject`. It only reads: no global, no listener, no getter of the page is run, nothing stays changed.
 * Returns JSON (text crosses worlds eight times cheaper than objects), for `readComponents`:
 * `{v, complete, trees: [count, print, …], frameworks: [name, version, …], strings, component: […], source: […]}`; the last two hold an
 * index into `strings` for each element in the order of `treesOf`, ending with the last element looked at.
 */
export function lookUp(document: Document, { budgetMs = 400 }: LookUpOptions = {}): string {
  const world = worldOf(document);
  const trees = treesOf(document);
  const readers = readersFor(world);
  const used = new Set<Reader>();
  const found: (Found | undefined)[] = [];
  const end = performance.now() + budgetMs;
  const late = (step: number) => step % 64 === 0 && performance.now() > end;
  const elements = trees.flatMap((tree) => tree.elements);
  for (const element of elements) {
    if (late(found.length)) break;
    found.push(ask(readers, used, world.view(element), element));
  }
  return encode(trees, [...used], found, found.length === elements.length, late);
}

/** Firefox's content scripts see each object without what the page added to it, and find that behind `wrappedJSObject`. */
function worldOf(document: Document): World {
  const view = (of: object): object => {
    const found: unknown = isApart ? Reflect.get(of, "wrappedJSObject") : of;
    return isObject(found) ? found : of;
  };
  const classOf = isApart ? registeredClass : ownClass;
  return { document, global: view(document.defaultView ?? globalThis), view, classOf };
}

/** Before its definition a custom element is a bare HTMLElement. */
function ownClass(element: Element): object | undefined {
  const found = objectField(element, "constructor");
  return textField(found, "name") === "HTMLElement" ? undefined : found;
}

/** Frameworks before custom elements: these may be drawn by one of those. Angular answers only through functions of its own, in its own world. */
function readersFor(world: World): Reader[] {
  const angular = isApart ? undefined : makeAngular(world);
  const always = [makeReact(), makeVue3(), makeSvelte(world), makeVue2(), makePreact(), makeSolid(world), makeCustomElements(world)];
  return angular === undefined ? always : [angular, ...always];
}

function ask(readers: readonly Reader[], used: Set<Reader>, view: object, element: Element): Found | undefined {
  for (const reader of readers) {
    const found = reader.read(view, element);
    if (found === undefined) continue;
    used.add(reader);
    if (found.component !== "" || found.source !== "") return found;
  }
  return undefined;
}

/** Written by hand: pages replace `JSON` or give their prototypes a `toJSON`. */
function encode(
  trees: readonly Tree[],
  readers: readonly Reader[],
  found: readonly (Found | undefined)[],
  complete: boolean,
  late: (step: number) => boolean,
): string {
  const strings = new Map<string, number>([["", 0]]);
  const intern = (text: string): number => {
    const index = strings.get(text) ?? strings.size;
    strings.set(text, index);
    return index;
  };
  const component = found.map((one) => intern(one?.component ?? ""));
  let inTime = true;
  const seen = found.map((one, step) => {
    inTime &&= !late(step + 1);
    const source = one?.source ?? "";
    if (typeof source === "function" && inTime) return source();
    return () => (typeof source === "string" ? source : "");
  });
  const source = seen.map((place) => intern(place()));
  const frameworks = readers.flatMap((reader) => [quoted(reader.framework), quoted(reader.version())]);
  const prints = trees.flatMap(({ elements, print }) => [elements.length, print]);
  const texts = [...strings.keys()].map(quoted);
  return (
    `{"v":1,"complete":${complete && inTime},"trees":[${prints.join(",")}],"frameworks":[${frameworks.join(",")}],` +
    `"strings":[${texts.join(",")}],"component":[${component.join(",")}],"source":[${source.join(",")}]}`
  );
}

/** A text as JSON writes it; all but printable ASCII escaped. */
function quoted(text: string): string {
  const safe = text.replace(/[^ !#-[\]-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `"${safe}"`;
}
