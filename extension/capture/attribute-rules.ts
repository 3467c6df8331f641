import { cleanText, cleanUrl, isSecretKey, looksSecret } from "../../host/contract/urls.js";
import { cut } from "./text.js";

/** What an attribute becomes: a value to keep (undefined: none), and why something of it went. */
export interface Kept {
  readonly value: string | undefined;
  readonly removed?: string;
}

/** What the name alone decides. `by-element`: the element decides, `open`: the value does. */
type NameRule = "event-handlers" | "nonces" | "frame-sources" | "tokens" | "by-element" | "data" | "url" | "bulky" | "class" | "open";

const rules = new Map<string, NameRule>([
  ["nonce", "nonces"],
  ["srcdoc", "frame-sources"],
]);
const add = (rule: NameRule, names: string) => {
  for (const name of names.split(" ")) rules.set(name, rule);
};
add("by-element", "value selected checked content");
add("url", "href src action formaction poster cite data background longdesc manifest xlink:href codebase classid profile usemap icon");
// Long and of no use to a reader.
add("bulky", "d points ping srcset sizes imagesrcset style values keytimes keysplines path transform");
add("class", "class id integrity");

const maxChars = new Map<NameRule, number>([
  ["data", 100],
  ["bulky", 200],
]);
const otherMaxChars = 1_000;

/** Decides what of one attribute goes into a capture. `type` is the input's type in lower case, `secret` tells of a meta or input with a secret name. */
export function keepAttribute(tag: string, type: string, secret: boolean, name: string, value: string): Kept {
  const rule = ruleOf(name);
  return rule === "by-element" ? keepByElement(tag, type, secret, name, value) : keepByRule(rule, value);
}

/** The rule for an attribute's name, in lower case. */
export function ruleOf(name: string): NameRule {
  const known = rules.get(name);
  if (known !== undefined) return known;
  if (name.startsWith("on")) return "event-handlers";
  if (isSecretKey(name)) return "tokens";
  return name.startsWith("data-") ? "data" : "open";
}

/** What a rule leaves of a value, whatever the element. */
export function keepByRule(rule: NameRule, value: string): Kept {
  if (rule === "event-handlers" || rule === "nonces" || rule === "frame-sources") return { value: undefined, removed: rule };
  if (value === "") return { value };
  if (rule === "tokens" || (rule !== "class" && value.startsWith("eyJ") && looksSecret(value))) return { value: "", removed: "tokens" };
  if (rule === "class") return { value: cut(value, otherMaxChars) };
  const isUrl = rule === "url" || (rule === "data" && /^(?:[a-z][a-z0-9+.-]*:|\/|\?)/i.test(value));
  const clean = isUrl ? cleanUrl(value) : cleanText(value);
  const short = cut(clean.url, maxChars.get(rule) ?? otherMaxChars);
  const removed = clean.removed ?? (rule === "data" && short.length < clean.url.length ? "long-data-attributes" : undefined);
  return removed === undefined ? { value: short } : { value: short, removed };
}

/** What is left of a value that one element may show and another must not. */
export function keepByElement(tag: string, type: string, secret: boolean, name: string, value: string): Kept {
  if (name === "value") return keepValue(tag, type, value);
  if (tag === "option" && name === "selected") return { value: undefined, removed: "selected-options" };
  if (name === "content") return secret ? { value: undefined, removed: "tokens" } : keepByRule("bulky", value);
  return keepByRule("open", value);
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
