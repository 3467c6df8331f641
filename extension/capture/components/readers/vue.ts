import { baseName, field, nameOf, objectField, ownObject, textField } from "../foreign.js";
import { makeChains, type Reader } from "../reader.js";
import { sourcePath } from "../source-path.js";

/** Vue 3: development builds hang the component's instance and the virtual node on each element. */
export function makeVue3(): Reader {
  const chains = makeChains((instance) => componentName(objectField(instance, "type")), writerOf);
  return (view) => {
    // The node's context wrote it; the instance around it may only have rendered it into a slot.
    const instance = objectField(ownObject(view, "__vnode"), "ctx") ?? ownObject(view, "__vueParentComponent");
    if (instance === undefined || objectField(instance, "type") === undefined) return undefined;
    const version = textField(objectField(objectField(instance, "appContext"), "app"), "version", 50);
    return { framework: "Vue", version, component: chains(instance), source: ownFileOf(instance) };
  };
}

/** The component in whose template this one is used; the one around where that is not known. */
function writerOf(instance: object): object | undefined {
  const writer = objectField(objectField(instance, "vnode"), "ctx");
  return writer !== undefined && writer !== instance ? writer : objectField(instance, "parent");
}

/** The file of the component; of the nearest outward that is not a package's where it is. */
function ownFileOf(instance: object): string {
  let at: object | undefined = instance;
  for (let hops = 0; at !== undefined && hops < 30; hops++) {
    const file = textField(objectField(at, "type"), "__file");
    if (file !== "" && !/[\\/]node_modules[\\/]/.test(file)) return sourcePath(file);
    at = writerOf(at);
  }
  return "";
}

/** Vue 2: each component's first element holds the component; all below belongs to it until the next one. */
export function makeVue2(): Reader {
  const owners = new Map<Element | null, object>();
  const chains = makeChains(vue2Name, (component) => objectField(component, "$parent"));
  return (view, node) => {
    const component = innermost(ownObject(view, "__vue__")) ?? owners.get(node.parentElement);
    if (component === undefined) return undefined;
    owners.set(node, component);
    const version = textField(objectField(objectField(component, "$root"), "constructor"), "version", 50);
    const source = sourcePath(textField(objectField(component, "$options"), "__file"));
    return { framework: "Vue", version, component: chains(component), source };
  };
}

/** A component whose template is nothing but another component shares its element with it, and the outer one is on record there. */
function innermost(component: object | undefined): object | undefined {
  let at = component;
  for (let hops = 0; hops < 20; hops++) {
    const inner = objectField(objectField(at, "_vnode"), "componentInstance");
    if (inner === undefined) break;
    at = inner;
  }
  return at;
}

function vue2Name(component: object): string {
  const options = objectField(component, "$options");
  return componentName(options) || nameOf(textField(options, "_componentTag"));
}

function componentName(options: unknown): string {
  const file = textField(options, "__file");
  const base = /^(.+)\.\w+$/.exec(baseName(file))?.[1] ?? "";
  return (
    nameOf(textField(options, "name")) ||
    nameOf(textField(options, "__name")) ||
    nameOf(textField(field(options, "__vccOpts"), "name")) ||
    nameOf(base)
  );
}
