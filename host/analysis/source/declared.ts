import { canonicalValue } from "../styles/declarations.js";
import { onceFor, onceForList } from "./cached-parser.js";
import { type ByUse, byUse } from "./imports.js";
import { plainName } from "./library-names.js";
import type { SourceTag, SourceText } from "./tags.js";
import type { Wanted } from "./wanted.js";
import type { Add } from "./weights.js";

/** Properties and values that a styled component declares without conditions; lengths in root ems stay so. */
export type Declarations = ReadonlyMap<string, string>;

/** Compares what a tag's styled component declares with the element's computed style. */
export function addDeclared(tag: SourceTag, source: SourceText, styles: ByUse<Declarations>, wanted: Wanted, add: Add): void {
  addHanded(tag, wanted, add);
  const [declarations, other] = styles(tag.tag, source) ?? [];
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

/** Properties of CSS that components take as attributes (Chakra and others after styled-system): `alignItems="center"`. */
const asAttributes: ReadonlyMap<string, string> = new Map(
  "display position align-items align-self justify-content flex-direction flex-wrap text-align text-transform white-space overflow z-index pointer-events"
    .split(" ")
    .map((property) => [property.replace("-", ""), property]),
);
/** Spaces that they take, in steps of a scale or in pixels: `px="4"`. */
const asSpaces: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ p: "padding-top", px: "padding-left", py: "padding-top", pt: "padding-top", pb: "padding-bottom" }),
  ...Object.entries({ m: "margin-top", mx: "margin-left", my: "margin-top", mt: "margin-top", mb: "margin-bottom" }),
]);

/** Compares what a component is handed as properties of CSS with the element's computed style. */
function addHanded({ attributes }: SourceTag, { style, rem }: Wanted, add: Add): void {
  let [same, different] = [0, 0];
  for (const [name, { value, isDynamic }] of attributes) {
    const space = /^-?[\d.]+$/.test(value) ? asSpaces.get(name) : undefined;
    const property = space ?? asAttributes.get(name);
    const computed = property === undefined || isDynamic ? undefined : style(property);
    if (computed === undefined) continue;
    const values = space === undefined ? [value] : [1, rem / 4, rem / 2].map((step) => `${Number(value) * step}px`);
    if (values.some((one) => canonicalValue(one) === canonicalValue(computed))) same++;
    else different++;
  }
  // Many elements have such values.
  add("declared", Math.log1p(same) / 2, "styles that it is handed");
  add("otherDeclared", Math.log1p(different));
}

/** The styled components of all sources. */
export const declaredStyles = onceForList((sources: readonly SourceText[]) => byUse(sources, declaredIn));

const declaredIn = onceFor(({ text }: SourceText): ReadonlyMap<string, Declarations> => {
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
