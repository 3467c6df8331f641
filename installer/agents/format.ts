import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../host/contract/json.js";
import { printable } from "../../host/contract/printable.js";

export type Entry = Readonly<Record<string, unknown>>;

export type ReadEntry = { readonly state: "broken"; readonly why: string } | { readonly state: "ok"; readonly entry: unknown };

/** How entries are read and edited in one file format. All edits keep every other byte's meaning, or are not made. */
export interface ConfigFormat {
  /** Entry is undefined when there is none. */
  read(text: string, path: readonly string[]): ReadEntry;
  /** The text with the entry set; undefined when that could not be done without harm. */
  set(text: string, path: readonly string[], entry: Entry | readonly unknown[]): string | undefined;
  /** The text without the entry; undefined when that could not be done without harm. */
  remove(text: string, path: readonly string[]): string | undefined;
  /** The entry alone, as a person would paste it. */
  print(path: readonly string[], entry: Entry): string;
}

/** What the entry becomes: ours wins where the server is started, the user's wins everywhere else (further keys, approved tools). */
export function mergeEntry(existing: unknown, wanted: Entry): Entry {
  if (!isRecord(existing)) return wanted;
  const approved = existing["autoApprove"] === undefined ? {} : { autoApprove: existing["autoApprove"] };
  const enabled = existing["enabled"] === undefined ? {} : { enabled: existing["enabled"] };
  return { ...existing, ...wanted, ...mergedTables(existing, wanted), ...approved, ...enabled };
}

/** Variables that the user added to the server's environment stay. */
function mergedTables(existing: Entry, wanted: Entry): Entry {
  return Object.fromEntries(
    ["env", "environment"].flatMap((key) => {
      const [old, fresh] = [existing[key], wanted[key]];
      return isRecord(old) && isRecord(fresh) ? [[key, { ...old, ...fresh }]] : [];
    }),
  );
}

/** Returns whether an entry found in a file was made by some version of this program, so that it may be brought up to date. */
export function isOurs(entry: unknown): boolean {
  if (!isRecord(entry)) return false;
  const words = [entry["command"], entry["args"]].flat(2).filter((word) => typeof word === "string");
  return words.some((word) => /(^|[\\/])svc-capture(@|$)|[\\/]server\.js$/.test(word));
}

/** Returns the names of what an entry sets beside what is wanted: further keys, and variables other than svc's own. */
export function addedTo(existing: unknown, wanted: Entry): string[] {
  if (!isRecord(existing)) return [];
  const isAdded = (key: string) => !(key in wanted) || (key === "autoApprove" && !isSame(existing[key], wanted[key]));
  const keys = Object.keys(existing).filter((key) => isAdded(key) && !["type", "env", "environment"].includes(key));
  const variables = ["env", "environment"].flatMap((key) => (isRecord(existing[key]) ? Object.keys(existing[key]) : []));
  return [...keys, ...variables.filter((name) => !/^SVC_(PORT|DEBUG)$/.test(name))].map((name) =>
    JSON.stringify(printable(name.slice(0, 40))),
  );
}

/** The value with an entry set (or taken out) at a path; used to check that an edit of the text did just that. */
export function withEntry(root: unknown, path: readonly string[], entry: Entry | readonly unknown[] | undefined): unknown {
  const [key = "", ...rest] = path;
  const table = isRecord(root) ? root : {};
  if (rest.length > 0) return { ...table, [key]: withEntry(table[key], rest, entry) };
  const { [key]: _old, ...others } = table;
  return entry === undefined ? others : { ...others, [key]: entry };
}

/** Dates, bigints and the like included: parsed files are compared, not printed. */
export const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other);
