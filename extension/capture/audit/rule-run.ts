import type { Axe, AxeContext, AxeNode, AxeNodeResult, AxeRule } from "./axe.js";
import type { Slices } from "./slices.js";

/** What one rule said of one tree. */
export interface RuleOutcome {
  readonly violations: readonly AxeNodeResult[];
  /** False when time ran out or the rule was given up: what was found until then stands. */
  readonly finished: boolean;
}

/** Long enough to be worth a call, short enough for a slice. */
const batchMs = 6;
/** One look at one element cannot be cut into slices: a rule that blocks the page this long, this often, is given up. */
const blockedMs = 250;
const blockedMax = 3;

/** Runs one rule, a few elements at a time; their number follows the time that they take. */
export async function runRule(axe: Axe, rule: AxeRule, context: AxeContext, slices: Slices): Promise<RuleOutcome> {
  const options = { elementRef: true, resultTypes: ["violations"], preload: false };
  const nodes = rule.gather(context, options);
  const judged: AxeNodeResult[] = [];
  let done = 0;
  let blocked = 0;
  for (let size = 4; done < nodes.length && blocked < blockedMax && !slices.spent(); ) {
    const batch = nodes.slice(done, done + size);
    const start = performance.now();
    judged.push(...onlyOf(rule, batch).runSync(context, options).nodes);
    const took = performance.now() - start;
    done += batch.length;
    if (took > blockedMs && batch.length === 1) blocked++;
    size = took > batchMs ? Math.max(1, Math.ceil(size / 2)) : Math.min(512, size * 2);
    await slices.pause();
  }
  return { violations: violationsOf(axe, rule, judged, options), finished: done >= nodes.length };
}

/** The same rule, which finds just these elements. */
function onlyOf(rule: AxeRule, batch: AxeNode[]): AxeRule {
  const narrowed: AxeRule = Object.create(rule);
  narrowed.gather = () => batch;
  return narrowed;
}

/** Rules that compare elements do so after all have been seen; texts are made for what may have broken the rule only. */
function violationsOf(axe: Axe, rule: AxeRule, nodes: AxeNodeResult[], options: object): readonly AxeNodeResult[] {
  if (nodes.length === 0) return [];
  const [result] = axe._audit.after([{ id: rule.id, nodes }], options);
  if (result === undefined) return [];
  const failed = { id: rule.id, nodes: result.nodes.filter(mayFail) };
  // In this order: the final result no longer holds what the texts are made from.
  axe.utils.publishMetaData(failed);
  return axe.utils.finalizeRuleResult(failed).violations;
}

function mayFail({ any, all, none }: AxeNodeResult): boolean {
  const passed = any.length === 0 || any.some(({ result }) => result === true);
  return !passed || all.some(({ result }) => result !== true) || none.some(({ result }) => result !== false);
}
