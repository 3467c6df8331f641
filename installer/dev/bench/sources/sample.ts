import { wordsWithin } from "../../../../host/analysis/element-facts.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../../../host/contract/reader.js";
import type { Site } from "./instrument.js";
import type { RecordedPage } from "./record.js";

export const kinds = ["control", "icon-only control", "text", "list row", "icon", "box"] as const;
export type Kind = (typeof kinds)[number];

/** An element that is asked for, and where it is written. */
export interface Question {
  readonly kind: Kind;
  readonly page: RecordedPage;
  readonly element: CapturedElement;
  readonly sites: readonly Site[];
}

const perKind = 14;

/** Elements of each kind, at most so many, one for each place in the sources, spread over the pages. The same elements at each run. */
export function sampleOf(pages: readonly RecordedPage[], most = perKind): Question[] {
  const byKind = new Map<Kind, Question[]>(kinds.map((kind) => [kind, []]));
  const seen = new Set<string>();
  for (const page of pages) {
    const reader = readCapture(page.captures.off);
    for (const element of reader.elements()) {
      const sites = page.sites[element.index] ?? [];
      const kind = kindOf(reader, element);
      const key = `${kind} ${sites.map(({ file, line }) => `${file}:${line}`).join(" ")}`;
      if (kind === undefined || sites.length === 0 || seen.has(key)) continue;
      seen.add(key);
      byKind.get(kind)?.push({ kind, page, element, sites });
    }
  }
  return [...byKind.values()].flatMap((all) => spread(all, most));
}

/** Every so manieth. */
function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]).filter((one) => one !== undefined);
}

function kindOf(reader: CaptureReader, element: CapturedElement): Kind | undefined {
  const { tag, box, visible, interactive, index } = element;
  if (!visible || box[2] <= 0 || box[3] <= 0 || /^(html|body|head|script|style|path|g|circle|rect|line|use)$/.test(tag)) return undefined;
  const ancestors = reader.ancestors(index).map((one) => reader.element(one).tag);
  if (ancestors.includes("svg")) return undefined;
  if (tag === "svg" || tag === "img" || tag === "i") return "icon";
  const hasText = wordsWithin(reader, index).trim() !== "";
  if (interactive) return hasText || /^(input|select|textarea)$/.test(tag) ? "control" : "icon-only control";
  if (isRow(reader, element)) return "list row";
  return element.text.trim() === "" ? "box" : "text";
}

/** One of at least three that look the same beside each other. */
function isRow(reader: CaptureReader, { tag, parent, attributes, index }: CapturedElement): boolean {
  if (parent < 0) return false;
  const alike = reader.children(parent).filter((child) => {
    const other = reader.element(child);
    return other.tag === tag && other.attributes["class"] === attributes["class"];
  });
  return alike.length >= 3 && reader.end(index) > index + 1;
}
