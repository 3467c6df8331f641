import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { type ConfigFormat, type Entry, isSame, isTable, type ReadEntry, withEntry } from "./format.js";
import { insertProperty, layoutOf, valueText } from "./jsonc-insert.js";

const tolerant = { allowTrailingComma: true, disallowComments: false } as const;

/** JSON with comments and trailing commas, as VS Code and its relatives write it. */
export const jsonc: ConfigFormat = { read, set, remove, print };

function read(text: string, path: readonly string[]): ReadEntry {
  const body = stripMark(text);
  if (body.trim() === "") return { state: "ok", entry: undefined };
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, tolerant);
  const [first] = errors;
  if (first !== undefined) return { state: "broken", why: `${complaintOf(first)} in line ${lineAt(body, first.offset)}` };
  for (let depth = 0; depth < path.length; depth++) {
    const node = root === undefined ? undefined : findNodeAtLocation(root, path.slice(0, depth));
    if (depth > 0 && node === undefined) return { state: "ok", entry: undefined };
    if (node?.type !== "object") return { state: "broken", why: `${path.slice(0, depth).join(".") || "its content"} is no object` };
  }
  return { state: "ok", entry: valueAt(body, path) };
}

function set(text: string, path: readonly string[], entry: Entry | readonly unknown[]): string | undefined {
  const mark = text.slice(0, text.length - stripMark(text).length);
  const body = stripMark(text).trim() === "" ? "{}\n" : stripMark(text);
  const root = parseTree(body, [], tolerant);
  if (root === undefined) return undefined;
  const edited = applyEdits(body, editsFor(body, root, path, entry));
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

/** Sets the deepest part that is there already; of an entry that is there, only the keys that differ. */
function editsFor(body: string, root: Node, path: readonly string[], entry: Entry | readonly unknown[]): Edit[] {
  const layout = layoutOf(body);
  const depth = path.findLastIndex((_key, index) => findNodeAtLocation(root, path.slice(0, index + 1)) !== undefined) + 1;
  const node = findNodeAtLocation(root, path.slice(0, depth));
  if (node === undefined) return [];
  if (depth < path.length) {
    const [key = "", ...rest] = path.slice(depth);
    return insertProperty(body, node, key, rest.length === 0 ? entry : withEntry({}, rest, entry), layout);
  }
  const old: unknown = valueAt(body, path);
  if (!isTable(old)) return [{ offset: node.offset, length: node.length, content: valueText(entry, body, node.offset, layout) }];
  const [changed, ...later] = Object.entries(entry).filter(([key, value]) => !isSame(old[key], value));
  if (changed === undefined) return [];
  const edit = editForKey(body, node, changed, layout);
  if (later.length === 0) return edit;
  // Offsets move with each edit: the rest is worked out on the edited text, and handed on as one.
  const next = applyEdits(body, edit);
  const nextRoot = parseTree(next, [], tolerant);
  const rest = nextRoot === undefined ? [] : editsFor(next, nextRoot, path, entry);
  return [{ offset: 0, length: body.length, content: applyEdits(next, rest) }];
}

function editForKey(body: string, entryNode: Node, [key, value]: [string, unknown], layout: ReturnType<typeof layoutOf>): Edit[] {
  const node = findNodeAtLocation(entryNode, [key]);
  if (node === undefined) return insertProperty(body, entryNode, key, value, layout);
  const isOneLine = !body.slice(node.offset, node.offset + node.length).includes("\n");
  const content = isOneLine ? JSON.stringify(value) : valueText(value, body, node.offset, layout);
  return [{ offset: node.offset, length: node.length, content }];
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
  return path.reduce<unknown>((value, key) => (isTable(value) ? value[key] : undefined), parse(body, [], tolerant));
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

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
