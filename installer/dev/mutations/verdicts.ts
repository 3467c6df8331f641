import type { IdlePair } from "../../../host/analysis/proof/unstable.js";
import { judge } from "../../../host/analysis/proof/verdict.js";
import type { Annotation } from "../../../host/contract/annotation.js";
import type { Check, Verdict } from "../../../host/contract/checks.js";
import { elementTargetOf } from "../../../host/contract/targets.js";
import { aligned } from "../table.js";
import type { Action, Truth } from "./actions.js";
import { Dice } from "./dice.js";
import type { MutablePage } from "./page.js";
import { type Known, planMutations } from "./plan.js";
import type { Measure } from "./run.js";

/** What an edit does about an annotation's checks, with its share of the cases. */
const editShares = { right: 4, misses: 2, "right, and more": 2, "wrong element": 1, "not built": 1 } as const;
type Edit = keyof typeof editShares;
const edits = Object.keys(editShares) as readonly Edit[];
const rota = edits.flatMap((edit) => Array.from({ length: editShares[edit] }, () => edit));

interface VerdictCase {
  readonly page: string;
  readonly edit: Edit;
  readonly check: Check;
  readonly verdict: Verdict;
  readonly isRight: boolean;
  /** Whether the element that was changed beside the annotation's is named; undefined where none was. */
  readonly namesMore: boolean | undefined;
}

/** Makes edits that fulfil an annotation's check or do not, and holds the verdict against what was done; a capture on either side of each. */
export function verdicts(): Measure<VerdictCase> {
  let made = 0;
  return {
    judge: async (page, name, seed) => {
      const one = await tryEdit(page, name, seed, rota[made % rota.length] ?? "right");
      if (one !== undefined) made++;
      return one === undefined ? [] : [one];
    },
    table: verdictTable,
    misses: wrongVerdicts,
  };
}

/** Undefined where the page offers no two elements of one kind, or the edit shows nothing. */
async function tryEdit(page: MutablePage, name: string, seed: number, edit: Edit): Promise<VerdictCase | undefined> {
  const [first, before] = [await page.capture(), await page.capture()];
  const asked = new Dice(seed).of(["style", "text", "attribute"] as const);
  const [planned, other] = planMutations(before, seed, 2).filter(({ kind }) => kind === asked);
  if (planned === undefined || other === undefined || !("target" in planned) || !("target" in other)) return undefined;
  const target = before.ids.indexOf(planned.target);
  const check = checkOf(planned);
  if (check === undefined || target < 0) return undefined;
  const done: (Truth | undefined)[] = [];
  if (edit === "right" || edit === "right, and more") done.push(await page.mutate(planned));
  if (edit === "right, and more") done.push(await page.mutate(other));
  if (edit === "misses") {
    const miss = missing(planned, other);
    done.push(miss === undefined ? undefined : await page.mutate(miss));
  }
  if (edit === "wrong element") done.push(await page.mutate({ ...planned, target: other.target }));
  if (done.includes(undefined)) return undefined;
  const after = await page.capture();
  const verdict = judge({
    annotation: annotationAbout(before, target),
    ...{ before: named("before", before), after: named("after", after), checks: [check] },
    idle: [[named("first", first), named("before", before)] satisfies IdlePair],
    at: after.reader.capture.metadata.capturedAt,
  });
  const more = edit === "right, and more" || edit === "wrong element" ? done.at(-1) : undefined;
  const isNamed = (accepted: readonly number[]) =>
    verdict.alsoChanged.some(({ what, ref }) =>
      accepted.includes((what === "removed" ? before : after).ids[Number(ref.slice(1))] ?? Number.NaN),
    );
  const expected = edit.startsWith("right") ? "pass" : "fail";
  const namesMore = more === undefined ? undefined : isNamed(more.accepted);
  return { page: name, edit, check, verdict, isRight: verdict.status === expected, namesMore };
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

/** An edit of the same element that does not do what was asked for; undefined where the two styles are one. */
function missing(planned: Action, other: Action): Action | undefined {
  if (planned.kind === "style" && other.kind === "style") {
    const { property, value } = other;
    return property === planned.property && value === planned.value ? undefined : { ...planned, property, value };
  }
  if (planned.kind === "attribute") return { ...planned, value: `${planned.value}x` };
  return planned.kind === "text" ? { ...planned, words: "something else" } : planned;
}

function annotationAbout({ reader }: Known, index: number): Annotation {
  return {
    id: "asked",
    target: { type: "element", elements: [elementTargetOf(reader, index)] },
    comment: "",
    ...{ kind: "change", severity: "medium", status: "unresolved", createdAt: reader.capture.metadata.capturedAt },
  };
}

/** A row for each kind of edit: cases, right verdicts, false passes, collateral changes named, and the median of other changes reported. */
function verdictTable(cases: readonly VerdictCase[]): string {
  const rows = edits.map((edit) => {
    const of = cases.filter((one) => one.edit === edit);
    const more = of.filter(({ namesMore }) => namesMore !== undefined);
    const counts = of.map(({ verdict }) => verdict.alsoChangedTotal ?? verdict.alsoChanged.length).toSorted((a, b) => a - b);
    return [
      edit,
      of.length,
      of.filter(({ isRight }) => isRight).length,
      of.filter(({ verdict, isRight }) => !isRight && verdict.status === "pass").length,
      more.length === 0 ? "–" : `${more.filter(({ namesMore }) => namesMore).length}/${more.length}`,
      counts[Math.floor(counts.length / 2)] ?? "–",
    ];
  });
  return aligned([["edit", "cases", "right", "false pass", "named", "other changes (median)"], ...rows]);
}

function wrongVerdicts(cases: readonly VerdictCase[]): string {
  return cases
    .filter(({ isRight, namesMore }) => !isRight || namesMore === false)
    .map(({ page, edit, check, verdict: { status, reason = "", checks, alsoChanged } }) =>
      [page, edit, JSON.stringify(check), status, reason, JSON.stringify(checks), `${alsoChanged.length} other changes`].join("\n  "),
    )
    .join("\n");
}
