import { field, nameOf, numberField, objectField, ownNames, ownObject, textField } from "../foreign.js";
import { type Found, makeChains, type Reader } from "../reader.js";
import { sourceLocation } from "../source-path.js";
import { makeStackSources } from "./react-stack.js";

const fiberKey = /^__react(?:Fiber|InternalInstance)\$/;

/** React 16 to 19: each DOM element holds its fiber, in production too; owners and places are there in development. */
export function makeReact(): Reader {
  let version = "";
  let key = "";
  const chains = makeChains(componentName, ownerAbove);
  const stacks = makeStackSources();

  function fiberOf(view: object): object | undefined {
    const direct = key === "" ? undefined : ownObject(view, key);
    if (direct !== undefined) return direct;
    const found = ownNames(view).find((name) => fiberKey.test(name));
    if (found === undefined) return undefined;
    key = found;
    return ownObject(view, found);
  }

  return {
    framework: "React",
    version: () => version,
    read(view, node): Found | undefined {
      const fiber = fiberOf(view);
      if (fiber === undefined) return undefined;
      version ||= majorOf(fiber, key);
      const owner = objectField(fiber, "_debugOwner") ?? componentAbove(fiber);
      const place = objectField(fiber, "_debugSource");
      const stack = objectField(fiber, "_debugStack");
      return {
        component: owner === undefined ? "" : chains(owner),
        source:
          place === undefined
            ? stack === undefined || owner === undefined
              ? ""
              : stacks(stack, functionOf(owner), node.localName)
            : placeOf(place),
      };
    },
  };
}

function placeOf(place: object): string {
  return sourceLocation(textField(place, "fileName"), numberField(place, "lineNumber"), numberField(place, "columnNumber"));
}

/** React keeps no version on the page; the shape of a fiber tells the major one. */
function majorOf(fiber: object, key: string): string {
  const has = (name: string) => ownNames(fiber).includes(name);
  if (has("refCleanup")) return "19";
  if (has("subtreeFlags")) return "18";
  return key.startsWith("__reactFiber") ? "17" : "16";
}

/** The next component outward: the one that wrote the JSX where development tells it, else the one around. */
function ownerAbove(owner: object): object | undefined {
  return objectField(owner, "_debugOwner") ?? objectField(owner, "owner") ?? componentAbove(owner);
}

function componentAbove(fiber: object): object | undefined {
  let at = objectField(fiber, "return");
  for (let hops = 0; at !== undefined && hops < 500; hops++) {
    if (componentName(at) !== "") return at;
    at = objectField(at, "return");
  }
  return undefined;
}

/** Of a fiber, or of what React tells in the browser about a component that ran on the server. */
function componentName(owner: object): string {
  const type = field(owner, "type");
  if (type === undefined || type === null) return nameOf(textField(owner, "name"));
  const inner = functionOf(owner);
  return nameOf(textField(type, "displayName")) || nameOf(textField(inner, "displayName") || textField(inner, "name"));
}

/** The component's own function or class, taken out of `memo` and `forwardRef`. */
function functionOf(owner: object): object | undefined {
  let type = objectField(owner, "type");
  for (let hops = 0; type !== undefined && typeof type !== "function" && hops < 4; hops++) {
    type = objectField(type, "render") ?? objectField(type, "type");
  }
  return typeof type === "function" ? type : undefined;
}
