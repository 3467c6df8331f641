import type { RemovedKind } from "../../host/contract/capture.js";
import { cleanText, cleanUrl, isSecretKey, looksSecret, withoutTokens, withoutTokenWords } from "../../host/contract/urls.js";
import { isMarker } from "./components/markers.js";
import { cut } from "./text.js";

/** What an attribute becomes: a value to keep (undefined: none), and why something of it went. */
export interface Kept {
  readonly value: string | undefined;
  readonly removed?: RemovedKind;
}

/** What of its element decides about an attribute. */
export interface Owner {
  readonly tag: string;
  /** An input's type in lower case; "" for all other elements. */
  readonly type: string;
  /** The `role` attribute. */
  readonly role: string;
  /** A meta or input whose name says that it holds a secret. */
  readonly secret: boolean;
}

/** What the name alone decides. `by-element`: the element decides, `open`: the value does. */
type NameRule =
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
  // Playwright's, and short for a password.
  ["data-pw", "ambiguous-test-id"],
]);
const add = (rule: NameRule, names: string) => {
  for (const name of names.split(" ")) rules.set(name, rule);
};
add("by-element", "value selected checked content aria-valuetext aria-valuenow aria-selected aria-checked");
add("url", "href src action formaction poster cite data background longdesc manifest xlink:href codebase classid profile usemap icon");
// Long and of no use to a reader.
add("bulky", "d points ping srcset sizes imagesrcset style values keytimes keysplines path transform");
add("class", "class id integrity");

const maxChars = new Map<NameRule, number>([
  ["data", 100],
  ["bulky", 200],
]);
const otherMaxChars = 1_000;

/** Decides what of one attribute goes into a capture. */
export function keepAttribute(owner: Owner, name: string, value: string): Kept {
  const rule = ruleOf(name);
  return rule === "by-element" ? keepByElement(owner, name, value) : keepByRule(rule, value);
}

/** The rule for an attribute's name, in lower case. */
export function ruleOf(name: string): NameRule {
  const known = rules.get(name);
  if (known !== undefined) return known;
  if (name.startsWith("on")) return "event-handlers";
  if (isMarker(name)) return "open";
  if (isSecretKey(name)) return "tokens";
  return name.startsWith("data-") ? "data" : "open";
}

/** What a rule leaves of a value, whatever the element. */
export function keepByRule(rule: NameRule, value: string): Kept {
  if (rule === "event-handlers" || rule === "nonces" || rule === "frame-sources") return { value: undefined, removed: rule };
  if (value === "") return { value };
  if (rule === "tokens" || (rule !== "class" && value.startsWith("eyJ") && looksSecret(value))) return { value: "", removed: "tokens" };
  if (rule === "ambiguous-test-id" && !readsAsName.test(value)) return { value: "", removed: "tokens" };
  const isUrl = rule === "url" || (rule === "data" && /^(?:[a-z][a-z0-9+.-]*:|\/|\?)/i.test(value));
  const clean = rule === "class" ? { url: value } : isUrl ? cleanUrl(value) : cleanText(value);
  const plain = rule === "data" ? withoutTokenWords(clean.url) : withoutTokens(clean.url);
  const short = cut(plain, maxChars.get(rule) ?? otherMaxChars);
  const removed = clean.removed ?? (plain === clean.url ? undefined : "tokens");
  if (removed !== undefined) return { value: short, removed };
  return rule === "data" && short.length < plain.length ? { value: short, removed: "long-data-attributes" } : { value: short };
}

/** Words of letters, and numbers that stand alone: `nav-item-3`, not `hunter2`. */
const readsAsName = /^[a-z]+(?:[-_.:/ ](?:[a-z]+|\d{1,4}))*$/i;

/** Values of these are the program's, not a person's. */
const measures = /^(?:progressbar|meter|scrollbar|separator)$/;

/** What is left of a value that one element may show and another must not. */
export function keepByElement({ tag, type, role, secret }: Owner, name: string, value: string): Kept {
  switch (name) {
    case "value":
      return keepValue(tag, type, value);
    case "aria-valuetext":
    case "aria-valuenow":
      return measures.test(role) || tag === "progress" || tag === "meter"
        ? keepByRule("open", value)
        : { value: undefined, removed: "form-values" };
    case "aria-selected":
    case "aria-checked":
      return role === "option" ? { value: undefined, removed: "selected-options" } : keepByRule("open", value);
    case "selected":
      return tag === "option" ? { value: undefined, removed: "selected-options" } : keepByRule("open", value);
    case "content":
      return secret ? { value: undefined, removed: "tokens" } : keepByRule("bulky", value);
    default:
      return keepByRule("open", value);
  }
}

function keepValue(tag: string, type: string, value: string): Kept {
  const labelled = tag === "input" && /^(?:submit|reset|button|image)$/.test(type);
  // Custom elements are fields as often as not.
  if (labelled || !/^(?:input|textarea|button)$|-/.test(tag)) return keepByRule("open", value);
  return { value: undefined, removed: type === "hidden" ? "hidden-inputs" : type === "password" ? "passwords" : "form-values" };
}

const secretMeta = /csrf|xsrf|token|nonce|secret|password|api-?key|session|auth(?!or)|verification/i;

/** Tells whether a meta's or input's name says that it holds a secret. */
export function isSecretName(name: string): boolean {
  return secretMeta.test(name);
}
