import { cut } from "./text.js";
import { cleanUrl, looksSecret } from "./urls.js";

/** What an attribute becomes: a value to keep (undefined: none), and why something of it went. */
export interface Kept {
  readonly value: string | undefined;
  readonly removed?: string;
}

const urlAttributes = new Set(
  "href src action formaction poster cite data background longdesc manifest xlink:href codebase classid profile usemap icon ping".split(
    " ",
  ),
);
/** Long and of no use to a reader. */
const bulky = new Set("d points srcset sizes imagesrcset style values keytimes keysplines path transform content".split(" "));
const secretAttribute =
  /(?:^|[-_:])(?:[a-z]*token|csrf|xsrf|secret|passwd|password|pwd|api-?key|apikey|jwt|auth|authorization|session(?:-?id)?|credentials?|otp)(?:$|[-_:])/i;
const labelled = new Set(["submit", "reset", "button", "image"]);
const dataMaxChars = 100;
const bulkyMaxChars = 200;
const otherMaxChars = 1_000;

/** Decides what of one attribute goes into a capture. `type` is the input's type in lower case, `secret` tells of a meta or input with a secret name. */
export function keepAttribute(tag: string, type: string, secret: boolean, name: string, value: string): Kept {
  if (name.startsWith("on")) return { value: undefined, removed: "event-handlers" };
  if (name === "nonce") return { value: undefined, removed: "nonces" };
  if (name === "srcdoc") return { value: undefined, removed: "frame-sources" };
  if (name === "value") return keepValue(tag, type, value);
  if (tag === "option" && name === "selected") return { value: undefined, removed: "selected-options" };
  if (tag === "input" && name === "checked") return { value };
  if (secret && name === "content") return { value: undefined, removed: "tokens" };
  if (value === "") return { value };
  if (secretAttribute.test(name) || looksLikeToken(name, value)) return { value: "", removed: "tokens" };
  if (name.startsWith("data-")) return keepData(value);
  if (urlAttributes.has(name)) return keepUrl(value);
  if (bulky.has(name)) return { value: cut(value.replace(/data:[^\s"')]*/gi, "data:,"), bulkyMaxChars) };
  return { value: cut(value, otherMaxChars) };
}

function keepValue(tag: string, type: string, value: string): Kept {
  if (tag !== "input" && tag !== "textarea" && tag !== "button") return { value: cut(value, otherMaxChars) };
  if (tag === "input" && labelled.has(type)) return { value: cut(value, otherMaxChars) };
  return { value: undefined, removed: type === "hidden" ? "hidden-inputs" : type === "password" ? "passwords" : "form-values" };
}

function keepData(value: string): Kept {
  const url = /^(?:[a-z][a-z0-9+.-]*:|\/|\?)/i.test(value) ? cleanUrl(value) : { url: value };
  const short = cut(url.url, dataMaxChars);
  const removed = url.removed ?? (short.length < value.length ? "long-data-attributes" : undefined);
  return removed === undefined ? { value: short } : { value: short, removed };
}

function keepUrl(value: string): Kept {
  const { url, removed } = cleanUrl(value);
  const short = cut(url, otherMaxChars);
  return removed === undefined ? { value: short } : { value: short, removed };
}

function looksLikeToken(name: string, value: string): boolean {
  return name !== "class" && name !== "id" && name !== "integrity" && value.startsWith("eyJ") && looksSecret(value);
}

const secretMeta = /csrf|xsrf|token|nonce|secret|password|api-?key|session|auth(?!or)|verification/i;

/** Tells whether a meta's or input's name says that it holds a secret. */
export function isSecretName(name: string): boolean {
  return secretMeta.test(name);
}
