import type { Capture, Finding } from "../../../host/contract/capture.js";
import type { AnyElement } from "../dom.js";
import { truncate } from "../text.js";
import { type AxeNodeResult, type AxeRule, axe, makeSlices, runRule } from "./axe.js";

export interface AuditOptions {
  /** Milliseconds for the whole audit. Default: 10,000. */
  readonly budgetMs?: number;
  /** Milliseconds after which the page gets its turn. Default: 40. */
  readonly sliceMs?: number;
  /** Returns the ref of an element in the capture; undefined for one that is not in it. */
  refOf(element: Element): string | undefined;
}

type Accessibility = Capture["accessibility"];

/** Rules whose cost can grow with the square of the page run last, so that all others are finished when time runs out. */
const slowRules = ["color-contrast", "link-in-text-block", "target-size"];
/** Rules that use `elementsFromPoint`, which axe-core supports for its own document only. */
const windowRules = ["color-contrast", "target-size", "scrollable-region-focusable"];
/** WCAG 2.2's rule, which axe-core disables by default. */
const enabledRules = { rules: { "target-size": { enabled: true } } };
const maxFindings = 1_000;
const maxDocuments = 20;

/** Runs axe-core over a document and its frames of one origin, in slices; `detail` names unfinished and failed rules. Never rejects. */
export async function runAudit(document: Document, { budgetMs = 10_000, sliceMs = 40, refOf }: AuditOptions): Promise<Accessibility> {
  const slices = makeSlices(sliceMs, budgetMs);
  const findings: Finding[] = [];
  const unfinished = new Set<string>();
  for (const [index, root] of documentsOf(document).entries()) {
    const isTop = index === 0;
    try {
      const tree = axe.setup(root);
      axe._selectCache = [];
      const context = { include: [tree], exclude: [], frames: [], page: isTop, initiator: isTop, focusable: true };
      for (const rule of rulesFor(context, isTop)) {
        const outcome = slices.isSpent() ? undefined : await attempt(rule, context, slices);
        if (outcome?.finished !== true) unfinished.add(rule.id);
        findings.push(...findingsOf(rule, outcome?.violations ?? [], refOf));
        await slices.pause();
      }
    } finally {
      axe._selectCache = undefined;
      axe.teardown();
    }
  }
  const detail = truncate(`not finished in ${budgetMs} ms or not possible: ${[...unfinished].join(", ")}`, 4_000);
  return {
    status: unfinished.size === 0 && findings.length <= maxFindings ? "complete" : "partial",
    engine: `axe-core ${axe.version}`,
    ...(unfinished.size === 0 ? {} : { detail }),
    findings: findings.slice(0, maxFindings),
  };
}

/** Returns undefined when axe-core throws, as some of its checks do on malformed pages; the rule is then reported as unfinished. */
async function attempt(...run: Parameters<typeof runRule>): Promise<Awaited<ReturnType<typeof runRule>> | undefined> {
  try {
    return await runRule(...run);
  } catch {
    return undefined;
  }
}

/** Returns the enabled rules, without those that would load something. */
function rulesFor(context: object, isTop: boolean): AxeRule[] {
  return axe._audit.rules
    .filter((rule) => axe.utils.ruleShouldRun(rule, context, enabledRules) && !rule.preload && (isTop || !windowRules.includes(rule.id)))
    .sort((a, b) => slowRules.indexOf(a.id) - slowRules.indexOf(b.id));
}

function documentsOf(document: Document): Document[] {
  const found = [document];
  for (let next = 0; next < found.length && found.length < maxDocuments; next++) {
    for (const frame of found[next]?.querySelectorAll("iframe, frame") ?? []) {
      const { contentDocument }: AnyElement = frame;
      if (contentDocument) found.push(contentDocument);
    }
  }
  return found;
}

/** Groups elements that violate a rule in the same way into one finding; leaves out those that the capture does not have. */
function findingsOf(rule: AxeRule, violations: readonly AxeNodeResult[], refOf: AuditOptions["refOf"]): Finding[] {
  const help = axe._audit.data.rules[rule.id]?.help ?? rule.id;
  const groups = new Map<string, Finding & { refs: string[] }>();
  for (const violation of violations) {
    const ref = refOf(violation.node.element);
    if (ref === undefined) continue;
    const impact = impactOf(violation.impact);
    // After 25 different messages of one rule, the rest get its general one.
    const detail = groups.size < 25 ? messageOf(violation) : "";
    const message = truncate(detail === "" ? help : `${help}: ${detail}`, 1_000);
    const known = groups.get(`${impact} ${message}`);
    if (known !== undefined) known.refs.push(ref);
    else groups.set(`${impact} ${message}`, { rule: rule.id, impact, wcag: criteriaOf(rule.tags), refs: [ref], message });
  }
  return [...groups.values()];
}

/** Returns the messages of the failed checks, and of all checks in `any`, of which one would have sufficed. */
function messageOf({ any, all, none }: AxeNodeResult): string {
  return [...new Set([...none, ...all, ...any].flatMap(({ message }) => message || []))].join("; ");
}

function impactOf(impact: string | null | undefined): Finding["impact"] {
  return impact === "minor" || impact === "serious" || impact === "critical" ? impact : "moderate";
}

/** `wcag143` is success criterion 1.4.3, `wcag1410` is 1.4.10; other tags are levels and other laws. */
function criteriaOf(tags: readonly string[]): string[] {
  return tags.flatMap((tag) => {
    const [, principle, guideline, criterion] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
    return principle === undefined ? [] : [`${principle}.${guideline}.${criterion}`];
  });
}
