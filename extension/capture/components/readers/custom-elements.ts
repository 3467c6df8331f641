import { localNameOf } from "../../dom.js";
import { field, nameOf, objectField, textField } from "../foreign.js";
import { makeChains, type Reader, type World } from "../reader.js";

/** Custom elements, Lit's among them: the class of the element, and those of the hosts around it. */
export function makeCustomElements(world: World): Reader {
  let lit = false;
  const hosts = new Map<Element, Element | undefined>();
  const chains = makeChains<Element>(
    (host) => nameOf(textField(world.classOf(host), "name")),
    (host) => hosts.get(host),
  );

  function hostOf(node: Element): Element | undefined {
    const root = node.getRootNode();
    // Not by instanceof: the root may belong to a frame.
    return "host" in root ? (root.host as Element) : undefined;
  }

  return {
    get framework() {
      return lit ? "Lit" : "Web Components";
    },
    version: () => (lit ? versionOf(world.global) : ""),
    read(_view, node) {
      const host = hostOf(node);
      const made = localNameOf(node).includes("-") ? world.classOf(node) : undefined;
      if (made !== undefined) {
        hosts.set(node, host);
        lit ||= field(made, "_$litElement$") === true;
      }
      const own = made === undefined ? undefined : node;
      const nearest = own ?? host;
      const component = nearest === undefined ? "" : chains(nearest);
      return component === "" ? undefined : { component, source: "" };
    },
  };
}

function versionOf(global: object): string {
  return textField(objectField(global, "litElementVersions"), "0", 50);
}
