import { nodeFlags } from "../../host/contract/node-flags.js";
import { withoutTokens } from "../../host/contract/urls.js";
import { memoized } from "./memoized.js";
import type { WalkState } from "./walk/state.js";

/** Attributes with text for people, or with anything that a script stores there; all others are names, links or styles. */
const textual =
  /^(?:data-(?!test|cy$|qa$|e2e$|pw$|automation)|aria-(?:label|description|roledescription|placeholder)$|(?:title|alt|label|placeholder|summary|content)$)/;
const linking = /^(?:href|src|action|formaction|xlink:href|data-.*)$/;

export function isTextual(attribute: string): boolean {
  return textual.test(attribute);
}

/**
 * Redacts texts that repeat a field's value, and tokens that are recognisable as such. Each distinct text is checked once, however many
 * elements have it. Returns whether anything was redacted.
 */
export function redactTexts(walk: WalkState): boolean {
  const { columns, records, fieldValues } = walk;
  let isRedacted = false;
  const redact = makeRedactor(walk);
  const count = (redacted: number) => {
    walk.count(redacted === 0 ? "mirrored-input" : "tokens");
    isRedacted = true;
  };
  const replace = (column: number[], at: number, index: number, short: boolean) => {
    const text = column[at] ?? 0;
    const redacted = redact(text, short);
    if (redacted === text) return;
    column[at] = redacted;
    count(redacted);
    columns.flags[index] = (columns.flags[index] ?? 0) | nodeFlags.withheld;
  };
  for (let index = 0; index < records.length; index++) {
    const isOutput = records[index]?.tag === "output";
    if (columns.text[index] !== 0) replace(columns.text, index, index, isOutput);
    if (columns.name[index] !== 0) replace(columns.name, index, index, isOutput);
  }
  for (const column of [columns.before, columns.after])
    for (let at = 1; at < column.length; at += 2) replace(column, at, column[at - 1] ?? 0, false);
  if (!fieldValues.isEmpty) redactAttributes(walk, redact, () => count(0));
  return isRedacted;
}

type Redactor = ReturnType<typeof makeRedactor>;

/** The function returns the string index of a text's redaction: the same index, 0, or that of the text without its tokens. */
function makeRedactor({ strings, fieldValues }: WalkState) {
  const redactor = (short: boolean) =>
    memoized((index: number) => {
      const text = strings.list[index] ?? "";
      if (fieldValues.repeats(text, short)) return 0;
      const plain = withoutTokens(text);
      return plain === text ? index : strings.add(plain);
    });
  const [usual, ofShort] = [redactor(false), redactor(true)];
  return (index: number, short: boolean): number => (short ? ofShort : usual)(index);
}

function redactAttributes({ strings, fieldValues, attributes }: WalkState, redact: Redactor, count: () => void): void {
  for (const set of attributes.sets)
    for (let at = 0; at < set.length; at += 2) {
      const name = strings.list[set[at] ?? 0] ?? "";
      const value = set[at + 1] ?? 0;
      let redacted = isTextual(name) ? redact(value, false) : value;
      if (redacted === value && linking.test(name)) redacted = strings.add(fieldValues.redactUrl(strings.list[value] ?? ""));
      if (redacted === value) continue;
      set[at + 1] = redacted;
      count();
    }
}
