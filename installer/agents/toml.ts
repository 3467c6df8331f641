import { parse, stringify, TomlError } from "smol-toml";
import { isRecord } from "../../host/contract/json.js";
import { type ConfigFormat, type Entry, isSame, type ReadEntry, withEntry } from "./format.js";

/** TOML, edited line by line and checked by parsing: an edit that changes more than our entry is not made. */
export const toml: ConfigFormat = { read, set, remove, print };

function read(text: string, path: readonly string[]): ReadEntry {
  const root = parsed(text);
  if (root instanceof TomlError) return { state: "broken", why: `line ${root.line} is no TOML` };
  let value: unknown = root;
  for (const [depth, key] of path.entries()) {
    if (value === undefined) return { state: "ok", entry: undefined };
    if (!isRecord(value)) return { state: "broken", why: `${path.slice(0, depth).join(".")} is no table` };
    value = value[key];
  }
  return { state: "ok", entry: value };
}

function set(text: string, path: readonly string[], entry: Entry): string | undefined {
  const old = read(text, path);
  if (old.state === "broken") return undefined;
  if (old.entry === undefined) return appended(text, path, entry);
  if (!isRecord(old.entry)) return undefined;
  const before = old.entry;
  return Object.entries(entry)
    .filter(([key, value]) => !isSame(before[key], value))
    .reduce<string | undefined>((current, [key, value]) => (current === undefined ? undefined : withKey(current, path, key, value)), text);
}

function remove(text: string, path: readonly string[]): string | undefined {
  const lines = text.split(/(?<=\n)/);
  const start = headerLine(lines, path);
  if (start < 0) return undefined;
  // A `[` at a line's start may lie inside a value: the first end that leaves the rest as it was is the right one.
  const first = lines[start - 1]?.trim() === "" ? start - 1 : start;
  const ends = [...lines.keys(), lines.length].filter((end) => end > start);
  const cuts = ends.map((end) => [...lines.slice(0, first), ...lines.slice(end)].join(""));
  return cuts.find((cut) => isEquivalent(text, cut, path, undefined));
}

function print(path: readonly string[], entry: Entry): string {
  return stringify({ [path[0] ?? ""]: { [path[1] ?? ""]: entry } })
    .replace(/^\[[^\].]+\]\n/, "")
    .trim();
}

function appended(text: string, path: readonly string[], entry: Entry): string | undefined {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" ? "" : text.endsWith("\n") ? eol : `${eol}${eol}`;
  const after = `${text}${gap}${print(path, entry).replaceAll("\n", eol)}${eol}`;
  return isEquivalent(text, after, path, entry) ? after : undefined;
}

/** Replaces the lines of one key of our table, or puts the key right below the table's header. */
function withKey(text: string, path: readonly string[], key: string, value: unknown): string | undefined {
  const current = read(text, path);
  const lines = text.split(/(?<=\n)/);
  const header = headerLine(lines, path);
  if (current.state === "broken" || !isRecord(current.entry) || header < 0) return undefined;
  const wanted = { ...current.entry, [key]: value };
  const line = `${stringify({ [key]: value }).trim()}${text.includes("\r\n") ? "\r\n" : "\n"}`;
  const keyLine = new RegExp(`^\\s*"?${key}"?\\s*=`);
  const start = lines.findIndex((one, index) => index > header && keyLine.test(one));
  const cuts =
    start < 0 ? [[header + 1, header + 1]] : [...lines.keys(), lines.length].filter((end) => end > start).map((end) => [start, end]);
  return cuts
    .map(([from, to]) => [...lines.slice(0, from), line, ...lines.slice(to)].join(""))
    .find((candidate) => isEquivalent(text, candidate, path, wanted));
}

function headerLine(lines: readonly string[], path: readonly string[]): number {
  const keys = path.map((key) => `(?:${key}|"${key}"|'${key}')`).join("\\s*\\.\\s*");
  return lines.findIndex((line) => new RegExp(`^\\s*\\[\\s*${keys}\\s*\\]`).test(line));
}

/** Returns whether two texts parse to the same value but for the entry. A parent table that only held the entry may disappear with it. */
function isEquivalent(before: string, after: string, path: readonly string[], entry: Entry | undefined): boolean {
  const [old, fresh] = [parsed(before), parsed(after)];
  if (old instanceof TomlError || fresh instanceof TomlError) return false;
  const wanted = plain(withEntry(old, path, entry));
  return isSame(withoutEmpty(plain(fresh), path[0]), withoutEmpty(wanted, path[0]));
}

function withoutEmpty(root: unknown, key = ""): unknown {
  if (!isRecord(root)) return root;
  const { [key]: parent, ...others } = root;
  return isRecord(parent) && Object.keys(parent).length > 0 ? root : others;
}

function parsed(text: string) {
  try {
    return parse(text);
  } catch (error) {
    // The library's only way to say that a text is no TOML.
    if (error instanceof TomlError) return error;
    throw error;
  }
}

/** The library's tables have no prototype; ours do. Dates stay as they are. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}
