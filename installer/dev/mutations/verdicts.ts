import { judge } from "../../../host/analysis/proof/verdict.js";
import type { Annotation } from "../../../host/contract/annotation.js";
import type { Check, Verdict } from "../../../host/contract/checks.js";
import { elementTargetOf } from "../../../host/contract/targets.js";
import { aligned } from "../table.js";
import type { Action } from "./actions.js";
import type { Known } from "./plan.js";
import type { Measure, Trial } from "./run.js";

/** What was asked for beside what was done, and the verdict that this must have. */
const edits = { done: "pass", "another value": "fail", "another element": "fail", "not built": "fail" } as const;
const kindsOfEdit = Object.keys(edits) as readonly (keyof typeof edits)[];

interface VerdictCase {
  readonly page: string;
  readonly edit: keyof typeof edits;
  readonly check: Check;
  readonly verdict: Verdict;
  readonly isRight: boolean;
  /** Whether an element that was changed beside the annotation's is named; undefined where none was. */
  readonly namesMore?: boolean;
}

/** Holds verdicts on checks against what was done on the page: each mutation that a check can ask for is asked for, and three that were not made. */
export const verdicts: Measure<VerdictCase> = { judge: judgeTrial, table: tableOf, misses: missesOf };

function judgeTrial({ page, first, before, after, done }: Trial): VerdictCase[] {
  const ask = (edit: VerdictCase["edit"], check: Check, index: number, [from, to]: readonly [Known, Known]): VerdictCase => {
    const { capturedAt } = before.reader.capture.metadata;
    const target: Annotation["target"] = { type: "element", elements: [elementTargetOf(before.reader, index)] };
    const verdict = judge({
      annotation: { id: "asked", target, comment: "", kind: "change", severity: "medium", status: "unresolved", createdAt: capturedAt },
      ...{ before: named("before", from), after: named("after", to), checks: [check], at: to.reader.capture.metadata.capturedAt },
      idle: edit === "not built" ? [] : [[named("first", first), named("before", before)]],
    });
    return { page, edit, check, verdict, isRight: verdict.status === edits[edit] };
  };
  return done.flatMap(({ action }) => {
    const check = checkOf(action);
    const index = indexIn(before, action);
    if (check === undefined || index < 0) return [];
    const others = done.filter((one) => one.action !== action);
    const fulfilled = ask("done", check, index, [before, after]);
    const isNamed = fulfilled.verdict.alsoChanged.some(({ what, ref }) => {
      const id = (what === "removed" ? before : after).ids[Number(ref.slice(1))] ?? Number.NaN;
      return others.some(({ truth }) => truth.accepted.includes(id));
    });
    const unlike = others.find(({ action: { kind } }) => kind === action.kind)?.action;
    const [otherCheck, otherIndex] = unlike === undefined ? [undefined, -1] : [checkOf(unlike), indexIn(before, unlike)];
    const isOther = otherCheck !== undefined && otherIndex >= 0 && JSON.stringify(otherCheck) !== JSON.stringify(check);
    return [
      { ...fulfilled, ...(others.length === 0 ? {} : { namesMore: isNamed }) },
      ask("not built", check, index, [first, before]),
      ...(isOther
        ? [ask("another value", otherCheck, index, [before, after]), ask("another element", check, otherIndex, [before, after])]
        : []),
    ];
  });
}

function indexIn({ ids }: Known, action: Action): number {
  return "target" in action ? ids.indexOf(action.target) : -1;
}

function named(filename: string, { reader }: Known) {
  return { filename, capture: reader.capture };
}

function checkOf(action: Action): Check | undefined {
  if (action.kind === "style") return { kind: "property", property: action.property, expected: action.value };
  if (action.kind === "attribute" && action.way === "set") return { kind: "attribute", attribute: action.name, expected: action.value };
  if (action.kind === "text" && action.way === "replace") return { kind: "text", compare: "contains", expected: action.words };
  return undefined;
}

/** A row for each kind of edit: cases, right verdicts, false passes, and in how many a change beside it is named. */
function tableOf(cases: readonly VerdictCase[]): string {
  const rows = kindsOfEdit.map((edit) => {
    const of = cases.filter((one) => one.edit === edit);
    const more = of.filter(({ namesMore }) => namesMore !== undefined);
    const falsePasses = of.filter(({ verdict, isRight }) => !isRight && verdict.status === "pass");
    const share = more.length === 0 ? "–" : `${more.filter(({ namesMore }) => namesMore).length}/${more.length}`;
    return [edit, of.length, of.filter(({ isRight }) => isRight).length, falsePasses.length, share];
  });
  return aligned([["asked for", "cases", "right", "false pass", "another change named"], ...rows]);
}

function missesOf(cases: readonly VerdictCase[]): string {
  return cases
    .filter(({ isRight, namesMore }) => !isRight || namesMore === false)
    .map(({ page, edit, check, verdict: { status, reason = "", checks, alsoChanged } }) =>
      [page, edit, JSON.stringify(check), status, reason, JSON.stringify(checks), `${alsoChanged.length} other changes`].join("\n  "),
    )
    .join("\n");
}
