import { field, jsxPlace, nameOf, objectField, ownNames, ownObject, textField } from "../foreign.js";
import { makeChains, type Reader, type Sight } from "../reader.js";
import { isOwnersWork, makeStackSources } from "./react-stack.js";

const fiberKey = /^__react(?:Fiber|InternalInstance)\$/;

/** React 16 to 19: each DOM element holds its fiber, in production too; owners and places are there in development. */
export function makeReact(): Reader {
  let version = "";
  let key = "";
  const chains = makeChains(componentName, ownerAbove);
  const stacks = makeStackSources();
  const sights = new Map<object, Sight>();

  function fiberOf(view: object): object | undefined {
    const direct = key === "" ? undefined : ownObject(view, key);
    if (direct !== undefined) return direct;
    const found = ownNames(view).find((name) => fiberKey.test(name));
    if (found === undefined) return undefined;
    key = found;
    return ownObject(view, found);
  }

  /** The place of a fiber's own JSX; asked for once, whatever hangs below it. */
  function sightOf(fiber: object, tag: string): Sight {
    const known = sights.get(fiber);
    if (known !== undefined) return known;
    const place = objectField(fiber, "_debugSource");
    const stack = objectField(fiber, "_debugStack");
    const sight: Sight =
      stack === undefined || place !== undefined
        ? () => () => jsxPlace(place)
        : stacks(stack, ownersOf(fiber, mostWriters).map(functionOf), tag);
    sights.set(fiber, sight);
    return sight;
  }

  return (view, node) => {
    const fiber = fiberOf(view);
    if (fiber === undefined) return undefined;
    version ||= majorOf(fiber, key);
    const owner = objectField(fiber, "_debugOwner") ?? componentAbove(fiber);
    const own = sightOf(fiber, node.localName);
    const uses = usesOf(fiber).map((one) => sightOf(one, ""));
    const owners = ownersOf(fiber).map((one) => sightOf(one, ""));
    const stack = objectField(fiber, "_debugStack");
    // The server's component around what a bundle for the browser has made is no place of it.
    const asked = stack === undefined || isOwnersWork(stack) ? owners : owners.map(withoutBuilt);
    const component = owner === undefined ? "" : chains(owner);
    return { framework: "React", version, component, source: () => joinPlaces(own, uses, asked) };
  };
}

const mostUses = 4;
const mostOwners = 12;
const mostWriters = 5;
/** Components that wrap one element in each other, at most. */
const mostWrappers = 60;

/** Components around the element that draw nothing else: what is written where they are used stands for the element too. */
function usesOf(fiber: object): object[] {
  const uses: object[] = [];
  let below = fiber;
  for (let hops = 0; hops < mostWrappers; hops++) {
    const at = objectField(below, "return");
    if (at === undefined || typeof field(at, "type") === "string" || objectField(below, "sibling") !== undefined) break;
    if (field(at, "child") !== below) break;
    if (componentName(at) !== "") uses.push(at);
    below = at;
  }
  return uses;
}

function ownersOf(fiber: object, most = mostOwners): object[] {
  const owners: object[] = [];
  for (let at = objectField(fiber, "_debugOwner"); at !== undefined && owners.length < most; at = ownerAbove(at)) owners.push(at);
  return owners;
}

/** The element's own place and those of its uses, nearest first; where a library drew it, the nearest place that asked the library to. */
function joinPlaces(own: Sight, uses: readonly Sight[], owners: readonly Sight[]): () => string {
  const later = [own, ...uses, ...owners].map((sight) => sight());
  return () => {
    const places = later.slice(0, 1 + uses.length).map((place) => place());
    // A file without a line is nearer to the truth than the line of something around.
    const nearest = places[0] || places.find((place) => place !== "") || "";
    if (nearest === "") return later.slice(1 + uses.length).reduce((found, place) => found || place(), "");
    if (!hasLine.test(nearest)) return nearest;
    return [...new Set(places.filter((place) => hasLine.test(place)))].slice(0, mostUses).join(" < ");
  };
}

function withoutBuilt(sight: Sight): Sight {
  return () => {
    const place = sight();
    return () => (/\.js:\d+:\d+$/.test(place()) ? "" : place());
  };
}

const hasLine = /:\d+$/;

/** React keeps no version on the page; the shape of a fiber reveals the major one. */
function majorOf(fiber: object, key: string): string {
  const has = (name: string) => ownNames(fiber).includes(name);
  if (has("refCleanup")) return "19";
  if (has("subtreeFlags")) return "18";
  return key.startsWith("__reactFiber") ? "17" : "16";
}

/** The next component outward: the one that wrote the JSX where development names it, else the one around. */
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

/** Of a fiber, or of what React passes to the browser about a component that ran on the server. */
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
