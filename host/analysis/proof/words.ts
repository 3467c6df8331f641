import type { CheckResult } from "./checks.js";

type Result = Pick<CheckResult, "expected" | "found" | "status"> & { readonly kind: string; readonly subject?: string | undefined };

/** Kinds whose expectation states what is compared. */
const unnamed: readonly string[] = ["text", "exists", "gone", "visible", "no-overlap", "no-overflow", "no-finding"];

/** A check in words: `should be “64,50 €”, found “$ 64.5”`. What is compared is named where that does not state it. */
export function checkWords({ kind, subject, expected, found, status }: Result): string {
  const quoted = (text: string) => (kind === "text" || kind === "name" ? `“${text}”` : text);
  const what = unnamed.includes(kind) ? "" : `${subject ?? kind} `;
  if (status === "pass") return `${what}is ${quoted(found)}`;
  const seen =
    status === "cannot-tell" ? `cannot tell: ${found}` : `found ${found.startsWith("not found") ? "no such element" : quoted(found)}`;
  if (expected === "") return seen;
  const [, verb = "be", value = expected] = (kind === "text" && /^(contain|match)(?:s|es) (.*)$/s.exec(expected)) || [];
  return `${what}should ${verb} ${quoted(value)}, ${seen}`;
}
