import type { Finding } from "../../../host/contract/capture.js";
import type { AxeNodeResult, AxeRule } from "./axe.js";

/** Elements that break a rule in the same way become one finding; those that the capture does not hold are left out. */
export function findingsOf(
  rule: AxeRule,
  help: string,
  violations: readonly AxeNodeResult[],
  refOf: (element: Element) => string | undefined,
): Finding[] {
  const groups = new Map<string, Finding & { refs: string[] }>();
  for (const violation of violations) {
    const ref = refOf(violation.node.element);
    if (ref === undefined) continue;
    const impact = impactOf(violation.impact);
    // A rule with very many different messages says its general one for the rest.
    const detail = groups.size < 25 ? messageOf(violation) : "";
    const message = (detail === "" ? help : `${help}: ${detail}`).slice(0, 1_000);
    const known = groups.get(`${impact} ${message}`);
    if (known !== undefined) known.refs.push(ref);
    else groups.set(`${impact} ${message}`, { rule: rule.id, impact, wcag: criteriaOf(rule.tags), refs: [ref], message });
  }
  return [...groups.values()];
}

/** What failed: one of `any` would have been enough, so all of them are told; of the others those that failed. */
function messageOf({ any, all, none }: AxeNodeResult): string {
  const messages = [...none, ...all, ...any].map(({ message }) => message ?? "").filter((message) => message !== "");
  return [...new Set(messages)].join("; ");
}

function impactOf(impact: string | null | undefined): Finding["impact"] {
  return impact === "minor" || impact === "serious" || impact === "critical" ? impact : "moderate";
}

/** `wcag143` is success criterion 1.4.3, `wcag1410` is 1.4.10; other tags name levels and other laws. */
function criteriaOf(tags: readonly string[]): string[] {
  return tags.flatMap((tag) => {
    const [, principle, guideline, criterion] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
    return principle === undefined ? [] : [`${principle}.${guideline}.${criterion}`];
  });
}
