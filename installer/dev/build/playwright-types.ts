import { z } from "zod";
import { captureSchema } from "../../../host/contract/capture.js";
import { checkSchema } from "../../../host/contract/checks.js";

const values = `
import type * as runner from "@playwright/test";

/** What tests may do with the page as svc reads it. */
export interface Svc {
  /** Reads the page as it is now, into the format of \`.svc/captures\`. With a name it is attached to the test's report. */
  capture(name?: string): Promise<Capture>;
}

export interface FindingOptions {
  /** All rules by default: those of audit_accessibility that need no axe-core, and of audit_layout. */
  readonly rules?: readonly string[];
  /** The least impact that counts. Findings of the layout have one by their severity: low is minor, medium moderate, high serious. */
  readonly impact?: "minor" | "moderate" | "serious" | "critical";
}

interface SvcMatchers {
  /** The element of a locator, or the page, passes these checks. */
  toFit(received: runner.Page | runner.Locator | Capture, checks: Check | readonly Check[]): Promise<runner.MatcherReturnType>;
  /** The audits find nothing on the page, or in the element of a locator. */
  toHaveNoFindings(received: runner.Page | runner.Locator | Capture, options?: FindingOptions): Promise<runner.MatcherReturnType>;
  /** The element of a note is found again and its checks hold. \`note\`: its id in svc.notes.json. */
  toKeep(received: runner.Page | Capture, note: string): Promise<runner.MatcherReturnType>;
}

/** Playwright's \`test\` with the fixture \`svc\`. */
export const test: runner.TestType<runner.PlaywrightTestArgs & runner.PlaywrightTestOptions & { svc: Svc }, runner.PlaywrightWorkerArgs & runner.PlaywrightWorkerOptions>;
export const expect: runner.Expect<SvcMatchers>;
/** Declares one test for each case of the project's svc.notes.json, or of another file. */
export function testNotes(file?: string): void;
`;

/** The types of `svc-capture/playwright`, whole in one file: those of checks and captures as their schemas have them. */
export function playwrightTypes(): string {
  const schemas = { Check: [checkSchema, "input"], Capture: [captureSchema, "output"] } as const;
  const named = Object.entries(schemas).map(([name, [schema, io]]) => {
    return `export type ${name} = ${typeText(z.toJSONSchema(schema, { io, reused: "inline", unrepresentable: "any" }))};\n`;
  });
  return [...named, values].join("");
}

/** A JSON schema as a TypeScript type. */
function typeText(schema: z.core.JSONSchema.JSONSchema | boolean): string {
  if (typeof schema === "boolean") return "unknown";
  const { const: only, enum: some, anyOf, oneOf, type, properties, required = [], items, prefixItems, additionalProperties } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (some !== undefined) return some.map((value) => JSON.stringify(value)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.map(typeText).join(" | ");
  if (prefixItems !== undefined) return `readonly [${prefixItems.map(typeText).join(", ")}]`;
  if (type === "array") return `readonly (${items === undefined || Array.isArray(items) ? "unknown" : typeText(items)})[]`;
  if (type === "object" && properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, field]) => `readonly ${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeText(field)}`,
    );
    return `{ ${fields.join("; ")} }`;
  }
  if (type === "object")
    return `Readonly<Record<string, ${additionalProperties === undefined ? "unknown" : typeText(additionalProperties)}>>`;
  return type === "integer" ? "number" : typeof type === "string" ? type : "unknown";
}
