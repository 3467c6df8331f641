type EngineView = (of: object) => object;

/** Firefox has it for content scripts: an object as the engine holds it, untouched by what the page has put in front of it. */
const engineView = (Object.hasOwn(globalThis, "XPCNativeWrapper") ? Reflect.get(globalThis, "XPCNativeWrapper") : undefined) as
  | EngineView
  | undefined;
const kindOf = Object.prototype.toString;

/** Returns whether the page's objects are seen through Firefox's Xrays, from outside the page's world. */
export const isApart = typeof engineView === "function";

/** False where reading could run the page's code: the engine's view of a proxy shows no property, nor of what has only functions. */
export function isSafeToRead(of: object): boolean {
  if (engineView === undefined) return true;
  const seen = engineView(of);
  // A page can name a plain object's kind as it likes, but not a proxy's: the browser's own objects have no traps.
  return Reflect.ownKeys(seen).length > 0 || !/^\[object (?:Object|Function|Array)\]$/.test(kindOf.call(seen));
}

/** The stack of an error as the engine wrote it; undefined where there is no such view. */
export function engineStack(error: object): unknown {
  return engineView === undefined ? undefined : Reflect.get(engineView(error), "stack");
}

/** The class of a custom element, asked of the browser's registry: the way over the element's prototypes could lead through a proxy. */
export function registeredClass(element: Element): object | undefined {
  const registry = element.ownerDocument.defaultView?.customElements;
  const found = registry?.get(element.localName);
  const inside: unknown = found === undefined ? undefined : Reflect.get(found, "wrappedJSObject");
  return typeof inside === "function" ? inside : undefined;
}
