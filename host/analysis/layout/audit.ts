import { weaklyMemoized } from "../../contract/memoized.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { isWithin } from "../element-facts.js";
import { judgedElements } from "../judged.js";
import { clippedText } from "./clipped-text.js";
import { Flow } from "./flow.js";
import { overflow, viewportOverflow } from "./overflow.js";
import { overlap } from "./overlap.js";
import type { LayoutFinding, LayoutRule, Severity } from "./rule.js";
import { invisibleInteractive, smallTarget } from "./targets.js";

export type { LayoutFinding } from "./rule.js";

const rules: readonly LayoutRule[] = [viewportOverflow, overflow, overlap, clippedText, smallTarget, invisibleInteractive];

export const layoutRules: readonly string[] = [
  "viewport-overflow",
  "overflow",
  "overlap",
  "clipped-text",
  "small-target",
  "invisible-interactive",
] satisfies LayoutFinding["rule"][];

export function auditLayout(reader: CaptureReader, within?: CapturedElement): LayoutFinding[] {
  return findingsOf(reader).filter(({ element }) => within === undefined || isWithin(reader, within.index, element.index));
}

const findingsOf = weaklyMemoized((reader: CaptureReader): readonly LayoutFinding[] => {
  const flow = new Flow(judgedElements(reader));
  return rules.flatMap((rule) => [...rule(flow)]).sort((a, b) => weights[b.severity] - weights[a.severity] || b.amount - a.amount);
});

const weights: Readonly<Record<Severity, number>> = { high: 2, medium: 1, low: 0 };
