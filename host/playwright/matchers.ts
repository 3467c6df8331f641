import { expect as base, type ExpectMatcherState, type Locator, type Page, test } from "@playwright/test";
import { auditAccessibility, ownRules } from "../analysis/accessibility/audit.js";
import { auditLayout, layoutRules } from "../analysis/layout/audit.js";
import { firstOf } from "../analysis/proof/causes.js";
import { type Decided, decideCase, decideOn } from "../analysis/proof/note-case.js";
import type { Capture, Finding } from "../contract/capture.js";
import { checkWords } from "../contract/check-kinds.js";
import { type Check, checkSchema } from "../contract/checks.js";
import type { NoteCase } from "../contract/note-cases.js";
import { pageKey } from "../contract/page.js";
import { truncate } from "../contract/printable.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { labelOf } from "../contract/targets.js";
import { placeOf, type Shown } from "./failure.js";
import { addressOf, readCases } from "./read-cases.js";
import type { Reading } from "./read-page.js";
import { settle } from "./settle.js";

/** Matchers on the judgements of svc's tools. On a page or a locator they wait, as Playwright's own do, until what is expected shows or the time is over. */
export const expect = base.extend({
  async toFit(this: ExpectMatcherState, received: Page | Locator | Capture, checks: Check | readonly Check[]) {
    const parsed = checkSchema.array().min(1).parse([checks].flat());
    return settle(this, "toFit", received, (reading) => {
      const decided = decideOn(reading.reader, parsed, reading.elements);
      return { status: decided.status, explain: () => explainChecks("The page does not fit", reading.reader, decided) };
    });
  },

  async toHaveNoFindings(this: ExpectMatcherState, received: Page | Locator | Capture, options: FindingOptions = {}) {
    const known = [...ownRules, ...layoutRules];
    const unknown = options.rules?.find((rule) => !known.includes(rule));
    if (unknown !== undefined) throw new Error(`There is no rule ${unknown}. Rules: ${known.join(", ")}.`);
    return settle(this, "toHaveNoFindings", received, (reading) => {
      const found = findingsOf(reading, options);
      const isThere = reading.elements?.length !== 0;
      const title = isThere ? `${found.length} finding${found.length === 1 ? "" : "s"}` : "There is no such element";
      return { status: isThere && found.length === 0 ? "pass" : "fail", explain: () => explainFindings(title, found) };
    });
  },

  async toKeep(this: ExpectMatcherState, received: Page | Capture, note: string | NoteCase) {
    const known = typeof note === "string" ? readCases().get(note) : note;
    if (known === undefined) throw new Error(`There is no note ${JSON.stringify(note)} in this project's cases.`);
    return settle(this, "toKeep", received, ({ reader }) => {
      const { url } = reader.capture.metadata;
      const title = `“${truncate(known.note.replace(/\s+/g, " "), 200)}” does not hold any more`;
      const lines = [`cannot tell: this is ${url}, the note is of ${known.page}`];
      if (pageKey(addressOf(known, url)) !== pageKey(url))
        return { status: "cannot-tell", explain: () => ({ title, lines, elements: [] }) };
      const decided = decideCase(reader, known);
      return { status: decided.status, explain: () => explainChecks(title, reader, decided, known.elements[0]?.label) };
    });
  },
});

async function explainChecks(title: string, reader: CaptureReader, { results, elements }: Decided, label?: string): Promise<Shown> {
  const [first] = elements;
  const place = first === undefined ? (label ?? "The page") : await placeOf(test.info(), reader, first);
  const open = results.filter(({ status }) => status !== "pass");
  return { title, lines: open.map((result) => `${place} ${checkWords(result)}`), elements };
}

type FindingOptions = { readonly rules?: readonly string[]; readonly impact?: Finding["impact"] };

const impacts: readonly Finding["impact"][] = ["minor", "moderate", "serious", "critical"];
const severityImpact = { low: "minor", medium: "moderate", high: "serious" } as const;

function findingsOf({ reader, elements }: Reading, { rules, impact = "minor" }: FindingOptions): readonly Found[] {
  const found = (elements ?? [undefined]).flatMap((within) => [
    ...auditAccessibility(reader, { within }).findings,
    ...auditLayout(reader, within).map((one) => ({ ...one, impact: severityImpact[one.severity] })),
  ]);
  return found.filter((one) => (rules === undefined || rules.includes(one.rule)) && impacts.indexOf(one.impact) >= impacts.indexOf(impact));
}

type Found = Pick<Finding, "rule" | "impact" | "message"> & { readonly element?: CapturedElement | undefined };

function explainFindings(title: string, found: readonly Found[]): Shown {
  const lines = found.map(({ rule, impact, element, message }) => {
    const where = element === undefined ? "" : `${labelOf(element)} ${element.selector}: `;
    return `${where}${message} (${rule}, ${impact})`;
  });
  return { title, lines: firstOf(lines, "more"), elements: found.flatMap(({ element }) => element ?? []) };
}
