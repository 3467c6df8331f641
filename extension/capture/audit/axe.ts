import axeCore from "axe-core";

// Runs axe-core in slices through its internals. The public `axe.run` builds its tree anew at each call and cannot pause within a rule: rule by
// rule it took 14 s on a page of 2,513 elements and 40 s on one of 9,877, where a single rule took up to 3.3 s; this takes 1.6 s and 3.6 s.

interface AxeNode {
  readonly actualNode: Element;
}

interface AxeCheck {
  readonly result?: boolean;
  readonly message?: string;
}

export interface AxeNodeResult {
  readonly node: { readonly element: Element };
  readonly impact?: string | null;
  readonly any: readonly AxeCheck[];
  readonly all: readonly AxeCheck[];
  readonly none: readonly AxeCheck[];
}

interface AxeRuleResult {
  readonly id: string;
  readonly nodes: AxeNodeResult[];
}

export interface AxeRule {
  readonly id: string;
  readonly tags: readonly string[];
  readonly preload: boolean;
  gather(context: object, options: object): AxeNode[];
  runSync(context: object, options: object): AxeRuleResult;
}

interface Axe {
  readonly version: string;
  readonly _audit: {
    readonly rules: readonly AxeRule[];
    readonly data: { readonly rules: Readonly<Record<string, { readonly help?: string }>> };
    noHtml: boolean;
    after(results: readonly AxeRuleResult[], options: object): AxeRuleResult[];
  };
  _selectCache?: unknown;
  readonly utils: {
    ruleShouldRun(rule: AxeRule, context: object, options: object): boolean;
    finalizeRuleResult(result: AxeRuleResult): { readonly violations: AxeNodeResult[] };
    publishMetaData(result: AxeRuleResult): void;
  };
  frameMessenger(messenger: { open(): void; post(): boolean }): void;
  setup(root: Element | Document): AxeNode;
  teardown(): void;
}

export const axe = partsOf(axeCore);

/** Throws where the bundled version lacks a part that is used here. */
function partsOf(value: object): Axe {
  if (isAxe(value)) return value;
  throw new Error(`the bundled axe-core ${axeCore.version} lacks parts that the audit needs`);
}

function isAxe(value: object): value is Axe {
  const { _audit, utils, setup, teardown, frameMessenger }: Partial<Axe> = value;
  const rule = _audit?.rules?.[0];
  const parts = [setup, teardown, frameMessenger, rule?.gather, rule?.runSync];
  return [...parts, utils?.ruleShouldRun, utils?.finalizeRuleResult, utils?.publishMetaData].every((part) => typeof part === "function");
}

// Its script leaves globals (the second is the store of the bundled polyfills), and would listen to messages of frames.
for (const name of ["axe", "__core-js_shared__"]) Reflect.deleteProperty(globalThis, name);
axe.frameMessenger({ open: () => undefined, post: () => false });
// Serialising elements clones them, which would load images and construct custom elements.
axe._audit.noHtml = true;

interface Slices {
  isSpent(): boolean;
  pause(): Promise<void>;
}

/** Divides work into tasks of `sliceMs` milliseconds, for `budgetMs` in all: `pause` waits for a new task when a slice is over. */
export function makeSlices(sliceMs: number, budgetMs: number): Slices {
  const end = performance.now() + budgetMs;
  let sliceEnd = performance.now() + sliceMs;
  return {
    isSpent: () => performance.now() >= end,
    async pause() {
      if (performance.now() < sliceEnd) return;
      await nextTask();
      sliceEnd = performance.now() + sliceMs;
    },
  };
}

/** Unlike timers, messages are not throttled in background tabs. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

/** Target duration of one batch: much longer than the overhead of a call, much shorter than a slice. */
const batchMs = 6;
/** A rule that blocks the page for so long on a single element, so many times, is aborted: one element cannot be divided further. */
const blockedMs = 250;
const maxBlocked = 3;

/** Runs a rule on batches whose size adapts to their time. Returns violations, and whether it was finished. Throws what axe-core throws. */
export async function runRule(rule: AxeRule, context: object, slices: Slices) {
  const options = { elementRef: true, resultTypes: ["violations"], preload: false };
  const nodes = rule.gather(context, options);
  const results: AxeNodeResult[] = [];
  let done = 0;
  let blocked = 0;
  for (let size = 4; done < nodes.length && blocked < maxBlocked && !slices.isSpent(); ) {
    const batch = nodes.slice(done, done + size);
    const onBatch: AxeRule = Object.assign(Object.create(rule), { gather: () => batch });
    const started = performance.now();
    results.push(...onBatch.runSync(context, options).nodes);
    const took = performance.now() - started;
    done += batch.length;
    if (took > blockedMs && batch.length === 1) blocked++;
    size = took > batchMs ? Math.max(1, Math.ceil(size / 2)) : Math.min(512, size * 2);
    await slices.pause();
  }
  // Rules that compare elements with each other do so in `after`. Messages are made only for possible violations.
  const [result] = results.length === 0 ? [] : axe._audit.after([{ id: rule.id, nodes: results }], options);
  const failed = { id: rule.id, nodes: result?.nodes.filter(mayFail) ?? [] };
  // Before the result is finalized, which removes what the messages are made from.
  axe.utils.publishMetaData(failed);
  return { violations: axe.utils.finalizeRuleResult(failed).violations, finished: done >= nodes.length };
}

function mayFail({ any, all, none }: AxeNodeResult): boolean {
  const passed = any.length === 0 || any.some(({ result }) => result === true);
  return !passed || all.some(({ result }) => result !== true) || none.some(({ result }) => result !== false);
}
