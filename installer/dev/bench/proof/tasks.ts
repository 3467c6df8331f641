import type { Check } from "../../../../host/contract/checks.js";

/** A piece of one of the app's files and what stands there instead; the piece occurs once. */
export type Edit = readonly [file: string, from: string, to: string];

/** What a person wants of one element, and edits of the app's sources that do it or do not. */
export interface Task {
  /** The element's own text, or a selector after `css:`. */
  readonly at: string;
  /** What the agent states when it resolves; or values that the person tries on the page. */
  readonly check?: Check;
  readonly tried?: { readonly property: string; readonly value: string };
  /** Fulfils the task. */
  readonly edit: Edit;
  /** Changes the element, and does not fulfil the task. */
  readonly miss?: Edit;
  /** Does to another element what was asked for here. */
  readonly wrong?: Edit;
  /** Collateral damage beside `edit`; `named`: the part of a row of `alsoChanged` that names it. */
  readonly also?: { readonly edit: Edit; readonly named: Readonly<Record<string, string>> };
  /** The person loads the page again, as the app cannot take the edit into the running page. */
  readonly needsReload?: boolean;
  /** A mistake after which the app does not build. */
  readonly broken?: Edit;
}

/** A page of an app with tasks written from its sources: an entry of `tasks.json` in the cache. */
export interface MeasuredApp {
  /** As in the list of apps. */
  readonly name: string;
  readonly path: string;
  /** The first four have `miss`, the first two `wrong`, the third `broken`, the last four `also`. */
  readonly tasks: readonly Task[];
}

/** What is done to the sources in answer to a task. */
export const kinds = ["right", "misses", "right, and more", "wrong element", "not built", "nothing done"] as const;
export type Kind = (typeof kinds)[number];

export interface Case {
  readonly app: string;
  readonly path: string;
  readonly task: Task;
  readonly kind: Kind;
  /** None: the files that the agent names were not changed. */
  readonly edits: readonly Edit[];
}

/** Twenty cases of an app: eight right, four that miss, four right with more, two on the wrong element, two with nothing built; and one with nothing done. */
export function casesOf({ name, path, tasks }: MeasuredApp): Case[] {
  const of = (kind: Kind, task: Task, edits: readonly (Edit | undefined)[]): Case[] =>
    edits.includes(undefined) ? [] : [{ app: name, path, task, kind, edits: edits.filter((edit) => edit !== undefined) }];
  return [
    ...tasks.flatMap((task) => of("right", task, [task.edit])),
    ...tasks.flatMap((task) => of("misses", task, [task.miss])),
    ...tasks.flatMap((task) => of("right, and more", task, [task.edit, task.also?.edit])),
    ...tasks.flatMap((task) => of("wrong element", task, [task.wrong])),
    ...tasks.flatMap((task) => of("not built", task, [task.broken])),
    // One that was not saved, or stands in a branch that is not served.
    ...tasks.slice(3, 4).flatMap((task) => of("not built", task, [])),
    // On a page with clocks and counters, for a task that is fulfilled already.
    ...tasks.slice(0, 1).flatMap(({ at, edit }) => of("nothing done", { at, edit, check: { kind: "exists" } }, [])),
  ];
}
