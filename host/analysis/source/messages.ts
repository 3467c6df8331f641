import { groupBy } from "../../contract/group-by.js";
import { parseJson } from "../../contract/json.js";
import { onceForList } from "./cached-parser.js";
import { stemOf } from "./files.js";
import { joinSpace, messageFits, shortest } from "./texts.js";

/** Whether a file holds the texts of an interface in some language. */
export function isMessageFile(path: string): boolean {
  return /\.(properties|strings|arb)$/i.test(path) || (/\.(json|ya?ml|ts|js|mjs|php)$/i.test(path) && named.test(path));
}

const named = /(?:^|[/._-])(?:i18n|intl|locales?|langs?|languages?|translations?|messages|strings|nls|l10n)(?=[/._-])/;

/** A message, and the keys as which code may ask for it. */
export interface Message {
  readonly text: string;
  readonly keys: readonly string[];
}

/** All messages of a file, which is their namespace. */
export function messagesIn(path: string, text: string): Message[] {
  const stem = stemOf(path);
  return [...messagesOf(path, text)].map(([key, message]) => ({ text: message, keys: [key, `${stem}.${key}`, `${stem}:${key}`] }));
}

/** Keys of the messages whose text an element shows. */
export function keysFor(messages: readonly Message[], shown: readonly string[]): string[] {
  const { whole, others } = sorted(messages);
  const found = shown.flatMap((one) => whole.get(one.toLowerCase()) ?? []);
  return [...found, ...others.filter(({ text }) => shown.some((one) => messageFits(text, one)))].flatMap(({ keys }) => keys);
}

/** Messages that are shown as they are, by what is shown, and those with holes. */
const sorted = onceForList((messages: readonly Message[]) => {
  const isWhole = ({ text }: Message) => !/[{%$<|]|(?:^|\s):[a-z]/i.test(text);
  return { whole: groupBy(messages.filter(isWhole), wholeText), others: messages.filter((one) => !isWhole(one)) };
});

function wholeText({ text }: Message): string | undefined {
  const joined = joinSpace(text).toLowerCase();
  return joined.length < shortest ? undefined : joined;
}

function messagesOf(path: string, text: string): Iterable<readonly [key: string, message: string]> {
  const value = /\.(json|arb)$/.test(path) ? parseJson(text) : undefined;
  // What is no JSON after all has plain entries on its lines.
  return value === undefined ? fromLines(text) : flatten("", value);
}

function* flatten(prefix: string, value: unknown): Generator<[string, string]> {
  if (typeof value === "string") yield [prefix, value];
  else if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value)) yield* flatten(prefix === "" ? key : `${prefix}.${key}`, part);
}

/** `key: text`, `key = text`, `"key": "text"`: YAML, properties and objects in code; indentation makes the path. */
function* fromLines(text: string): Generator<[string, string]> {
  const path: { indent: number; key: string }[] = [];
  for (const line of text.split("\n")) {
    const match = /^(\s*)["']?([\w.-]+)["']?\s*(?::|=>?)\s*(\S.*|)$/.exec(line.trimEnd());
    if (match === null) continue;
    const [, space = "", key = "", value = ""] = match;
    const rest = value.replace(/,$/, "");
    while ((path.at(-1)?.indent ?? -1) >= space.length) path.pop();
    const message = rest.replace(/^(["'`])(.*)\1;?$/, "$2");
    if (message !== "" && message !== "{" && message !== "[") yield [[...path.map((part) => part.key), key].join("."), message];
    else path.push({ indent: space.length, key });
  }
}
