import { addToGroup } from "../../contract/group-by.js";
import { weaklyMemoized } from "../../contract/memoized.js";
import { onceForList } from "./cached-parser.js";
import { plainName } from "./library-names.js";
import type { Place } from "./place.js";
import { readSource } from "./source-text.js";
import { isComponentTag, type SourceText } from "./tags.js";

/** The plain names of the components that a place's tag makes: it, what stands in it, and what these make in turn. */
export type Reach = (place: Place) => ReadonlySet<string>;

/** Reads from all sources which components use which. */
export const reachOf = onceForList((sources: readonly SourceText[]): Reach => {
  const used = new Map<string, string[]>();
  for (const { user, name } of sources.flatMap(usesOf)) addToGroup(used, user, name);
  return ({ file, text, range: [from, to] }) => {
    const within = usesOf(readSource(file, text)).filter(({ offset }) => offset >= from && offset < to);
    const all = new Set(within.map(({ name }) => name));
    for (const one of all) for (const other of used.get(one) ?? []) all.add(other);
    return all;
  };
});

/** The components that a source uses, each by its plain name and by that without the prefix of an Angular project, with the component that does. */
const usesOf = weaklyMemoized(({ tags, components }: SourceText) => {
  let at = -1;
  return tags.flatMap(({ tag, offset }) => {
    while ((components[at + 1]?.offset ?? offset + 1) <= offset) at++;
    const user = plainName(components[at]?.name ?? "");
    const names = isComponentTag(tag) ? new Set([tag, tag.replace(/^[a-z]+-/, "")].map(plainName)) : [];
    return [...names].map((name) => ({ user, name, offset }));
  });
});
