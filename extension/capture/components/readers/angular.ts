import { isObject, nameOf, objectField, textField } from "../foreign.js";
import { makeChains, type Reader } from "../reader.js";
import { sourceLocation } from "../source-path.js";

const trace = "__ngContext__";

/** Angular in development: its published debugging functions return the component of an element. */
export function makeAngular(document: Document, global: object): Reader | undefined {
  const root = document.querySelector("[ng-version]");
  const api = objectField(global, "ng");
  const owning = objectField(api, "getOwningComponent");
  const own = objectField(api, "getComponent");
  if (root === null || typeof owning !== "function" || typeof own !== "function") return undefined;
  const hostOwners = new Map<object, object | undefined>();
  const chains = makeChains(componentName, (component) => hostOwners.get(component));
  const version = root.getAttribute("ng-version")?.slice(0, 50) ?? "";
  return (view) => {
    const owner = ask(owning, view);
    const component = ask(own, view);
    if (component !== undefined) hostOwners.set(component, owner);
    const nearest = component ?? owner;
    return nearest && { framework: "Angular", version, component: chains(nearest), source: sourceOf(nearest) };
  };
}

/** Asks, and takes back the note that Angular leaves on an element it was asked about. */
function ask(question: object, view: object): object | undefined {
  try {
    const before = Reflect.getOwnPropertyDescriptor(view, trace);
    const answer: unknown = Reflect.apply(question as () => unknown, undefined, [view]);
    const after = Reflect.getOwnPropertyDescriptor(view, trace);
    if (before === undefined && after !== undefined) Reflect.deleteProperty(view, trace);
    else if (before !== undefined && before.value !== after?.value) Reflect.defineProperty(view, trace, before);
    return isObject(answer) ? answer : undefined;
  } catch {
    // Angular throws for elements that are not its own.
    return undefined;
  }
}

/** Compilers rename a decorated class with a leading underscore, or call it `_a52` and keep no name. */
function componentName(component: object): string {
  return nameOf(textField(objectField(component, "constructor"), "name").replace(/^_(?:(?=\p{Lu})|[a-z]\d*$)/u, ""));
}

/** Compiled ahead of time, a component knows the file of its class. The line that it knows too is that of the class, not the element's. */
function sourceOf(component: object): string {
  const about = objectField(objectField(objectField(component, "constructor"), "ɵcmp"), "debugInfo");
  return sourceLocation(textField(about, "filePath"));
}
