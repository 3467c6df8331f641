import type { Capture } from "../../contract/capture.js";
import type { Verdict } from "../../contract/checks.js";
import { groupBy } from "../../contract/group-by.js";
import { readCapture } from "../../contract/reader.js";
import { parseColor } from "../colors.js";
import { compareCaptures, type NamedCapture } from "../compare/compare.js";
import { differences, isMeans } from "./also-changed.js";
import { learnUnstable } from "./unstable.js";
import { isComparable } from "./verdict.js";

type Difference = Verdict["alsoChanged"][number];

/**
 * Compares two captures of a page without what changes by itself; `idle`: pairs of captures between which nobody changed anything. Classes and inline
 * styles are means: what they do to the page is compared. Returns what differs, and that in words, a line for each cause.
 */
export function changesByCause(before: Capture, after: Capture, idle: readonly (readonly [Capture, Capture])[] = []) {
  const named = (capture: Capture): NamedCapture => ({ filename: capture.metadata.id, capture });
  const pairs = idle.filter((pair) => isComparable(...pair)).map(([one, other]) => [named(one), named(other)] as const);
  const unstable = learnUnstable(pairs, named(before));
  const scope = { claims: [], unstable, older: readCapture(before), newer: readCapture(after) };
  const rows = differences(compareCaptures(named(before), named(after)), scope).filter(({ property = "" }) => !isMeans(property));
  return { rows, lines: causeLines(rows, before.styles.tokens, after.styles.tokens) };
}

type Tokens = Readonly<Record<string, string>>;

const linesMax = 20;
const namedMax = 3;

/**
 * Differences by what was changed: one style rule or design token makes one line of all that it touches, in the order of the first of each:
 * `color: red → blue (--brand): button.buy “Buy” and 12 more`.
 */
export function causeLines(differences: readonly Difference[], was: Tokens = {}, is: Tokens = {}): readonly string[] {
  const tokens = Object.keys(is).filter((name) => was[name] !== undefined && was[name] !== is[name]);
  const changeOf = ({ what, property = "", before = "", after = "" }: Difference) =>
    what === "changed" ? `${property.replace(/^style /, "")}: ${before || "none"} → ${after || "none"}` : what;
  const lines = [...groupBy(differences, changeOf)].map(([change, members]) => {
    const [{ before = "", after = "" } = {}] = members;
    const token = tokens.find((name) => isSameValue(was[name], before) && isSameValue(is[name], after));
    const named = members.slice(0, namedMax).map(({ selector, name }) => `${selector}${name === "" ? "" : ` “${name}”`}`);
    const more = members.length - named.length;
    return `${change}${token === undefined ? "" : ` (${token})`}: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  });
  return firstOf(lines, "more causes");
}

/** As many lines as are read, and how many of what there are beyond them. */
export function firstOf(lines: readonly string[], what: string): readonly string[] {
  return lines.length > linesMax ? [...lines.slice(0, linesMax), `and ${lines.length - linesMax} ${what}`] : lines;
}

function isSameValue(token = "", value: string): boolean {
  const [one, other] = [parseColor(token), parseColor(value)];
  return token.trim() === value || (one !== undefined && JSON.stringify(one) === JSON.stringify(other));
}
