import { hostOf, localNameOf } from "../../dom.js";
import { field, nameOf, objectField, textField } from "../foreign.js";
import { makeChains, type Reader } from "../reader.js";
import { isApart, registeredClass } from "../xray.js";

/** Custom elements, Lit's among them: the class of the element, and those of the hosts around it. */
export function makeCustomElements(global: object): Reader {
  const hosts = new Map<Element, Element | undefined>();
  const chains = makeChains<Element>(
    (host) => nameOf(textField(classOf(host), "name")),
    (host) => hosts.get(host),
  );

  const litVersion = textField(objectField(global, "litElementVersions"), "0", 50);
  return (_view, node) => {
    const host = hostOf(node);
    const isMade = localNameOf(node).includes("-") && classOf(node) !== undefined;
    if (isMade) hosts.set(node, host);
    const nearest = isMade ? node : host;
    const component = nearest === undefined ? "" : chains(nearest);
    if (nearest === undefined || component === "") return undefined;
    const isLit = field(classOf(nearest), "_$litElement$") === true;
    return { framework: isLit ? "Lit" : "Web Components", version: isLit ? litVersion : "", component, source: "" };
  };
}

/** The class of a custom element; undefined for one that is not defined yet, which is a bare HTMLElement. */
function classOf(element: Element): object | undefined {
  if (isApart) return registeredClass(element);
  const found = objectField(element, "constructor");
  return textField(found, "name") === "HTMLElement" ? undefined : found;
}
