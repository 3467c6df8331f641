import { type Feature, weights as present } from "../../../../host/analysis/source/weights.js";
import { type Choice, fitLogit } from "../../conditional-logit.js";
import { type Example, isIt, modes } from "./examples.js";
import { judge, percent, rateLine, type Table } from "./rates.js";

const features = Object.keys(present).filter((name): name is Feature => name !== "none");
/** Set by hand: no app of the bench decides them. */
const set: ReadonlySet<string> = new Set(["stated", "statedUse", "ofTests", "ofDocs", "built", "defines", "namedFile", "asked"]);
/** Features whose weight may have either sign. */
const either: ReadonlySet<string> = new Set(["component", "data", "dataAlone"]);
/** Holds a weight that few examples need near the present one; a fourth and four times as much made no difference of a point. */
const decay = 0.004;

/** The weights under which the examples are likeliest, none of them for `without`. A feature does not come to count for its opposite. */
function fittedWeights(examples: readonly Example[], without: readonly string[] = []): Table {
  const names = features.filter((name) => !set.has(name));
  const choices = examples.map(({ places, isRight }): Choice => {
    const inputs = places.map((one) => Float64Array.from([...names.map((name) => one.features[name] ?? 0), 1]));
    const fixed = places.map((one) =>
      [...set].reduce((sum, name) => sum + present[name as Feature] * (one.features[name as Feature] ?? 0), 0),
    );
    return { inputs, isIt: places.map((one) => isIt(one, isRight)), fixed };
  });
  const start = Float64Array.from([...names.map((name) => present[name]), -present.none]);
  const bind = (weights: Float64Array) =>
    names.forEach((name, at) => {
      const isOpposite = (weights[at] ?? 0) * present[name] < 0 && !either.has(name);
      if (isOpposite || without.includes(name)) weights[at] = 0;
    });
  bind(start);
  const fitted = fitLogit(choices, { start, decay, bind });
  const rounded = names.map((name, at) => [name, Number((fitted[at] ?? 0).toFixed(2))] as const);
  return { ...present, ...Object.fromEntries(rounded), none: -Number((fitted.at(-1) ?? 0).toFixed(2)) };
}

/** How often answers are right, each app judged by weights fitted on others; what of that is lost without each feature; the table for `weights.ts`. */
export function fitReport(examples: readonly Example[], without: readonly string[]): string {
  const all = heldOut(examples);
  const ofMode = (judged: typeof all, mode: string) => judged.filter((one) => one.mode === mode);
  const first = (judged: typeof all, mode: string) =>
    ofMode(judged, mode).filter(({ rank }) => rank === 1).length / ofMode(judged, mode).length;
  const losses = without.map((name) => {
    const left = heldOut(examples, [name]);
    return `without ${name}: ${modes.map((mode) => `${mode} ${percent(first(all, mode) - first(left, mode))}`).join(", ")} points of top-1`;
  });
  const table = Object.entries(fittedWeights(examples)).map(([name, weight]) => `  ${name}: ${weight},`);
  return [...modes.map((mode) => rateLine(mode, ofMode(all, mode))), ...losses, ...table].join("\n");
}

/** Parts of the apps, each judged by weights that are fitted on the others. */
const folds = 5;

function heldOut(examples: readonly Example[], without: readonly string[] = []) {
  const apps = [...new Set(examples.map(({ app }) => app))];
  return Array.from({ length: folds }, (_, fold) => new Set(apps.filter((_, at) => at % folds === fold))).flatMap((held) => {
    const table = fittedWeights(
      examples.filter(({ app }) => !held.has(app)),
      without,
    );
    return judge(
      examples.filter(({ app }) => held.has(app)),
      table,
    );
  });
}
