import { wantedOf } from "../analysis/source/wanted.js";
import { explainedElement, type StyleRow, styleRows } from "../analysis/styles/explained.js";
import { addToGroup } from "../contract/group-by.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { type Table, unlessEmpty } from "./answer.js";
import type { SourceFiles } from "./context.js";
import { findPlaces } from "./style-rows.js";

/** So much is shown, in characters. */
const mostChars = 600;

/**
 * Where the project declares how some elements look, whatever an annotation's words are: for each element and file the lines with the properties
 * that each declares, the first elements first, each line once. Without what a framework sets, and without what `isShown` names (`file:line`).
 */
export async function rulesAround(
  sources: SourceFiles,
  reader: CaptureReader,
  elements: readonly CapturedElement[],
  shown: ReadonlySet<string>,
): Promise<Table | undefined> {
  const seen = new Set(shown);
  const rows: (readonly [of: string, file: string, declares: string])[] = [];
  let left = mostChars;
  for (const element of elements) {
    const files = new Map<string, [line: number, property: string][]>();
    for (const { file, line, property } of await placedIn(sources, reader, element)) {
      if (seen.has(`${file}:${line}`)) continue;
      addToGroup(files, file, [line, property]);
    }
    for (const [file, found] of files) {
      const lines = new Map<number, Set<string>>();
      for (const [line, property] of found) lines.set(line, (lines.get(line) ?? new Set()).add(property));
      const parts: string[] = [];
      left -= file.length + 6;
      for (const [line, properties] of [...lines].toSorted(([a], [b]) => a - b)) {
        const part = `${line} ${[...properties].join(" ")}`;
        left -= part.length + 2;
        if (left < 0) break;
        seen.add(`${file}:${line}`);
        parts.push(part);
      }
      if (parts.length > 0) rows.push([element.ref, file, parts.join(", ")]);
    }
  }
  return unlessEmpty({ columns: ["of", "file", "declares"], rows, exact: ["file"], cellMaxChars: mostChars });
}

async function placedIn(sources: SourceFiles, reader: CaptureReader, element: CapturedElement) {
  const explained = explainedElement(reader, element.ref);
  if (explained === undefined) return [];
  const { rules } = explained;
  const isOfAll = ({ winner }: StyleRow) => /^\*(,|$)/.test(rules.rules[winner?.rule ?? -1]?.selector ?? "");
  const isPlain = ({ property, when }: StyleRow) => !property.startsWith("--") && /^(:|$|@media)/.test(when);
  const rows = styleRows(explained.element).filter((row) => (row.winner?.rule ?? -1) >= 0 && isPlain(row) && !isOfAll(row));
  const placeOf = await findPlaces(sources, rules, rows, (ref) => wantedOf(reader, reader.byRef(ref) ?? element));
  return rows.flatMap(({ winner, property, when }) => {
    const place = winner && placeOf(winner);
    return place === undefined || place.score < leastScore
      ? []
      : [{ file: place.file, line: place.line, property: `${property}${when.replace(/^@media\b.*/, "@media")}` }];
  });
}

/** With less it is another rule of that name, or none of the project's. */
const leastScore = 0.65;
