import axeCore from "axe-core";

/** A node of axe's own flattened tree. */
export interface AxeNode {
  readonly actualNode: Element;
}

export interface AxeCheck {
  readonly result?: boolean;
  readonly message?: string;
}

/** One element as a rule has judged it. */
export interface AxeNodeResult {
  readonly node: { readonly element: Element };
  readonly impact?: string | null;
  readonly any: readonly AxeCheck[];
  readonly all: readonly AxeCheck[];
  readonly none: readonly AxeCheck[];
}

export interface AxeRuleResult {
  readonly id: string;
  nodes: AxeNodeResult[];
}

export interface AxeContext {
  readonly include: readonly AxeNode[];
  readonly exclude: readonly AxeNode[];
  readonly frames: readonly unknown[];
  /** The whole page is looked at: rules about the page apply. */
  readonly page: boolean;
  readonly initiator: boolean;
  readonly focusable: boolean;
}

export interface AxeRule {
  readonly id: string;
  readonly tags: readonly string[];
  readonly pageLevel: boolean;
  readonly preload: boolean;
  gather(context: AxeContext, options: object): AxeNode[];
  runSync(context: AxeContext, options: object): AxeRuleResult;
}

/**
 * The parts of axe-core that running it in slices needs. Its public `run` looks at everything in one go per rule, and builds its tree anew for each
 * call; the parts below are what that function is made of.
 */
export interface Axe {
  readonly version: string;
  readonly _audit: {
    readonly rules: readonly AxeRule[];
    readonly data: { readonly rules: Readonly<Record<string, { readonly help?: string }>> };
    noHtml: boolean;
    after(results: readonly AxeRuleResult[], options: object): AxeRuleResult[];
  };
  _selectCache?: unknown;
  readonly utils: {
    ruleShouldRun(rule: AxeRule, context: AxeContext, options: object): boolean;
    finalizeRuleResult(result: AxeRuleResult): { readonly violations: AxeNodeResult[] };
    publishMetaData(result: AxeRuleResult): void;
  };
  frameMessenger(messenger: { open(): void; post(): boolean }): void;
  setup(root: Element | Document): AxeNode;
  teardown(): void;
}

let prepared: Axe | undefined;

/** axe-core, without what its script sets up on load: globals, and a listener for messages from frames. */
export function quietAxe(): Axe {
  prepared ??= prepare(axeCore);
  return prepared;
}

function prepare(loaded: object): Axe {
  if (!isAxe(loaded)) throw new Error(`the bundled axe-core ${axeCore.version} lacks parts that slices need`);
  // The second one is the store of the polyfills in its bundle.
  for (const left of ["axe", "__core-js_shared__"]) Reflect.deleteProperty(globalThis, left);
  loaded.frameMessenger({ open: () => undefined, post: () => false });
  // Sources of elements are not wanted, and making them clones elements, which would load images and construct custom elements.
  loaded._audit.noHtml = true;
  return loaded;
}

function isAxe(value: object): value is Axe {
  const { _audit, utils, setup, teardown, frameMessenger }: Record<string, unknown> = { ...value };
  const rules: unknown = isRecord(_audit) ? _audit["rules"] : undefined;
  const [rule]: unknown[] = Array.isArray(rules) ? rules : [];
  return (
    [setup, teardown, frameMessenger].every((part) => typeof part === "function") &&
    isRecord(rule) &&
    ["gather", "runSync"].every((part) => typeof rule[part] === "function") &&
    isRecord(utils) &&
    ["ruleShouldRun", "finalizeRuleResult", "publishMetaData"].every((part) => typeof utils[part] === "function")
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
