import type { Nodes } from "../../host/contract/nodes.js";
import { at } from "./at.js";
import * as trait from "./attributes/trait.js";
import { matchesSelector } from "./dom.js";
import type { WalkState } from "./walk/state.js";

/** Which element each element of a chosen option is to look like, by index. */
export type LooksLike = ReadonlyMap<number, number>;

/** Attributes that scripts change with the choice. */
const revealing = new Set(["class", "style", "tabindex"]);
const chosen = ":checked, [aria-selected=true], [aria-checked=true]";

/** Pairs each chosen option with one of its list that is not, and the elements within where their tags agree. None where all are chosen. */
export function chosenOptions({ columns: { depth }, elements, records, parents }: WalkState): LooksLike {
  const chosenIn = new Map<number, readonly number[]>();
  const models = new Map<string, number>();
  for (let index = 0; index < records.length; index++) {
    const { traits, tag } = at(records, index);
    if ((traits & trait.option) === 0) continue;
    const parent = parents[index] ?? -1;
    const lists = [parent, parents[parent] ?? -1];
    if (matchesSelector(elements[index] as Element, chosen)) chosenIn.set(index, lists);
    else for (const list of lists) models.set(`${list} ${tag}`, index);
  }
  const pairs = new Map<number, number>();
  for (const [option, lists] of chosenIn) {
    const model = lists.map((list) => models.get(`${list} ${records[option]?.tag}`)).find((found) => found !== undefined);
    if (model === undefined) continue;
    for (let at = 0, end = alikeEnd(option, model); at < end; at++) pairs.set(option + at, model + at);
  }
  return pairs;

  /** How many elements of two options, themselves among them, have the same tags and depths: all of both, or the options alone. */
  function alikeEnd(one: number, other: number): number {
    const below = (index: number) => (depth[index] ?? 0) - (depth[one] ?? 0);
    let at = 1;
    for (; below(one + at) > 0 && below(other + at) > 0; at++)
      if (records[one + at]?.tag !== records[other + at]?.tag || below(one + at) !== below(other + at)) return 1;
    return below(one + at) > 0 || below(other + at) > 0 ? 1 : at;
  }
}

/** Returns the pairs of name and value that an element is to have: the model's revealing ones, else its own, but none that the model lacks. */
export function alikeAttributes<Name, Value>(
  own: ReadonlyMap<Name, Value>,
  model: ReadonlyMap<Name, Value>,
  nameOf: (name: Name) => string,
): Map<Name, Value> {
  return new Map(
    [...model].flatMap(([name, value]) => {
      const shown = revealing.has(nameOf(name)) ? value : own.get(name);
      return shown === undefined ? [] : [[name, shown] as const];
    }),
  );
}

/** Returns nodes in which no style, attribute or generated text shows which option is chosen. */
export function withAlikeOptions(nodes: Nodes, pairs: LooksLike): Nodes {
  if (pairs.size === 0) return nodes;
  const [style, attributes, attributeSets] = [[...nodes.style], [...nodes.attributes], [...nodes.attributeSets]];
  const [name, strings] = [[...nodes.name], [...nodes.strings]];
  const [before, after] = [pairsOf(nodes.before), pairsOf(nodes.after)];
  for (const [own, model] of pairs) {
    style[own] = nodes.style[model] ?? 0;
    const [set, modelSet] = [own, model].map((index) => pairsOf(nodes.attributeSets[nodes.attributes[index] ?? 0] ?? []));
    const alike = alikeAttributes(set ?? new Map(), modelSet ?? new Map(), (name) => nodes.strings[name] ?? "");
    attributes[own] = attributeSets.push([...alike].flat()) - 1;
    for (const generated of [before, after]) {
      const sign = strings[generated.get(own) ?? 0] ?? "";
      if (sign === "" || generated.has(model)) continue;
      generated.delete(own);
      name[own] = strings.push((strings[name[own] ?? 0] ?? "").replace(sign, "").trim()) - 1;
    }
  }
  return { ...nodes, name, strings, style, attributes, attributeSets, before: [...before].flat(), after: [...after].flat() };
}

function pairsOf(flat: readonly number[]): Map<number, number> {
  const pairs = new Map<number, number>();
  for (let at = 0; at < flat.length; at += 2) pairs.set(flat[at] ?? 0, flat[at + 1] ?? 0);
  return pairs;
}
