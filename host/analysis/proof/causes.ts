import type { Capture } from "../../contract/capture.js";
import type { Verdict } from "../../contract/checks.js";
import { readCapture } from "../../contract/reader.js";
import { parseColor } from "../colors.js";
import { compareCaptures, type NamedCapture } from "../compare/compare.js";
import { differences, isMeans } from "./also-changed.js";
import { learnUnstable } from "./unstable.js";
import { isComparable } from "./verdict.js";

type Difference = Verdict["alsoChanged"][number];

/** What differs between two captures of a page, by cause. */
export interface Changes {
  /** One line a cause. */
  readonly lines: readonly string[];
  /** The same of what changes by itself. */
  readonly unstable: readonly string[];
  /** Refs in the newer capture of what differs there. */
  readonly refs: readonly string[];
}

const linesMax = 20;

/** Compares two captures of a page by what was changed; `idle`: pairs of captures between which nobody changed anything. */
export function changesByCause(before: Capture, after: Capture, idle: readonly (readonly [Capture, Capture])[] = []): Changes {
  const named = (capture: Capture): NamedCapture => ({ filename: capture.metadata.id, capture });
  const [older, newer] = [readCapture(before), readCapture(after)];
  const comparison = compareCaptures(named(before), named(after));
  const pairs = idle.filter((pair) => isComparable(...pair)).map(([one, other]) => [named(one), named(other)] as const);
  // Classes and inline styles are means: what they do to the page is compared.
  const rowsWithout = (known: typeof pairs) =>
    differences(comparison, { claims: [], unstable: learnUnstable(known, named(before)), older, newer }).filter(
      ({ property = "" }) => !isMeans(property),
    );
  const stable = rowsWithout(pairs);
  const isStable = new Set(stable.map((row) => JSON.stringify(row)));
  const unstable = pairs.length === 0 ? [] : rowsWithout([]).filter((row) => !isStable.has(JSON.stringify(row)));
  const lines = (rows: readonly Difference[]) => {
    const all = groupsOf(rows, before.styles.tokens, after.styles.tokens).map(groupWords);
    return all.length > linesMax ? [...all.slice(0, linesMax), `and ${all.length - linesMax} more causes`] : all;
  };
  const refs = stable.flatMap(({ what, ref }) => (what === "removed" ? [] : [ref]));
  return { lines: lines(stable), unstable: lines(unstable), refs };
}

/** Elements that differ in the same way; `cause`: the design token behind it, where one has changed from the one value to the other. */
export interface Group {
  readonly what: Difference["what"];
  readonly change: string;
  readonly cause: string | undefined;
  readonly members: readonly Difference[];
}

type Tokens = Readonly<Record<string, string>>;

/** Differences by what was changed: one style rule or token makes one group of all that it touches. In the order of each group's first. */
export function groupsOf(differences: readonly Difference[], was: Tokens = {}, is: Tokens = {}): readonly Group[] {
  const tokens = Object.keys(is).filter((name) => was[name] !== undefined && was[name] !== is[name]);
  const groups = new Map<string, Group & { members: Difference[] }>();
  for (const one of differences) {
    const { what, property = "", before = "", after = "" } = one;
    const change = what === "changed" ? `${property.replace(/^style /, "")}: ${before || "none"} → ${after || "none"}` : what;
    const group = groups.get(change) ?? {
      ...{ what, change, members: [] },
      cause: tokens.find((name) => isSameValue(was[name], before) && isSameValue(is[name], after)),
    };
    group.members.push(one);
    groups.set(change, group);
  }
  return [...groups.values()];
}

function isSameValue(token = "", value: string): boolean {
  const [one, other] = [parseColor(token), parseColor(value)];
  return token.trim() === value || (one !== undefined && other !== undefined && JSON.stringify(one) === JSON.stringify(other));
}

const namedMax = 3;

/** A group in one line: `color: red → blue (--brand): button.buy “Buy” and 12 more`. */
export function groupWords({ change, cause, members }: Group): string {
  const named = members.slice(0, namedMax).map(({ selector, name }) => `${selector}${name === "" ? "" : ` “${name}”`}`);
  const more = members.length - named.length;
  return `${change}${cause === undefined ? "" : ` (${cause})`}: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
