import { auditAccessibility } from "../../host/analysis/accessibility/audit.js";
import { auditLayout } from "../../host/analysis/layout/audit.js";
import { missingTestIds } from "../../host/analysis/suggest-test-id.js";
import { testIdOf } from "../../host/analysis/test-ids.js";
import type { AnnotationTarget } from "../../host/contract/annotation.js";
import type { Capture } from "../../host/contract/capture.js";
import { groupBy } from "../../host/contract/group-by.js";
import { limits } from "../../host/contract/limits.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../host/contract/reader.js";
import { elementTargetOf } from "../../host/contract/targets.js";
import { testIdAttributes } from "../../host/contract/test-ids.js";
import type { AnnotationFields } from "../sidebar/state/annotations.js";
import { count, type findingLabels } from "../sidebar/texts.js";

/** A finding of a capture that the user can turn into an annotation. */
export interface ListedFinding {
  readonly title: string;
  readonly detail: string;
  readonly severity: AnnotationFields["severity"];
  /** Where it is; the page where no element can be named. */
  readonly target: AnnotationTarget;
  readonly note: AnnotationFields;
}

export type FindingGroup = keyof typeof findingLabels;
export type Findings = Readonly<Record<FindingGroup, readonly ListedFinding[]>>;

/** Returns all findings of a capture, worst first within each group. */
export function findingsOf(capture: Capture): Findings {
  const reader = readCapture(capture);
  return {
    accessibility: accessibilityFindings(reader),
    layout: layoutFindings(reader),
    network: capture.network
      .filter(({ status }) => status === "fail")
      .map(({ url, kind }) => finding(reader, [], { title: `Failed request: ${url}`, detail: kind, severity: "medium" })),
    console: capture.console.map(({ message, at }) =>
      finding(reader, [], { title: `Uncaught error: ${message}`, detail: new Date(at).toLocaleTimeString(), severity: "high" }),
    ),
    "test-ids": testIdFindings(reader),
    holes: capture.holes.map(({ kind, ref, detail }) =>
      finding(reader, [reader.byRef(ref)], { title: `Not read: ${detail}`, detail: kind, severity: "low" }),
    ),
  };
}

const severities: Readonly<Record<string, "high" | "low">> = { critical: "high", serious: "high", minor: "low" };

/** Elements with the same problem are grouped into one finding. */
function accessibilityFindings(reader: CaptureReader): ListedFinding[] {
  const { findings } = auditAccessibility(reader);
  const groups = groupBy(findings, ({ rule, message }) => `${rule} ${message}`);
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const elements = same.map(({ element }) => element);
    const title = inWords(first.message, reader);
    const detail = [first.rule, first.impact, ...first.wcag.map((criterion) => `WCAG ${criterion}`)].join(" · ");
    const checks: Checks = [{ kind: "no-finding", rule: first.rule }];
    return finding(reader, elements, { title, detail, kind: "accessibility", severity: severities[first.impact] ?? "medium", checks });
  });
}

function layoutFindings(reader: CaptureReader): ListedFinding[] {
  return auditLayout(reader).map(({ rule, severity, element, other, message }) =>
    finding(reader, [element, other], {
      title: inWords(message, reader),
      detail: rule,
      kind: "layout",
      severity,
      checks: [{ kind: "no-finding", rule }],
    }),
  );
}

function testIdFindings(reader: CaptureReader): ListedFinding[] {
  const attribute = habitOf(reader);
  return missingTestIds(reader, testIdAttributes).map(({ element, suggestion }) => {
    const title = `${nameOf(element)} has no test id`;
    const checks: Checks = [{ kind: "attribute", attribute, expected: suggestion }];
    const made = finding(reader, [element], { title, detail: "", kind: "change", severity: "low", checks });
    const note = { ...made.note, comment: `Give this element ${attribute}="${suggestion}".` };
    return { ...made, detail: `Could be ${attribute}="${suggestion}"`, note };
  });
}

function habitOf(reader: CaptureReader): string {
  const used = [...reader.elements()].map((element) => testIdOf(element)).find((known) => known !== undefined);
  return used?.attribute ?? testIdAttributes[0];
}

/** Agents know elements by their refs, people by role and name. */
function inWords(message: string, reader: CaptureReader): string {
  return message.replace(/\be\d+\b/g, (ref) => {
    const element = reader.byRef(ref);
    return element === undefined ? ref : nameOf(element);
  });
}

/** `button “Buy now”`. */
function nameOf({ role, tag, name, text }: Pick<CapturedElement, "role" | "tag" | "name" | "text">): string {
  const label = name || text;
  return label === "" ? role || tag : `${role || tag} “${label.length > 60 ? `${label.slice(0, 59)}…` : label}”`;
}

/** `checks`: what is no longer true when it is settled. */
type Facts = Pick<ListedFinding, "title" | "detail" | "severity"> & Partial<Pick<AnnotationFields, "kind" | "checks">>;

type Checks = NonNullable<AnnotationFields["checks"]>;

/** The contract's bounds of an annotation. */
const elementsMax = 50;

/** Elements that are unknown or gone are left out. */
function finding(
  reader: CaptureReader,
  about: readonly (CapturedElement | undefined)[],
  { title, detail, kind = "bug", severity, checks }: Facts,
): ListedFinding {
  const elements = about.flatMap((element) => element ?? []);
  const named = elements.slice(0, elementsMax).map(({ index }) => elementTargetOf(reader, index));
  const where = elements.length > 1 ? [count(elements.length, "element")] : elements.map(nameOf);
  return {
    title,
    detail: [...new Set([...where, detail])].filter((part) => part !== "").join(" · "),
    severity,
    target: named.length === 0 ? { type: "page" } : { type: "element", elements: named },
    note: {
      ...{ comment: title.slice(0, limits.commentMaxChars), kind, severity },
      ...(checks === undefined || named.length === 0 ? {} : { checks }),
    },
  };
}
