import { addToGroup, groupBy } from "../../contract/group-by.js";
import { parseJson } from "../../contract/json.js";
import { onceForList } from "./cached-parser.js";
import { stemOf } from "./files.js";
import { formsOf, joinSpace, messageFits, shortest } from "./texts.js";

/** Whether a file holds the texts of an interface in some language. */
export function isMessageFile(path: string): boolean {
  if (/\.(properties|strings|arb)$/i.test(path)) return true;
  const [, folder = "", stem, ending = ""] = /^(.*\/)?([^/]*)\.(json|ya?ml|ts|js|mjs|php)$/i.exec(path) ?? [];
  if (stem === undefined) return false;
  if (`${folder}${stem}`.split(/[/._-]/).some((part) => messageNames.test(part))) return true;
  // Folders of code have names of two letters too (`io`, `ui`): of code only a file that is named after a language counts.
  return isLanguage(stem) || (/^(json|ya?ml)$/i.test(ending) && [...folder.split("/"), ...stem.split(/[._]/)].some(isLanguage));
}

const messageNames = /^(i18n|intl|locales?|langs?|languages?|translations?|messages|strings|nls|l10n)$/;

function isLanguage(name: string): boolean {
  const code = /^([a-z]{2})(?:[-_][A-Z]{2})?$/.exec(name)?.[1];
  if (code === undefined) return false;
  languages ??= new Intl.DisplayNames("en", { type: "language" });
  return languages.of(code) !== code;
}

/** Takes longer to make than most of an agent's start: made when it is first needed. */
let languages: Intl.DisplayNames | undefined;

/** A message, and the keys as which code may ask for it. */
export interface Message {
  readonly text: string;
  readonly keys: readonly string[];
}

/** All messages of a file. */
export function messagesIn(path: string, text: string): Message[] {
  const stem = stemOf(path);
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
  const { whole, others } = sorted(messages);
  const found = shown.flatMap((one) => whole.get(one.toLowerCase()) ?? []);
  return [...found, ...others.filter(({ text }) => shown.some((one) => messageFits(text, one)))].flatMap(({ keys }) => keys);
}

/** Messages that are shown as they are, by what is shown, and those with holes or forms. */
const sorted = onceForList((messages: readonly Message[]) => {
  const isWhole = ({ text }: Message) => !/[{%$<|]|(?:^|\s):[a-z]/i.test(text);
  return { whole: groupBy(messages.filter(isWhole), wholeText), others: messages.filter((one) => !isWhole(one)) };
});

function wholeText({ text }: Message): string | undefined {
  const joined = joinSpace(text).toLowerCase();
  return joined.length < shortest ? undefined : joined;
}

/** What the messages show, by their keys, in lower case; of those with holes what stands before the first. */
export function textsByKey(messages: readonly Message[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { text, keys } of messages)
    for (const form of formsOf(text)) {
      const hole = form.indexOf("{");
      const shown = (hole >= 0 && form.includes("}", hole) ? form.slice(0, hole) : form).trim().toLowerCase();
      if (shown.length >= shortest) for (const key of new Set(keys)) addToGroup(found, key, shown);
    }
  return found;
}

function messagesOf(path: string, text: string): Iterable<readonly [key: string, message: string]> {
  return /\.(json|arb)$/.test(path) ? fromJson(text) : fromLines(text);
}

function* fromJson(text: string): Generator<[string, string]> {
  const value = parseJson(text);
  // No JSON after all: read as lines, which finds the plain entries.
  yield* value === undefined ? fromLines(text) : flatten("", value);
}

function* flatten(prefix: string, value: unknown): Generator<[string, string]> {
  if (typeof value === "string") yield [prefix, value];
  else if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value)) yield* flatten(prefix === "" ? key : `${prefix}.${key}`, part);
}

/** `key: text`, `key = text`, `"key": "text"`: YAML, properties and objects in code; indentation makes the path. */
function* fromLines(text: string): Generator<[string, string]> {
  const path: { indent: number; key: string }[] = [];
  // YAML's block of lines below `key: >` or `key: |`.
  let block: { indent: number; key: string; lines: string[] } | undefined;
  for (const line of [...text.split("\n"), "_:"]) {
    if (block !== undefined) {
      if (line.trim() === "" || line.length - line.trimStart().length > block.indent) {
        block.lines.push(line);
        continue;
      }
      yield [block.key, joinSpace(block.lines.join(" "))];
      block = undefined;
    }
    const match = /^(\s*)["']?([\w.-]+)["']?\s*(?::|=>?)\s*(\S.*|)$/.exec(line.trimEnd());
    if (match === null) continue;
    const [, space = "", key = "", value = ""] = match;
    const rest = value.replace(/,$/, "");
    while ((path.at(-1)?.indent ?? -1) >= space.length) path.pop();
    if (/^[>|][+-]?$/.test(rest)) {
      block = { indent: space.length, key: [...path.map((part) => part.key), key].join("."), lines: [] };
      continue;
    }
    const message = rest.replace(/^(["'`])(.*)\1;?$/, "$2");
    if (message !== "" && message !== "{" && message !== "[") yield [[...path.map((part) => part.key), key].join("."), message];
    else path.push({ indent: space.length, key });
  }
}
