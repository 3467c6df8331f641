import { addToGroup } from "../../contract/group-by.js";
import { parseJson } from "../../contract/json.js";
import { stemOf } from "./files.js";
import { formsOf, joinSpace, messageFits } from "./texts.js";

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
  return messages.flatMap(({ text, keys }) => (shown.some((one) => messageFits(text, one)) ? keys : []));
}

/** What the messages show, by their keys, in lower case; of those with holes what stands before the first. */
export function textsByKey(messages: readonly Message[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { text, keys } of messages)
    for (const form of formsOf(text)) {
      const hole = form.indexOf("{");
      const shown = (hole >= 0 && form.includes("}", hole) ? form.slice(0, hole) : form).trim().toLowerCase();
      if (shown.length >= 2) for (const key of new Set(keys)) addToGroup(found, key, shown);
    }
  return found;
}

function messagesOf(path: string, text: string): Iterable<readonly [key: string, message: string]> {
  if (path.endsWith(".json") || path.endsWith(".arb")) return fromJson(text);
  if (/\.pot?$/.test(path)) return fromGettext(text);
  if (path.endsWith(".ftl")) return fromFluent(text);
  return /\.(xlf|resx)$/.test(path) ? fromXml(text) : fromLines(text);
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

/** The key is the text in the source's language; where it is not translated it is shown itself. */
function* fromGettext(text: string): Generator<[string, string]> {
  let id = "";
  for (const [, name, quoted = ""] of text.matchAll(/^(msgid|msgid_plural|msgstr)(?:\[\d+\])?((?:\s*"(?:[^"\\\n]|\\.)*")+)/gm)) {
    const lines = [...quoted.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map((match) => match[1]);
    const message = lines
      .join("")
      .replaceAll("\\n", "\n")
      .replace(/\\(["\\])/g, "$1");
    if (name === "msgid") id = message;
    if (id !== "") yield [id, message === "" ? id : message];
  }
}

/** A message's value, its attributes and all its variants belong to its key; indented lines go on with what is before. */
function* fromFluent(text: string): Generator<[string, string]> {
  for (const [, key = "", body = ""] of text.matchAll(/^(-?[a-zA-Z][\w-]*) *=(.*(?:\n(?:[ \t}].*)?)*)/gm)) {
    for (const pattern of body.split(/^[ \t]+\.[\w-]+ *=/m)) {
      const variants = [...pattern.matchAll(/^[ \t]*\*?\[[^\]\n\r\u2028\u2029]*\](.*)$/gm)].map((match) => match[1] ?? "");
      for (const one of variants.length > 0 ? variants : [pattern]) if (one.trim() !== "") yield [key, joinSpace(one)];
    }
  }
}

/** XLIFF, whose units are asked for by their id or by the text in the source's language, and the resources of .NET. */
function* fromXml(text: string): Generator<[string, string]> {
  for (const unit of text.split(/<(?=(?:trans-)?unit\b)/).slice(1)) {
    const id = /^[^>]*\bid="([^"]*)"/.exec(unit)?.[1] ?? "";
    const [source = "", target = source] = ["source", "target"].map(
      (name) => new RegExp(`<${name}(?:\\s[^<>]*)?>([^<]*)<`).exec(unit)?.[1],
    );
    yield [id, target];
    yield [source, target];
  }
  for (const [, key = "", message = ""] of text.matchAll(/<data name="([^"<]*)"[^<>]*>\s*<value>([^<]*)</g)) yield [key, message];
}

/** `key: text`, `key = text`, `"key": "text"`: YAML, properties, Fluent and objects in code; indentation makes the path. */
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
