import { type Callable, isCallable, isObject, nameOf, objectField, textField } from "../foreign.js";
import { type Found, makeChains, type Reader, type World } from "../reader.js";
import { sourceLocation } from "../source-path.js";

const trace = "__ngContext__";

/** Angular in development: its published debugging functions return the component of an element. */
export function makeAngular(world: World): Reader | undefined {
  const root = world.document.querySelector("[ng-version]");
  const api = objectField(world.global, "ng");
  const owning = objectField(api, "getOwningComponent");
  const own = objectField(api, "getComponent");
  if (root === null || !isCallable(owning) || !isCallable(own)) return undefined;
  const hostOwners = new Map<object, object | undefined>();
  const chains = makeChains(componentName, (component) => hostOwners.get(component));
  return {
    framework: "Angular",
    version: () => root.getAttribute("ng-version")?.slice(0, 50) ?? "",
    read(view): Found | undefined {
      const owner = ask(owning, view);
      const component = ask(own, view);
      if (component !== undefined) hostOwners.set(component, owner);
      const nearest = component ?? owner;
      return nearest === undefined ? undefined : { component: chains(nearest), source: sourceOf(nearest) };
    },
  };
}

/** Asks, and takes back the note that Angular leaves on an element it was asked about. */
function ask(question: Callable, view: object): object | undefined {
  try {
    const before = Reflect.getOwnPropertyDescriptor(view, trace);
    const answer: unknown = Reflect.apply(question, undefined, [view]);
    const after = Reflect.getOwnPropertyDescriptor(view, trace);
    if (before === undefined && after !== undefined) Reflect.deleteProperty(view, trace);
    else if (before !== undefined && before.value !== after?.value) Reflect.defineProperty(view, trace, before);
    return isObject(answer) ? answer : undefined;
  } catch {
    // Angular throws for elements that are not its own.
    return undefined;
  }
}

/** Compilers rename a decorated class with a leading underscore. */
function componentName(component: object): string {
  return nameOf(textField(objectField(component, "constructor"), "name").replace(/^_(?=\p{Lu})/u, ""));
}

/** Compiled ahead of time, a component knows the file of its class. The line that it knows too is that of the class, not the element's. */
function sourceOf(component: object): string {
  const about = objectField(objectField(objectField(component, "constructor"), "ɵcmp"), "debugInfo");
  return sourceLocation(textField(about, "filePath"));
}
