import type { Finding } from "../../contract/capture.js";
import type { AccessibilityFinding } from "./audit.js";

/**
 * Tells once what a rule says of the page in each of its frames, as of adverts that lack headings: the first frame stands for all, and the
 * message names the others. What is said of the page itself stays apart.
 */
export function foldFrames(findings: readonly AccessibilityFinding[]): AccessibilityFinding[] {
  const frames = new Map<string, AccessibilityFinding[]>();
  for (const finding of findings) if (isOfFrame(finding)) frames.set(keyOf(finding), [...(frames.get(keyOf(finding)) ?? []), finding]);
  return findings.flatMap((finding) => {
    if (!isOfFrame(finding)) return [finding];
    const [first = finding, ...more] = frames.get(keyOf(finding)) ?? [];
    if (first !== finding) return [];
    if (more.length === 0) return [finding];
    const refs = more.map(({ element }) => element?.ref).join(" ");
    return [{ ...finding, message: `${finding.message} (so in ${more.length} more frames: ${refs})` }];
  });
}

/** Findings in the same words, of several frames' documents, as one with the refs of all. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const known = merged.get(key);
    merged.set(key, known === undefined ? finding : { ...known, refs: [...known.refs, ...finding.refs] });
  }
  return [...merged.values()];
}

/** A finding on the root element of a document in the page's. */
function isOfFrame({ element }: AccessibilityFinding): boolean {
  return element !== undefined && element.tag === "html" && element.parent >= 0;
}

function keyOf({ rule, impact, message }: Pick<Finding, "rule" | "impact" | "message">): string {
  return `${rule} ${impact} ${message}`;
}
