/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { captureWithElements } from "../../../../extension/capture/capture.js";
import { field, isObject, objectField, ownNames, ownObject } from "../../../../extension/capture/components/foreign.js";
import { readComponents } from "../../../../extension/capture/components/index.js";
import { lookUp } from "../../../../extension/capture/components/lookup.js";

/** In an extension's world: a capture, with the path of each of its elements. `lookedUp`: what `ask` returned, or empty. */
export function shoot(lookedUp: string): string {
  const components = lookedUp === "" ? undefined : readComponents(document, { json: lookedUp, from: "page-world" });
  const { capture, elements } = captureWithElements(document, components === undefined ? {} : { components });
  return JSON.stringify({ capture, paths: elements.map(pathOf) });
}

/** In the page's world: what its frameworks know of its elements. */
export function ask(): string {
  return lookUp(document, 3_000);
}

/** In the page's world: each element's path, with the sites that made it, by their numbers or as Svelte states them, `file:line`. */
export function readSites(prefix: string): string {
  const found: [path: string, sites: (number | string)[]][] = [];
  const visit = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll("*")) {
      const sites = sitesOf(element, prefix);
      if (sites.length > 0) found.push([pathOf(element), [...sites, ...usesOfSvelte(element)]]);
      const within = element.shadowRoot ?? (element instanceof HTMLIFrameElement ? element.contentDocument : null);
      if (within !== null) visit(within);
    }
  };
  visit(document);
  return JSON.stringify(found);
}

function pathOf(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const place = at.parentNode === null ? 0 : [...at.parentNode.children].indexOf(at);
    steps.unshift(`${at.localName}:${place}`);
  }
  const root = element.getRootNode();
  // A frame's document is of another realm.
  const around = root instanceof ShadowRoot ? root.host : element.ownerDocument.defaultView?.frameElement;
  return (around == null ? "" : `${pathOf(around)}>>>`) + steps.join(">");
}

/** Those that stand on the element; for what a library draws without handing attributes down, those of the component's use, as the framework knows it. */
function sitesOf(element: Element, prefix: string): number[] {
  const own = numbersIn(element.getAttributeNames(), prefix);
  const fiber = ownObject(element, ownNames(element).find((name) => name.startsWith("__reactFiber$")) ?? "");
  if (fiber !== undefined) return sitesOfFiber(fiber, own, prefix);
  if (own.length > 0) return own;
  const instance = Reflect.get(element, "__vueParentComponent");
  if (isObject(instance)) return sitesOfInstance(instance, prefix);
  // Custom elements and Angular's components carry their use's attributes on their host.
  const host = element.closest("*:not(html):not(body)");
  for (let at = host?.parentElement ?? null; at !== null; at = at.parentElement) {
    const around = numbersIn(at.getAttributeNames(), prefix);
    if (around.length > 0) return at.localName.includes("-") ? around : [];
  }
  return [];
}

function numbersIn(names: readonly string[], prefix: string): number[] {
  return names.filter((name) => name.startsWith(prefix)).map((name) => Number(name.slice(prefix.length)));
}

function sitesOfProps(props: unknown, prefix: string): number[] {
  return isObject(props) ? numbersIn(ownNames(props), prefix) : [];
}

/** The element's own, and those of each component around that draws nothing else; without any, the nearest ones outward. */
function sitesOfFiber(fiber: object, own: readonly number[], prefix: string): number[] {
  const sites = new Set([...own, ...sitesOfProps(field(fiber, "memoizedProps"), prefix)]);
  let isOnly = true;
  let below = fiber;
  for (let at = objectField(fiber, "return"); at !== undefined; below = at, at = objectField(at, "return")) {
    const here = sitesOfProps(field(at, "memoizedProps"), prefix);
    const isHost = typeof field(at, "type") === "string";
    isOnly &&= !isHost && isFiber(field(at, "child"), below) && objectField(below, "sibling") === undefined;
    if (isOnly || (sites.size === 0 && here.length > 0)) for (const site of here) sites.add(site);
    if (!isOnly && sites.size > 0) break;
  }
  return [...sites];
}

/** React keeps two fibers of each component and leads to either. */
function isFiber(found: unknown, sought: object): boolean {
  return found === sought || (isObject(found) && field(found, "alternate") === sought);
}

/** Where the components are used that draw nothing but the element: what they are handed need not be on it. */
function usesOfSvelte(element: Element): string[] {
  const others = new Set([...(element.parentElement?.children ?? [])].filter((one) => one !== element).flatMap(componentsOfSvelte));
  // Wrappers of Svelte's own note nothing.
  let outer = element.parentElement;
  while (outer !== null && componentsOfSvelte(outer).length === 0) outer = outer.parentElement;
  for (const one of outer === null ? [] : componentsOfSvelte(outer)) others.add(one);
  const own = componentsOfSvelte(element);
  const end = own.findIndex((one) => others.has(one));
  return own.slice(0, end < 0 ? own.length : end).map((one) => `${field(one, "file")}:${field(one, "line")}`);
}

/** What a development build of Svelte notes of the components around an element, the nearest first. */
function componentsOfSvelte(element: Element): object[] {
  const found: object[] = [];
  const meta: unknown = Reflect.get(element, "__svelte_meta");
  for (let at = isObject(meta) ? objectField(meta, "parent") : undefined; at !== undefined; at = objectField(at, "parent"))
    if (field(at, "type") === "component") found.push(at);
  return found;
}

function sitesOfInstance(instance: object, prefix: string): number[] {
  for (let at: object | undefined = instance; at !== undefined; at = objectField(at, "parent")) {
    const sites = sitesOfProps(field(field(at, "vnode"), "props"), prefix);
    if (sites.length > 0) return sites;
  }
  return [];
}
