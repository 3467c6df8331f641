import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  modify,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { isRecord } from "../../host/contract/json.js";
import { type ConfigFormat, type Entry, isSame, type ReadEntry, withEntry } from "./format.js";

const tolerant = { allowTrailingComma: true, disallowComments: false } as const;

/** JSON with comments and trailing commas, as VS Code and its relatives write it. */
export const jsonc: ConfigFormat = { read, set, remove, print };

function read(text: string, path: readonly string[]): ReadEntry {
  const body = stripMark(text);
  if (body.trim() === "") return { state: "ok", entry: undefined };
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, tolerant);
  const [first] = errors;
  if (first !== undefined)
    return { state: "broken", why: `${complaintOf(first)} in line ${body.slice(0, first.offset).split("\n").length}` };
  for (let depth = 0; depth < path.length; depth++) {
    const node = root === undefined ? undefined : findNodeAtLocation(root, path.slice(0, depth));
    if (depth > 0 && node === undefined) return { state: "ok", entry: undefined };
    if (node?.type !== "object") return { state: "broken", why: `${path.slice(0, depth).join(".") || "its content"} is no object` };
  }
  return { state: "ok", entry: valueAt(body, path) };
}

/** Of an entry that is there only the keys that differ are changed. */
function set(text: string, path: readonly string[], entry: Entry | readonly unknown[]): string | undefined {
  const mark = text.slice(0, text.length - stripMark(text).length);
  const body = stripMark(text).trim() === "" ? "{}\n" : stripMark(text);
  const old = valueAt(body, path);
  const isUpdate = isRecord(old) && isRecord(entry);
  const changed = isUpdate ? Object.keys(entry).filter((key) => !isSame(old[key], entry[key])) : [];
  const changes = isUpdate ? changed.map((key) => ({ at: [...path, key], value: entry[key] })) : [{ at: [...path], value: entry }];
  const options = { formattingOptions: layoutOf(body) };
  const edited = changes.reduce((now, { at, value }) => applyEdits(now, modify(now, at, value, options)), body);
  return checked(body, edited, path, entry, mark);
}

function remove(text: string, path: readonly string[]): string | undefined {
  const body = stripMark(text);
  const mark = text.slice(0, text.length - body.length);
  const edited = applyEdits(body, modify(body, [...path], undefined, {}));
  return checked(body, edited, path, undefined, mark);
}

function print(path: readonly string[], entry: Entry): string {
  return JSON.stringify(withEntry({}, path, entry), null, 2);
}

/** How a file is laid out: what one step of indentation is, how its lines end. */
function layoutOf(text: string): FormattingOptions {
  const unit = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  return { insertSpaces: !unit.startsWith("\t"), tabSize: unit.length, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}

/** Returns the edited text if its value is the old value with our entry set, else undefined. */
function checked(
  before: string,
  after: string,
  path: readonly string[],
  entry: Entry | readonly unknown[] | undefined,
  mark: string,
): string | undefined {
  const errors: ParseError[] = [];
  const value: unknown = parse(after, errors, tolerant);
  return errors.length === 0 && isSame(value, withEntry(parse(before, [], tolerant), path, entry)) ? mark + after : undefined;
}

function valueAt(body: string, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), parse(body, [], tolerant));
}

function stripMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** The parser's word, like CloseBraceExpected, as people write it. */
function complaintOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
}
