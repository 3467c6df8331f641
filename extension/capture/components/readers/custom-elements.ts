import { field, isObject, nameOf, objectField, textField } from "../foreign.js";
import { makeChains, type Reader, type World } from "../reader.js";

/** Custom elements, Lit's among them: the class of the element, and those of the hosts around it. */
export function makeCustomElements(world: World): Reader {
  let lit = false;
  const hosts = new Map<object, object | undefined>();
  const chains = makeChains(
    (host) => nameOf(textField(objectField(host, "constructor"), "name")),
    (host) => hosts.get(host),
  );

  function hostOf(node: Element): object | undefined {
    const root = node.getRootNode();
    // Not by instanceof: the root may belong to a frame.
    return "host" in root && isObject(root.host) ? world.view(root.host) : undefined;
  }

  return {
    get framework() {
      return lit ? "Lit" : "Web Components";
    },
    version: () => (lit ? versionOf(world.global) : ""),
    read(view, node) {
      const host = hostOf(node);
      const own = node.localName.includes("-") && isDefined(view) ? view : undefined;
      if (own !== undefined) {
        hosts.set(own, host);
        lit ||= field(objectField(own, "constructor"), "_$litElement$") === true;
      }
      const nearest = own ?? host;
      const component = nearest === undefined ? "" : chains(nearest);
      return component === "" ? undefined : { component, source: "" };
    },
  };
}

/** Before its definition a custom element is a bare HTMLElement. */
function isDefined(view: object): boolean {
  return textField(objectField(view, "constructor"), "name") !== "HTMLElement";
}

function versionOf(global: object): string {
  return textField(objectField(global, "litElementVersions"), "0", 50);
}
