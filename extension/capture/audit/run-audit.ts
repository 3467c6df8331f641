import type { Capture, Finding } from "../../../host/contract/capture.js";
import { type Axe, type AxeContext, type AxeRule, quietAxe } from "./axe.js";
import { findingsOf } from "./findings.js";
import { runRule } from "./rule-run.js";
import { makeSlices, type Slices } from "./slices.js";

export interface AuditOptions {
  /** Milliseconds for the whole audit; 10,000 by default. */
  readonly budgetMs?: number;
  /** Milliseconds after which the page gets its turn; 40 by default. */
  readonly sliceMs?: number;
  /** The ref of an element in the capture; undefined for one that is not in it. */
  refOf(element: Element): string | undefined;
}

type Accessibility = Capture["accessibility"];

/** Their cost can grow with the square of the page: they run last, so that all others have had their say when time runs out. */
const slowRules = ["color-contrast", "link-in-text-block", "target-size"];
/** Look at what lies where in the window, which axe-core does for its own document only. */
const windowRules = ["color-contrast", "target-size", "scrollable-region-focusable"];
const asked = { rules: { "target-size": { enabled: true } } };
const findingsMax = 1_000;

/**
 * Runs axe-core's rules over a document and the documents of its frames of the same origin, a slice at a time, and says which rules it had no time
 * for. Makes no request, changes nothing on the page and leaves nothing behind. Never rejects because of a page: a rule that
 * fails on it is named in `detail`.
 */
export async function runAudit(document: Document, { budgetMs = 10_000, sliceMs = 40, refOf }: AuditOptions): Promise<Accessibility> {
  const axe = quietAxe();
  const slices = makeSlices(sliceMs, budgetMs);
  const findings: Finding[] = [];
  const notes = new Set<string>();
  for (const [index, root] of documentsOf(document).entries()) {
    await auditTree(axe, root, index === 0, { slices, findings, notes, refOf });
  }
  const late = [...notes];
  const detail = late.length === 0 ? undefined : `not finished in ${budgetMs} ms or not possible: ${late.join(", ")}`.slice(0, 4_000);
  return {
    status: detail === undefined && findings.length <= findingsMax ? "complete" : "partial",
    engine: `axe-core ${axe.version}`,
    ...(detail === undefined ? {} : { detail }),
    findings: findings.slice(0, findingsMax),
  };
}

interface Audit {
  readonly slices: Slices;
  readonly findings: Finding[];
  /** Rules that were not finished. */
  readonly notes: Set<string>;
  refOf(element: Element): string | undefined;
}

async function auditTree(axe: Axe, document: Document, top: boolean, { slices, findings, notes, refOf }: Audit): Promise<void> {
  try {
    const tree = axe.setup(document);
    axe._selectCache = [];
    const context: AxeContext = { include: [tree], exclude: [], frames: [], page: top, initiator: top, focusable: true };
    for (const rule of rulesFor(axe, context, top)) {
      const help = axe._audit.data.rules[rule.id]?.help ?? rule.id;
      const outcome = slices.spent() ? undefined : await attempt(() => runRule(axe, rule, context, slices));
      if (outcome?.finished !== true) notes.add(rule.id);
      if (outcome !== undefined) findings.push(...findingsOf(rule, help, outcome.violations, refOf));
      await slices.pause();
    }
  } finally {
    axe._selectCache = undefined;
    axe.teardown();
  }
}

/** Undefined for a rule that cannot cope with the page. */
async function attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch {
    // axe-core's checks throw on some malformed pages; the caller names the rule as not finished.
    return undefined;
  }
}

/** Those on by default and the one of WCAG 2.2, which axe-core leaves to be asked for; without those that would have to load something. */
function rulesFor(axe: Axe, context: AxeContext, top: boolean): AxeRule[] {
  const rules = axe._audit.rules.filter(
    (rule) => axe.utils.ruleShouldRun(rule, context, asked) && !rule.preload && (top || !windowRules.includes(rule.id)),
  );
  return rules.sort((a, b) => slowRules.indexOf(a.id) - slowRules.indexOf(b.id));
}

function documentsOf(document: Document): Document[] {
  const found = [document];
  for (let next = 0; next < found.length && found.length < 20; next++) {
    for (const frame of found[next]?.querySelectorAll("iframe, frame") ?? []) {
      const inner = "contentDocument" in frame ? (frame as HTMLIFrameElement).contentDocument : null;
      if (inner !== null) found.push(inner);
    }
  }
  return found;
}
