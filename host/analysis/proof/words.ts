import type { CheckResult } from "./checks.js";

type Result = Pick<CheckResult, "expected" | "found" | "status"> & { readonly kind: string; readonly subject?: string | undefined };

/** A check in words: `should be “64,50 €”, found “$ 64.5”`. What is compared is named where it is not the text. */
export function checkWords({ kind, subject, expected, found, status }: Result): string {
  const quoted = (text: string) => (kind === "text" || kind === "name" ? `“${text}”` : text);
  const what = kind === "text" ? "" : `${subject ?? kind} `;
  const seen = status === "cannot-tell" ? `cannot tell: ${found}` : `found ${/^not found/.test(found) ? "no such element" : quoted(found)}`;
  if (status === "pass") return `${what}is ${quoted(found)}`;
  return expected === "" ? seen : `${what}should be ${quoted(expected)}, ${seen}`;
}
