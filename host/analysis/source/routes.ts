import { groupBy } from "../../contract/group-by.js";
import { onceForList } from "./cached-parser.js";
import { plainName } from "./library-names.js";

/** Files that routers which go by files show at addresses: those of Nuxt, Astro and Next's `pages`, of Next's `app`, of SvelteKit. */
const routed = [
  /^((?:.*\/)?pages\/)(.+?)\.(?:vue|astro|[jt]sx|mdx?)$/,
  /^((?:.*\/)?app\/)((?:.*\/)?(?:page|layout|template)\.[jt]sx)$/,
  /^((?:.*\/)?routes\/)((?:.*\/)?\+(?:page|layout)[^/]*\.svelte)$/,
];
/** Parts of a path that are none of the address. */
const unnamed = /^(?:\([^.][^/]*\)|@.*|index|\+?(?:page|layout|template)[.@].*)$/;
/** A page with an underscore and components beside pages have no address of their own; intercepted ones are not read. */
const unread = /^[_(A-Z]|^components?$/;

function routeOf(file: string) {
  const [, root = "", path = ""] = routed.map((kind) => kind.exec(file)).find((match) => match !== null) ?? [];
  const parts = path.split("/").filter((part) => !unnamed.test(part));
  // A layout is shown at the addresses below it too, and so is what has pages in a folder of its name.
  const isAround = /\+?(?:layout|template)[^/]*$/.test(path) || (file.endsWith(".vue") && !/(?:^|\/)index$/.test(path));
  return path === "" || parts.some((part) => unread.test(part)) ? [] : [{ file, root, parts, isAround }];
}

/** Whether names of an address are those of a file's path, `[one]` for any and `[...some]` for any number of them. */
function isAt([part, ...parts]: readonly string[], names: readonly string[], isAround = false): boolean {
  if (part === undefined) return isAround || names.length === 0;
  if (part.includes("[...") || (part.startsWith("[[") && isAt(parts, names, isAround))) return true;
  const [name, ...rest] = names;
  return name !== undefined && (part.startsWith("[") || plainName(part) === name) && isAt(parts, rest, isAround);
}

/**
 * Returns what finds the files that are pages of other addresses than that with some plain names: beside a page of this one, in a folder with a page
 * of the root.
 */
export const otherPagesIn = onceForList((sources: readonly { readonly file: string }[]) => {
  const folders = [
    ...groupBy(
      sources.flatMap(({ file }) => routeOf(file)),
      ({ root }) => root,
    ).values(),
  ];
  return (names: readonly string[]): ReadonlySet<string> => {
    const isOwn = ({ parts }: { readonly parts: readonly string[] }) => !parts[0]?.includes("[...") && isAt(parts, names);
    const own = folders.filter((all) => all.some(({ parts }) => parts.length === 0) && all.some(isOwn));
    return new Set(own.flatMap((all) => all.filter(({ parts, isAround }) => !isAt(parts, names, isAround)).map(({ file }) => file)));
  };
});
