import { onceFor, onceForList } from "./cached-parser.js";
import { componentKey, keyOfUse } from "./imports.js";
import type { SourceTag, SourceText } from "./tags.js";
import type { Wanted } from "./wanted.js";
import type { Add } from "./weights.js";

/** Properties and values that a styled component declares without conditions. */
export type Declarations = ReadonlyMap<string, string>;

/** By the file, without its ending, and the component's name. */
export type DeclaredStyles = ReadonlyMap<string, Declarations>;

/** Compares what a tag's styled component declares, one of its file or of the module that it is taken from, with the element's computed style. */
export function addDeclared({ tag }: SourceTag, source: SourceText, styles: DeclaredStyles, { style }: Wanted, add: Add): void {
  let [same, other] = [0, 0];
  for (const [property, value] of styles.get(keyOfUse(tag, source)) ?? []) {
    const computed = style(property);
    if (computed === undefined) continue;
    if (computed === value.replace(/(?<![\w.])0(?!\w)/g, "0px") || computed === value) same++;
    else other++;
  }
  add("declared", Math.log1p(same), "styles of its component");
  add("otherDeclared", Math.log1p(other));
}

/** The styled components of all sources. */
export const declaredStyles = onceForList((sources: readonly SourceText[]): DeclaredStyles => new Map(sources.flatMap(declaredIn)));

const declaredIn = onceFor(({ file, text }: SourceText) =>
  [...text.matchAll(styled)].map(({ 1: name = "", index, 0: { length } }) => {
    const end = text.indexOf("`", index + length);
    const css = text.slice(index + length, end < 0 ? text.length : end).replace(/\{[^{}]*\}/g, "");
    return [componentKey(file, name), new Map([...css.matchAll(plain)].map(([, property = "", value = ""]) => [property, value]))] as const;
  }),
);

/** `const Title = styled.h2<Props>` and what stands before its template. */
const styled = /\b(?:const|let|var)\s{1,20}([A-Z][\w$]{0,80})\s{0,20}=\s{0,20}styled\b[^`;]{0,300}`/g;
/** A declaration with a value that the browser computes to itself. */
const plain = /(?<=^|;)\s{0,40}([a-z-]{3,40}):\s{0,20}((?:\d+px|0|[a-z]{3,}(?:-[a-z]+)*)(?: \d+px| 0)*)\s{0,20}(?=;|$)/g;
