import type { CheckKind, Verdict } from "./checks.js";
import { groupBy } from "./group-by.js";

/** What is known of a kind of check beside its schema. Apart from that, because the sidebar does without zod. */
interface KindOfCheck {
  /** The fields that it takes, in words for an agent. */
  readonly takes: string;
  /** Its expectation states what is compared. */
  readonly isPlain?: true;
  /** What else changes where it is fulfilled, as a pattern of a comparison's properties; by default any of the element's look, texts and attributes. */
  readonly follows?: string;
}

const words = "text|name|attribute (aria-label|alt|title|placeholder|value)";
const place = "style (margin.*|padding.*|gap|row-gap|column-gap|align.*|justify.*|position|top|left|right|bottom|inset.*|transform)";
const presence = "style (display|visibility|opacity)|attribute (hidden|inert|aria-hidden|style|class)";

export const kindsOfCheck: Readonly<Record<CheckKind, KindOfCheck>> = {
  exists: { takes: "", isPlain: true, follows: presence },
  gone: { takes: "", isPlain: true, follows: presence },
  visible: { takes: "", isPlain: true, follows: presence },
  "no-overlap": { takes: "", isPlain: true },
  "no-overflow": { takes: "", isPlain: true },
  role: { takes: "expected", follows: "role|attribute role" },
  name: { takes: "expected", follows: words },
  contrast: { takes: "expected", follows: "style (color|background.*|opacity)" },
  text: { takes: "expected, compare? (equals, contains, matches)", isPlain: true, follows: words },
  property: { takes: "property, expected or token, compare? (at-least, at-most)" },
  attribute: { takes: "attribute, expected (null for none)" },
  state: { takes: "state, expected", follows: "state .*|attribute aria-.*|attribute (checked|disabled|open|selected|hidden|inert)" },
  size: { takes: "width?, height?, compare?", follows: "style (width|height|min-.*|max-.*|padding.*|flex.*)" },
  gap: { takes: "to (next, previous, parent, a ref), expected, compare?", follows: place },
  aligned: { takes: "with (a ref), edge (left, right, top, bottom, center-x, center-y)", follows: place },
  "no-finding": { takes: "rule?", isPlain: true },
  "like-siblings": { takes: "property" },
};

/** How checks are written: kinds that take the same, and what they take. */
export const checkForms: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(
    groupBy(Object.entries(kindsOfCheck), ([, { takes }]) => takes),
    ([takes, kinds]) => [kinds.map(([kind]) => kind).join(", "), takes],
  ),
);

const plainKinds: ReadonlySet<string> = new Set(Object.entries(kindsOfCheck).flatMap(([kind, { isPlain }]) => (isPlain ? [kind] : [])));

/** A check in words: `should be “64,50 €”, found “$ 64.5”`. What is compared is named where that does not state it. */
export function checkWords({ kind, subject, expected, found, status }: Verdict["checks"][number]): string {
  const quoted = (text: string) => (kind === "text" || kind === "name" ? `“${text}”` : text);
  const what = plainKinds.has(kind) ? "" : `${subject ?? kind} `;
  if (status === "pass") return `${what}is ${quoted(found)}`;
  const seen = status === "cannot-tell" ? `cannot tell: ${found}` : `found ${found === "not found" ? "no such element" : quoted(found)}`;
  if (expected === "") return seen;
  const [, verb = "be", value = expected] = (kind === "text" && /^(contain|match)(?:s|es) (.*)$/s.exec(expected)) || [];
  return `${what}should ${verb} ${quoted(value)}, ${seen}`;
}
