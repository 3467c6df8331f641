const secretWords =
  "auth|authorization|bearer|code|key|apikey|api[_-]?key|secret|signature|sig|sid|session(?:id)?|jsessionid|phpsessid|pass|passwd|password|pwd|jwt|otp|nonce|state|credential|csrf|xsrf|ticket|assertion|saml(?:request|response)|hash|access[_-]?key(?:id)?|invite|magic|reset";
const secretName = new RegExp(`(?:^|[_.-])(?:[a-z]*token|${secretWords})(?:$|[_.-])`, "i");
export const mark = "redacted";

// Nothing shorter looks like a secret.
const leastSecret = 20;
/** How tokens begin that a service marks as its own. */
const markedToken = /^(?:eyJ[\w-]+\.[\w-]+|(?:gh[pousr]|sk|pk|xox[abp]|glpat)[-_][\w-]{16,}$)/;

export interface CleanUrl {
  readonly url: string;
  /** `url-parts`: credentials or token-like parts; `data-urls`: the content of data:, blob: or javascript:. */
  readonly removed?: "url-parts" | "data-urls";
}

/** Takes what may be a secret out of a URL, relative or not: credentials, token-like values and path segments, the content of `data:`. */
export function cleanUrl(text: string): CleanUrl {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === "data") return { url: `${/^\s*data:[^,;]{0,100}/i.exec(text)?.[0] ?? "data:"},`, removed: "data-urls" };
  if (scheme === "javascript" || scheme === "blob") return { url: `${scheme}:`, removed: "data-urls" };
  const long = text.slice(0, urlMaxChars);
  const url = cleanParts(long);
  return url === long ? { url } : { url, removed: "url-parts" };
}

/** The longest address that crosses the wire, in characters. */
export const urlMaxChars = 4_000;

/** An address as it is asked with: one that is too long loses fragment and query, at last the end of its path. */
export function shortenUrl(text: string): string {
  if (text.length <= urlMaxChars) return text;
  const path = withoutQuery(text);
  // Half an escaped character would make the whole path unreadable.
  return path.length <= urlMaxChars ? path : path.slice(0, urlMaxChars).replace(/(?:%[\da-f]{0,2})+$/i, "");
}

/** An address without its query and fragment: what names a page among captures. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "");
}

/** The same of a resource that a page loaded: without its query and fragment, which say nothing of a layout and may say much of a person. */
export function cleanResourceUrl(text: string): string {
  return cleanUrl(withoutQuery(text)).url;
}

function cleanParts(text: string): string {
  const end = text.search(/[?#]/);
  const path = end < 0 ? text : text.slice(0, end);
  const safePath = cleanPath(path);
  if (end < 0) return safePath;
  const [, query = "", fragment = ""] = /^(\?[^#]*)?(#.*)?$/s.exec(text.slice(end)) ?? [];
  return safePath + cleanPairs(query) + cleanFragment(fragment);
}

/** All before the query. Names of folders and files are no secrets, and show which project a page belongs to. */
function cleanPath(path: string): string {
  if (/^\s*file:/i.test(path)) return path;
  const bare = path.includes("@") ? path.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/i, "$1//") : path;
  return bare.split("/").map(cleanSegment).join("/");
}

/** A segment may be a matrix of pairs (`;jsessionid=…`) or a token itself. */
function cleanSegment(segment: string): string {
  if (!segment.includes(";")) return looksSecret(segment) ? mark : segment;
  const [name = "", ...pairs] = segment.split(";");
  return [looksSecret(name) ? mark : name, ...pairs.map(cleanPair)].join(";");
}

function cleanPairs(query: string): string {
  return query === "" ? "" : query[0] + query.slice(1).split(/(&|;)/).map(cleanPair).join("");
}

/** Fragments hold anchors, routes with a query of their own, or the answer of a sign-in. */
function cleanFragment(fragment: string): string {
  if (fragment === "") return "";
  const body = fragment.slice(1);
  const masked = (part: string) => (looksSecret(part) ? mark : part);
  if (/^[^?=&]*$/.test(body)) return `#${body.split("/").map(masked).join("/")}`;
  const at = body.indexOf("?");
  return at < 0 ? `#${cleanPairs(`?${body}`).slice(1)}` : `#${body.slice(0, at)}${cleanPairs(body.slice(at))}`;
}

function cleanPair(pair: string): string {
  const at = pair.indexOf("=");
  if (at < 0) return looksSecret(pair) ? mark : pair;
  const name = pair.slice(0, at);
  const value = pair.slice(at + 1);
  return value !== "" && (secretName.test(name) || looksSecret(value) || isAddress.test(value) || holdsSecret(value))
    ? `${name}=${mark}`
    : pair;
}

/** A person's e-mail address, as a query has it. */
const isAddress = /^[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+$/i;

/** A value may be a URL of its own, as it is or in percent codes: where to go after a sign-in. */
function holdsSecret(value: string): boolean {
  const plain = unescaped(value);
  return (
    /[/=]/.test(plain) && plain.split(/[?#&;/]/).some((part) => looksSecret(part) || secretName.test(/^(.*?)=./.exec(part)?.[1] ?? ""))
  );
}

/** Without percent codes: ASCII as it is, other bytes left out, as what nobody sees may be among them. */
function unescaped(value: string): string {
  return value.replace(/%([\da-f]{2})/gi, (_, hex: string) => (/^[2-7]/.test(hex) ? String.fromCharCode(Number.parseInt(hex, 16)) : ""));
}

const secretKey =
  /(?:^|[-_:])(?:[a-z]*token|csrf|xsrf|secret|passwd|password|passphrase|passcode|pwd|pw|(?:api|access|private|secret|session)-?key|jwt|auth|authorization|bearer|session(?:-?id)?|credentials?|otp|cvv|cvc|ssn|iban|(?:card|cc|account)-?(?:number|no)|pin-?code)(?:$|[-_:])/i;

/** Whether an attribute or a member of an object is named as secrets are. */
export function isSecretKey(name: string): boolean {
  return secretKey.test(name);
}

// What holds none of these holds nothing that could be found: most attributes. Asked after what is asked faster: what the rules below look for
// has a colon, an equals sign, an at sign or a slash.
const secretHint = new RegExp(`token|${secretWords}|data:|@|[\\w+=%~-]{20}`, "i");

/** Takes secrets out of a text in which URLs and pairs stand among other things: a style, a list of images, JSON, words. Reads its beginning. */
export function cleanText(text: string): CleanUrl {
  const long = text.slice(0, urlMaxChars);
  if (!/[:=@/]/.test(long) || !secretHint.test(long)) return { url: long };
  const url = long
    .replace(/data:[\w/+.-]*[;,][^\s"')]*/gi, "data:,")
    .replace(/(?<![\w-])([\w-]+)(["']?\s*:\s*["'])[^"']+/g, (pair, name: string, colon: string) =>
      isSecretKey(name) ? name + colon + mark : pair,
    )
    .replace(/[^\s"'(),<>]+/g, cleanWord);
  return url === long ? { url } : { url, removed: "url-parts" };
}

function cleanWord(word: string): string {
  if (!/[=@/]/.test(word)) return word;
  return cleanUrl(/[?#]|^[^=]*$/.test(word) ? word : cleanPairs(`?${word}`).slice(1)).url;
}

/** What a text has that `withoutTokens` changes, and many another: at the beginning of a word, or at a sign, which few places are. */
const sureHint =
  /\b(?:eyJ|gh[pousr]_|github_pat_|glpat-|gocspx-|sk[-_]|sg\.|shp[a-z]{2}_|rk_|xox|xapp-|a[ks]ia|aiza|ya29\.|npm_|hf_|(?:web)?hooks[./]|whsec_|dckr_pat_|private key|bearer\s|basic\s)|:AA|[:=](?<=(?:secret|passw(?:or)?d|token|key)["']?\s{0,3}[:=])|\/\/[^\s/]{1,200}@|\d[ -]\d{4,6}[ -]\d/i;
/** What is rare in texts and stands in each token: a digit in a long word or between groups of digits; found faster than a hint. */
const rare = /\d(?:[\w+/=.~-]{6,}|(?<=[\w+/=.~-]{6}.)[\w+/=.~-]*|[ -]\d{4})|@|yJ|Y-/;
/** Nothing shorter is such a token, in characters, but credentials in an address. */
const leastToken = 15;
const sureToken =
  /\beyJ(?:[\w-]{8,2000}\.[\w-]{4,}(?:\.[\w-]*)?|[\w-]{2001,}(?:\.[\w-]*){0,2})|\b(?:gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|sk-(?=[\w-]{0,100}\d)[\w-]{20,}|[sr]k_(?:live|test)_\w{10,}|(?:xox[abposr]|xapp)-[\w-]{10,}|A[KS]IA[A-Z0-9]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|npm_\w{30,}|SG\.[\w-]{16,}\.[\w-]{16,}|GOCSPX-[\w-]{20,}|hf_\w{30,}|shp[a-z]{2}_[\da-f]{30,}|whsec_[\w+/]{20,}|dckr_pat_[\w-]{20,}|\d{8,10}:AA[\w-]{32,})|-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)|(?<=\bhooks\.[\w.]{1,60}\/(?:[a-z]{1,20}\/)?)[\w/-]{20,}|(?<=\/webhooks\/)[\w/-]{20,}|(?<=\b[a-z][a-z+.-]{1,20}:\/\/)[^\s:@/]{1,100}:[^\s@/]{1,200}(?=@)/g;
const authorization = /\b(bearer|basic)(\s+)(?=[\w+/.~-]*\d)[\w+/.~-]{12,}=*/gi;
const secretPair =
  /((?:secret|token|passw(?:or)?d|(?:api|access|secret|private|signing|account)[_ -]?key)["']?\s{0,3}[:=]\s{0,3}["']?)(?=[\w+/=.~-]{0,200}\d)(?=[\w+/=.~-]{0,200}[a-z])[\w+/=.~-]{16,}/gi;
/** Groups of a payment card's number (ISO/IEC 7812), 15, 16 or 19 digits, with no digit beside them. */
const cardNumber =
  /[3-6](?<!\d[.,\s-]?.)(?:\d{3}(?:[\s-]{0,2}\d{4}){3}(?:[\s-]{0,2}\d{3})?|(?<=3)[47]\d{2}[\s-]{0,2}\d{6}[\s-]{0,2}\d{5})(?![.,\s-]?\d)/g;

/** Luhn's checksum. */
function isCard(text: string): boolean {
  const digits = Array.from(text.replace(/\D/g, ""), Number).reverse();
  return digits.reduce((sum, digit, at) => sum + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0) % 10 === 0;
}

/** Takes out tokens: JWT, bearer, prefixed and private keys, webhooks, credentials in addresses, named secrets, grouped card numbers. */
export function withoutTokens(text: string): string {
  if (!mayHoldToken(text)) return text;
  return text
    .replace(sureToken, mark)
    .replace(authorization, `$1$2${mark}`)
    .replace(secretPair, `$1${mark}`)
    .replace(cardNumber, (found) => (/\D/.test(found) && isCard(found) ? mark : found));
}

/** Whether there may be something to take out: most texts have nothing. */
export function mayHoldToken(text: string): boolean {
  return (text.length >= leastToken || text.includes("@")) && rare.test(text) && sureHint.test(text);
}

/** Least characters in a row of a token, but of an address. */
const leastRun = 12;
/** How far before such a place a token may begin, and how far behind it one may end: JSON Web Tokens and private keys, all others. */
const [before, longReach, reach] = [220, 5_000, 60];

/** Start and end of each such token in a text, and of cards without signs too. Reads only around likely places: the expressions are slow. */
export function tokensIn(text: string): readonly (readonly [start: number, end: number])[] {
  const windows: [start: number, end: number][] = [];
  for (const { 0: found, index } of text.matchAll(new RegExp(rare, "g"))) {
    const isLetter = found[0] === "y" || found[0] === "Y";
    if (!isLetter && found[0] !== "@" && found.length + runBefore(text, index) < leastRun) continue;
    const last = windows.at(-1);
    const end = index + found.length + (isLetter ? longReach : reach);
    if (last !== undefined && index - before <= last[1]) last[1] = Math.max(last[1], end);
    else windows.push([Math.max(0, index - before), end]);
  }
  const cards = [...text.matchAll(cardNumber)].filter(({ 0: found }) => isCard(found));
  const tokens = windows.flatMap(([start, end]) => {
    const part = text.slice(start, end);
    if (!sureHint.test(part)) return [];
    return [sureToken, authorization, secretPair].flatMap((pattern) =>
      Array.from(part.matchAll(pattern), ({ 0: found, index }) => [start + index, start + index + found.length] as const),
    );
  });
  return [...tokens, ...cards.map(({ 0: found, index }) => [index, index + found.length] as const)];
}

/** How many characters of tokens stand before a place: as many as one has at least, at most. */
function runBefore(text: string, end: number): number {
  return /[\w+/=.~-]*$/.exec(text.slice(Math.max(0, end - leastRun), end))?.[0].length ?? 0;
}

/** The same of whole words that look like tokens, in texts that nobody is meant to read. */
export function withoutTokenWords(text: string): string {
  const sure = withoutTokens(text);
  return text.length < leastSecret ? sure : sure.replace(/[\w+/=%~-]{20,}/g, (word) => (looksSecret(word) ? mark : word));
}

/** JSON Web Tokens, and long runs in which letters of both cases and digits are mixed, or long hexadecimal runs; in percent codes too. */
export function looksSecret(text: string): boolean {
  if (text.length < leastSecret) return false;
  if (/%[\da-f]{2}/i.test(text))
    return unescaped(text)
      .split(/[^\w.+/=~-]+/)
      .some(looksSecret);
  if (markedToken.test(text)) return true;
  // Most that is long is words: asked first, because it excludes most.
  if (!/\d/.test(text) || !/^[\w+/=%~-]+$/.test(text)) return false;
  if (/^[0-9a-f]{32,}$/i.test(text)) return true;
  return (
    text.length >= 24 && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d\D*\d\D*\d/.test(text) && !/[-_/+](?:[a-z]+[-_/+]){2}/i.test(text)
  );
}

/** A custom property's value without tokens and credentials; "" where its name is a secret's and the value of no use in CSS. */
export function cleanCustomProperty(name: string, value: string): string {
  const bare = value.trim().replace(/^(["'])(.*)\1$/s, "$2");
  const isText = bare !== value.trim();
  if (isSecretKey(name.replace(/^--/, "-")) && !isCssValue(bare, isText)) return "";
  return looksSecret(bare) && !/^[0-9a-f]+$/i.test(bare) ? "" : cleanText(withoutTokens(value)).url;
}

/** Colours, lengths, numbers, words and functions of CSS. */
function isCssValue(bare: string, isText: boolean): boolean {
  if (isText) return bare.length < 4;
  return (
    /^(?:#[0-9a-f]{3,8}|[-+]?[\d.]+[a-z%]*|[a-z]+(?:-[a-z]+)*|[a-z-]+\(.*\))$/i.test(bare) || (/[\s,]/.test(bare) && !/\S{20}/.test(bare))
  );
}
