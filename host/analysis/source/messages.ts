import { messageFits } from "./texts.js";

/** Whether a file holds the texts of an interface in some language. */
export function isMessageFile(path: string): boolean {
  if (/\.(po|pot|properties|ftl|strings|arb|xlf|resx)$/i.test(path)) return true;
  const [, folder = "", stem, ending = ""] = /^(.*\/)?([^/]*)\.(json|ya?ml|ts|js|mjs|php)$/i.exec(path) ?? [];
  if (stem === undefined) return false;
  if (`${folder}${stem}`.split(/[/._-]/).some((part) => messageNames.test(part))) return true;
  // Folders of code have names of two letters too (`io`, `ui`): of code only a file that is named after a language counts.
  return isLanguage(stem) || (/^(json|ya?ml)$/i.test(ending) && [...folder.split("/"), ...stem.split(/[._]/)].some(isLanguage));
}

const messageNames = /^(i18n|intl|locales?|langs?|languages?|translations?|messages|strings|nls|l10n)$/;

function isLanguage(name: string): boolean {
  const code = /^([a-z]{2})(?:[-_][A-Z]{2})?$/.exec(name)?.[1];
  return code !== undefined && languages.of(code) !== code;
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** A message, and the keys as which code may ask for it. */
export interface Message {
  readonly text: string;
  readonly keys: readonly string[];
}

/** All messages of a file. */
export function messagesIn(path: string, text: string): Message[] {
  const stem = /([^/]+?)\.[^/]+$/.exec(path)?.[1] ?? "";
  return [...messagesOf(path, text)].map(([key, message]) => {
    const [first, ...rest] = key.split(".");
    // Files of one language often have its name around everything.
    const isInLanguage = rest.length > 0 && /^[a-z]{2}(-[A-Z]{2})?$/.test(first ?? "");
    const keys = (isInLanguage ? [key, rest.join(".")] : [key]).flatMap((one) => {
      // Plural forms are asked for by the key without the form; files are namespaces.
      const asked = one.replace(/_(zero|one|two|few|many|other|plural)$/, "");
      return [one, asked, `${stem}.${asked}`, `${stem}:${asked}`];
    });
    return { text: message, keys };
  });
}

/** Keys of the messages whose text an element shows. */
export function keysFor(messages: readonly Message[], shown: readonly string[]): string[] {
  return messages.flatMap(({ text, keys }) => (shown.some((one) => messageFits(text, one)) ? keys : []));
}

function messagesOf(path: string, text: string): Iterable<readonly [key: string, message: string]> {
  if (path.endsWith(".json") || path.endsWith(".arb")) return fromJson(text);
  if (/\.pot?$/.test(path))
    return [...text.matchAll(/msgid "((?:[^"\\]|\\.)+)"\s*msgstr "((?:[^"\\]|\\.)*)"/g)].map((match) => [
      match[1] ?? "",
      match[2] || (match[1] ?? ""),
    ]);
  return fromLines(text);
}

function* fromJson(text: string): Generator<[string, string]> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // No JSON after all: read as lines, which finds the plain entries.
    yield* fromLines(text);
    return;
  }
  yield* flatten("", value);
}

function* flatten(prefix: string, value: unknown): Generator<[string, string]> {
  if (typeof value === "string") yield [prefix, value];
  else if (typeof value === "object" && value !== null) {
    for (const [key, part] of Object.entries(value)) yield* flatten(prefix === "" ? key : `${prefix}.${key}`, part);
  }
}

/** `key: text`, `key = text`, `"key": "text"`: YAML, properties, Fluent and objects in code; indentation makes the path. */
function* fromLines(text: string): Generator<[string, string]> {
  const path: { indent: number; key: string }[] = [];
  for (const line of text.split("\n")) {
    const match = /^(\s*)["']?([\w.-]+)["']?\s*(?::|=>?)\s*(.*?),?\s*$/.exec(line);
    if (match === null) continue;
    const [, space = "", key = "", rest = ""] = match;
    while ((path.at(-1)?.indent ?? -1) >= space.length) path.pop();
    const message = rest.replace(/^(["'`])(.*)\1;?$/, "$2");
    if (message !== "" && message !== "{" && message !== "[") yield [[...path.map((part) => part.key), key].join("."), message];
    else path.push({ indent: space.length, key });
  }
}
