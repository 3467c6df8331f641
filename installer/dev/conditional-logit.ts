/** Alternatives, of which one or none is it. */
export interface Choice {
  /** What each is like; the last number is 1. */
  readonly inputs: readonly Float64Array[];
  /** Several where any of them is right; none where it is not among them. */
  readonly isIt: readonly boolean[];
  /** What counts for each beside that. */
  readonly fixed?: readonly number[];
}

const steps = 400;
const rate = 0.15;

/**
 * The weights under which the choices are likeliest: a conditional logit with an outside option (McFadden, "Conditional Logit Analysis of Qualitative
 * Choice Behavior", 1974), by gradient descent with momentum (Kingma and Ba, "Adam", ICLR 2015).
 * `start`: where a weight stays that no choice needs, held by `decay`. `bind` is called after each step.
 */
export function fitLogit(
  choices: readonly Choice[],
  { start, decay, bind }: { readonly start: Float64Array; readonly decay: number; readonly bind: (weights: Float64Array) => void },
): Float64Array {
  const weights = Float64Array.from(start);
  const looked = choices.map((choice) => ({ ...choice, inputs: choice.inputs.map(sparse) }));
  const [mean, spread] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  for (let step = 1; step <= steps; step++) {
    const size = step < steps * 0.7 ? rate : rate / 5;
    gradientOf(weights, looked).forEach((sum, at) => {
      const slope = sum / choices.length + decay * ((weights[at] ?? 0) - (start[at] ?? 0));
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      spread[at] = 0.999 * (spread[at] ?? 0) + 0.001 * slope ** 2;
      const [first, second] = [(mean[at] ?? 0) / (1 - 0.9 ** step), (spread[at] ?? 0) / (1 - 0.999 ** step)];
      weights[at] = (weights[at] ?? 0) - (size * first) / (Math.sqrt(second) + 1e-9);
    });
    bind(weights);
  }
  return weights;
}

/** What of an input is not 0, by its position. */
type Sparse = readonly (readonly [at: number, value: number])[];

function sparse(input: Float64Array): Sparse {
  return [...input.entries()].filter(([, value]) => value !== 0);
}

/** Of the negative logarithm of the likelihood. Of several that are right the likelier ones count for more. */
function gradientOf(
  weights: Float64Array,
  choices: readonly (Omit<Choice, "inputs"> & { readonly inputs: readonly Sparse[] })[],
): Float64Array {
  const gradient = new Float64Array(weights.length);
  for (const { inputs, isIt, fixed } of choices) {
    const points = inputs.map((input, place) => input.reduce((sum, [at, value]) => sum + (weights[at] ?? 0) * value, fixed?.[place] ?? 0));
    const most = Math.max(0, ...points);
    const odds = points.map((one) => Math.exp(one - most));
    const all = odds.reduce((sum, one) => sum + one, Math.exp(-most));
    const right = odds.reduce((sum, one, place) => sum + (isIt[place] === true ? one : 0), 0);
    inputs.forEach((input, place) => {
      const share = odds[place] ?? 0;
      const excess = share / all - (isIt[place] === true && right > 0 ? share / right : 0);
      if (Math.abs(excess) < 1e-6) return;
      for (const [at, value] of input) gradient[at] = (gradient[at] ?? 0) + excess * value;
    });
  }
  return gradient;
}
