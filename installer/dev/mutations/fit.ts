import { candidates, weights as present } from "../../../host/contract/find-again.js";
import { type Likenesses, likenessesTo } from "../../../host/contract/likeness.js";
import { elementTargetOf } from "../../../host/contract/targets.js";
import type { EditedPage } from "./find-again.js";

/** A picked element whose fate is known: what its candidates are like, and which of them are it. None is where it is gone. */
export interface Example {
  readonly inputs: readonly Float64Array[];
  readonly isIt: readonly boolean[];
}

type Name = keyof Likenesses;

const names = Object.keys(present) as Name[];

/** Likenesses that speak against an element. */
const against = new Set<Name>(["isNeighbour"]);
const steps = 400;
const rate = 0.15;
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

/**
 * The weights under which what happened to the elements is likeliest, two for each likeness and at last the prior: a conditional logit with an
 * outside option, by gradient descent with momentum (Kingma and Ba, "Adam", ICLR 2015). It is convex, so the start does not matter. No likeness
 * counts for the opposite of what its name states.
 */
function fitted(examples: readonly Example[]): Float64Array {
  const weights = new Float64Array(names.length * 2 + 1);
  const [mean, spread] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  for (let step = 1; step <= steps; step++) {
    const size = step < steps * 0.7 ? rate : rate / 5;
    gradientOf(weights, examples).forEach((sum, at) => {
      const slope = sum / examples.length + decay * (weights[at] ?? 0);
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      spread[at] = 0.999 * (spread[at] ?? 0) + 0.001 * slope ** 2;
      const [first, second] = [(mean[at] ?? 0) / (1 - 0.9 ** step), (spread[at] ?? 0) / (1 - 0.999 ** step)];
      weights[at] = (weights[at] ?? 0) - (size * first) / (Math.sqrt(second) + 1e-9);
    });
    names.forEach((name, at) => {
      const [alike = 0, unlike = 0] = weights.subarray(2 * at, 2 * at + 2);
      if (alike < unlike !== against.has(name)) weights.fill((alike + unlike) / 2, 2 * at, 2 * at + 2);
    });
  }
  return weights;
}

/** Of the negative logarithm of the likelihood. Of two that are it, each is so for half. */
function gradientOf(weights: Float64Array, examples: readonly Example[]): Float64Array {
  const gradient = new Float64Array(weights.length);
  for (const { inputs, isIt } of examples) {
    const odds = inputs.map((input) => Math.exp(dot(input, weights)));
    const all = odds.reduce((sum, one) => sum + one, 1);
    const its = isIt.filter(Boolean).length;
    inputs.forEach((input, place) => {
      const excess = (odds[place] ?? 0) / all - (isIt[place] === true ? 1 / its : 0);
      if (Math.abs(excess) < 1e-6) return;
      for (let at = 0; at < input.length; at++) gradient[at] = (gradient[at] ?? 0) + excess * (input[at] ?? 0);
    });
  }
  return gradient;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
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
