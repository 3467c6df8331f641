import { weaklyMemoized } from "../../contract/memoized.js";
import { canonicalValue } from "../styles/declarations.js";
import { onceForList } from "./cached-parser.js";
import { type ByUse, byUse } from "./imports.js";
import { plainName } from "./library-names.js";
import type { SourceTag, SourceText } from "./tags.js";
import type { Wanted } from "./wanted.js";
import type { Add } from "./weights.js";

/** Properties and values that a styled component declares without conditions; lengths in root ems stay so. */
export type Declarations = ReadonlyMap<string, string>;

/** Compares what a tag's styled component declares with the element's computed style. */
export function addDeclared({ tag }: SourceTag, source: SourceText, styles: ByUse<Declarations>, wanted: Wanted, add: Add): void {
  const [declarations, other] = styles(tag, source) ?? [];
  if (declarations === undefined || other !== undefined) return;
  let [same, different] = [0, 0];
  for (const [property, value] of declarations) {
    const computed = wanted.style(property);
    if (computed === undefined) continue;
    const inPixels = value.replace(/[\d.]+rem\b/g, (length) => `${Number.parseFloat(length) * wanted.rem}px`);
    if (canonicalValue(computed) === canonicalValue(inPixels)) same++;
    else different++;
  }
  add("declared", Math.log1p(same), "styles of its component");
  add("otherDeclared", Math.log1p(different));
}

/** The styled components of all sources. */
export const declaredStyles = onceForList((sources: readonly SourceText[]) => byUse(sources, declaredIn));

const declaredIn = weaklyMemoized(({ text }: SourceText): ReadonlyMap<string, Declarations> => {
  const found = new Map<string, Declarations>();
  for (const {
    1: name = "",
    index,
    0: { length },
  } of text.matchAll(styled)) {
    const end = text.indexOf("`", index + length);
    let css = text.slice(index + length, end < 0 ? text.length : end);
    for (let depth = 0; depth < deepest; depth++) css = css.replace(/\{[^{}]*\}/g, "");
    found.set(plainName(name), new Map([...css.matchAll(plain)].map(([, property = "", value = ""]) => [property, value])));
  }
  return found;
});

/** Blocks and expressions in each other that are taken out. */
const deepest = 4;
/** `const Title = styled.h2<Props>` and what stands before its template. */
const styled = /\b(?:const|let|var)\s{1,20}([A-Z][\w$]{0,80})\s{0,20}=\s{0,20}styled\b[^`;]{0,300}`/g;
/** A declaration with a value that the browser computes to itself: lengths and colors of six digits, or words of what is neither a font's nor a color. */
const plain =
  /(?<=^|;)\s{0,40}([a-z-]{3,40}):\s{0,20}((?:#[\da-f]{3,6}|[\d.]+(?:px|rem)|0|(?<!(?:color|font[a-z-]*|background): *)[a-z]{3,}(?:-[a-z]+)*)(?: [\d.]+(?:px|rem)| 0)*)\s{0,20}(?=;|$)/gi;
