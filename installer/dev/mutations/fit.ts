import { candidates, weights as present } from "../../../host/contract/find-again.js";
import { type Likenesses, likenessesTo } from "../../../host/contract/likeness.js";
import { elementTargetOf } from "../../../host/contract/targets.js";
import { type Choice, fitLogit } from "../conditional-logit.js";
import type { EditedPage } from "./find-again.js";

/** A picked element whose fate is known: what its candidates are like, and which of them are it. None is where it is gone. */
export type Example = Choice;

type Name = keyof Likenesses;

const names = Object.keys(present) as Name[];

/** Likenesses that speak against an element. */
const against = new Set<Name>(["isNeighbour"]);
/** Holds a weight that no example needs at 0. */
const decay = 0.0002;

/** For each pick of an edited page two examples, of its record and of what older versions recorded; without those whose element is no candidate. */
export function examplesOf({ before, after, picks }: EditedPage): Example[] {
  return picks.flatMap(({ edit, index }) => {
    const facts = elementTargetOf(before.reader, index);
    const { around: _around, ...older } = facts;
    const its = new Set(indicesOf({ before, after }, index, edit.endsWith("duplicated")));
    const indices = candidates(after.reader, facts);
    const isIt = indices.map((one) => its.has(one));
    if (its.size > 0 && !isIt.includes(true)) return [];
    return [facts, older].map((record) => {
      const likenesses = likenessesTo(after.reader, record);
      return { inputs: indices.map((one) => inputOf(likenesses(one))), isIt };
    });
  });
}

/** Where an element is in the capture after; `isCopied`: with the clone that an edit made of it. */
function indicesOf({ before, after }: Pick<EditedPage, "before" | "after">, index: number, isCopied: boolean): readonly number[] {
  const { reader, ids } = after;
  const now = ids.indexOf(before.ids[index] ?? -2);
  if (now < 0) return [];
  if (!isCopied) return [now];
  const known = new Set(before.ids);
  for (const above of [now, ...reader.ancestors(now)]) {
    const next = reader.end(above);
    const isClone = next < reader.count && !known.has(ids[next] ?? -1) && reader.element(next).parent === reader.element(above).parent;
    if (isClone && reader.end(next) - next === next - above) return [now, now + next - above];
  }
  return [now];
}

/** Two numbers for each likeness, how alike and how unlike, and one for the prior. */
function inputOf(likenesses: Likenesses): Float64Array {
  const pairs = names.map((name) => likenesses[name]).flatMap((like) => (like === undefined ? [0, 0] : [like, 1 - like]));
  return Float64Array.from([...pairs, 1]);
}

/** Two weights for each likeness and at last the prior. No likeness counts for the opposite of what its name states. */
function fitted(examples: readonly Example[]): Float64Array {
  const bind = (weights: Float64Array) =>
    names.forEach((name, at) => {
      const [alike = 0, unlike = 0] = weights.subarray(2 * at, 2 * at + 2);
      if (alike < unlike !== against.has(name)) weights.fill((alike + unlike) / 2, 2 * at, 2 * at + 2);
    });
  return fitLogit(examples, { start: new Float64Array(names.length * 2 + 1), decay, bind });
}

/** The fitted table as `find-again.ts` has it. A likeness that every record has counts from 0: the rest of it is the prior's. */
export function weightsTable(examples: readonly Example[]): string {
  const weights = fitted(examples);
  let prior = weights.at(-1) ?? 0;
  const rows = names.map((name, at) => {
    const [alike = 0, unlike = 0] = weights.subarray(2 * at, 2 * at + 2);
    const isAlways = examples.every(({ inputs }) => inputs.every((input) => (input[2 * at] ?? 0) + (input[2 * at + 1] ?? 0) > 0));
    if (isAlways) prior += unlike;
    const [yes, no] = isAlways ? [alike - unlike, 0] : [alike, unlike];
    return `  ${name}: [${Number(yes.toFixed(2))}, ${Number(no.toFixed(2))}],`;
  });
  return [`${examples.length} picks`, ...rows, `prior ${Number(prior.toFixed(2))}`].join("\n");
}
