import type { RemovedKind } from "../../../host/contract/capture.js";
import { type AttributeOwner, privateKind } from "../../../host/contract/private-attributes.js";
import { cleanText, cleanUrl, isSecretKey, looksSecret, withoutTokens, withoutTokenWords } from "../../../host/contract/urls.js";
import { isMarker } from "../components/markers.js";
import type { StringTable } from "../interning.js";

/** A cleaned attribute: the value to store (undefined: none), and the reason why something was removed. */
export interface CleanedValue {
  readonly value: string | undefined;
  readonly removed?: RemovedKind;
}

/** The rule of an attribute name. `by-element`: the element decides, `open`: any text. */
export type NameRule =
  | "event-handlers"
  | "nonces"
  | "frame-sources"
  | "tokens"
  | "ambiguous-test-id"
  | "by-element"
  | "data"
  | "url"
  | "bulky"
  | "class"
  | "open";

const rules = new Map<string, NameRule>([
  ["nonce", "nonces"],
  ["srcdoc", "frame-sources"],
  // Playwright's test id, but also an abbreviation of password.
  ["data-pw", "ambiguous-test-id"],
]);
const add = (rule: NameRule, names: string) => {
  for (const name of names.split(" ")) rules.set(name, rule);
};
add("by-element", "value selected checked content aria-valuetext aria-valuenow aria-selected aria-checked");
// What component libraries state beside `aria-selected`.
add("by-element", "data-state data-selected data-checked data-active data-highlighted data-headlessui-state");
add("url", "href src action formaction poster cite data background longdesc manifest xlink:href codebase classid profile usemap icon");
// Long and useless to a reader.
add("bulky", "d points ping srcset sizes imagesrcset style values keytimes keysplines path transform");
add("class", "class id integrity");

const maxChars = new Map<NameRule, number>([
  ["data", 100],
  ["bulky", 200],
]);
const defaultMaxChars = 1_000;

/** Returns the rule for an attribute's name, in lower case. */
export function ruleOf(name: string): NameRule {
  const known = rules.get(name);
  if (known !== undefined) return known;
  if (name.startsWith("on")) return "event-handlers";
  if (isMarker(name)) return "open";
  if (isSecretKey(name)) return "tokens";
  return name.startsWith("data-") ? "data" : "open";
}

/** Cleans a value by a rule that does not depend on the element. */
export function cleanByRule(strings: StringTable, rule: NameRule, value: string): CleanedValue {
  if (rule === "event-handlers" || rule === "nonces" || rule === "frame-sources") return { value: undefined, removed: rule };
  if (value === "") return { value };
  if (rule === "tokens" || (rule !== "class" && value.startsWith("eyJ") && looksSecret(value))) return { value: "", removed: "tokens" };
  if (rule === "ambiguous-test-id" && !testIdWords.test(value)) return { value: "", removed: "tokens" };
  const isUrl = rule === "url" || (rule === "data" && /^(?:[a-z][a-z0-9+.-]*:|\/|\?)/i.test(value));
  const cleaned = rule === "class" ? { url: value } : isUrl ? cleanUrl(value) : cleanText(value);
  const plain = rule === "data" ? withoutTokenWords(cleaned.url) : withoutTokens(cleaned.url);
  const short = strings.cut(plain, maxChars.get(rule) ?? defaultMaxChars);
  const removed = cleaned.removed ?? (plain === cleaned.url ? undefined : "tokens");
  if (removed !== undefined) return { value: short, removed };
  return rule === "data" && short.length < plain.length ? { value: short, removed: "long-data-attributes" } : { value: short };
}

/** Words of letters, and numbers that stand alone: `nav-item-3`, not `hunter2`. */
const testIdWords = /^[a-z]+(?:[-_.:/ ](?:[a-z]+|\d{1,4}))*$/i;

/** Cleans a value that is public on some elements and private on others. */
export function cleanByElement(strings: StringTable, owner: AttributeOwner, name: string, value: string): CleanedValue {
  const removed = privateKind(owner, name);
  return removed === undefined
    ? cleanByRule(strings, name === "content" ? "bulky" : name.startsWith("data-") ? "data" : "open", value)
    : { value: undefined, removed };
}

/** Names of a `<meta>` that holds a secret. */
export const secretName = /csrf|xsrf|token|nonce|secret|password|api-?key|session|auth(?!or)|verification/i;
