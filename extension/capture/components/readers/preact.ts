import { field, isObject, jsxPlace, nameOf, numberField, objectField, ownObject, textField } from "../foreign.js";
import { makeChains, type Reader } from "../reader.js";

// Preact's own short names in its published builds.
const children = "__k";
const parent = "__";
const made = "__e";

/** Preact 10 and 11: only the element that an app is rendered into knows its tree, so that tree is walked when the element comes by. */
export function makePreact(): Reader {
  const nodes = new Map<unknown, object>();
  let fragment: unknown;
  const chains = makeChains(
    (node) => {
      const type = field(node, "type");
      if (typeof type !== "function" || type === fragment) return "";
      return nameOf(textField(type, "displayName")) || nameOf(textField(type, "name"));
    },
    (node) => objectField(node, parent),
  );

  function walk(root: object): void {
    fragment ??= field(root, "type");
    const open: object[] = [root];
    for (let taken = 0; open.length > 0 && taken < 200_000; taken++) {
      const node = open.pop();
      if (typeof field(node, "type") === "string" && node !== undefined) nodes.set(field(node, made), node);
      const below = objectField(node, children);
      const count = Math.min(numberField(below, "length") ?? 0, 200_000);
      for (let i = 0; i < count; i++) {
        const child = field(below, String(i));
        if (isObject(child)) open.push(child);
      }
    }
  }

  return (view) => {
    const root = ownObject(view, children);
    if (root !== undefined && field(root, "type") !== undefined) walk(root);
    const node = nodes.get(view);
    if (node === undefined) return undefined;
    return { framework: "Preact", version: "", component: chains(node), source: jsxPlace(objectField(node, "__source")) };
  };
}
