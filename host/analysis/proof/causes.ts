import type { Verdict } from "../../contract/checks.js";
import { groupBy } from "../../contract/group-by.js";

type Difference = Verdict["alsoChanged"][number];

const linesMax = 20;
const namedMax = 3;

/** Differences by what was changed, one line a style rule: `color: red → blue: button.buy “Buy” and 12 more`. */
export function causeLines(differences: readonly Difference[]): readonly string[] {
  const changeOf = ({ what, property = "", before = "", after = "" }: Difference) =>
    what === "changed" ? `${property.replace(/^style /, "")}: ${before || "none"} → ${after || "none"}` : what;
  const lines = [...groupBy(differences, changeOf)].map(([change, members]) => {
    const named = members.slice(0, namedMax).map(({ selector, name }) => `${selector}${name === "" ? "" : ` “${name}”`}`);
    const more = members.length - named.length;
    return `${change}: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  });
  return firstOf(lines, "more causes");
}

/** As many lines as are read, and how many of what there are beyond them. */
export function firstOf(lines: readonly string[], what: string): readonly string[] {
  return lines.length > linesMax ? [...lines.slice(0, linesMax), `and ${lines.length - linesMax} ${what}`] : lines;
}
