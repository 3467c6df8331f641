import { baseName, field, isObject, nameOf, numberField, objectField, ownObject, textField } from "../foreign.js";
import { makeChains, type Reader } from "../reader.js";
import { sourceLocation } from "../source-path.js";
import { isSafeToRead } from "../xray.js";

/** Svelte 4 and 5: development builds write each element's place on it; version 5 also what it stands in. */
export function makeSvelte(global: object): Reader {
  const stated = versionIn(global);
  const chains = makeChains(fileName, componentAbove);
  return (view) => {
    const meta = ownObject(view, "__svelte_meta");
    const place = objectField(meta, "loc");
    if (meta === undefined || place === undefined) return undefined;
    const line = numberField(place, "line") ?? -1;
    const column = numberField(place, "column") ?? -1;
    // Version 4 counts lines from 0 and also has the place in characters.
    const four = field(place, "char") !== undefined;
    const above = componentAbove(meta);
    const chain = above === undefined ? "" : chains(above);
    return {
      framework: "Svelte",
      version: stated || (four ? "4" : "5"),
      component: [fileName(place), chain].filter((part) => part !== "").join(" < "),
      source: sourceLocation(textField(place, "file"), four ? line + 1 : line, column + 1),
    };
  };
}

/** An entry stands for what is used in a file: the next use of a component lies in the file of the component around. */
function componentAbove(entry: object): object | undefined {
  let at = objectField(entry, "parent");
  for (let hops = 0; at !== undefined && hops < 200; hops++) {
    if (textField(at, "type") === "component") return at;
    at = objectField(at, "parent");
  }
  return undefined;
}

function fileName(entry: object): string {
  return nameOf(/^(.+)\.svelte$/.exec(baseName(textField(entry, "file")))?.[1] ?? "");
}

function versionIn(global: object): string {
  const versions = field(field(global, "__svelte"), "v");
  try {
    const [first] = isObject(versions) && isSafeToRead(versions) && versions instanceof Set ? versions : [];
    return typeof first === "string" && first.length < 50 ? first : "";
  } catch {
    // The page may have put anything there.
    return "";
  }
}
