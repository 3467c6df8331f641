import { addToGroup } from "../../contract/group-by.js";
import { onceForList } from "./cached-parser.js";
import { stemOf } from "./files.js";
import type { SourceTag, SourceText } from "./tags.js";

/** What styled-components' plugin writes into a class: the component and, where called otherwise, the file or folder that defines it; else empty. */
export interface StyledName {
  readonly file: string;
  readonly name: string;
}

/** What styled-components name a component; beside it stands a name of five to seven letters for its rules. */
const ofStyled = /^sc-[a-zA-Z\d]{5,}(?:-\d+)?$|-sc-[\da-z]{6,}-\d+$/;

/** As which styled component an element was drawn, the last one of its classes: before it stand those of what it was made of. */
export function styledAs({ class: classes = "" }: Readonly<Record<string, string>>): StyledName | undefined {
  const token = classes.split(/\s+/).findLast((one) => ofStyled.test(one));
  const [, file = "", name = ""] = /^(?:([A-Za-z]\w*?)__)?([A-Z][A-Za-z\d]*)-sc-/.exec(token ?? "") ?? [];
  return token === undefined ? undefined : { file, name };
}

interface Styled {
  readonly file: string;
  /** The tag of HTML that it draws; empty where another component is styled. */
  readonly draws: string;
}

const definition =
  /\b(?:const|let|var)\s{1,20}([A-Z][\w$]{0,80})\s{0,20}=\s{0,20}styled(?:\.([a-z][a-z\d]{0,20})|\(\s{0,20}(?:["'`](\w{1,20})["'`])?)/g;

/** Styled components (`const Row = styled.li`) by name. */
const styledIn = onceForList((sources: readonly SourceText[]): ReadonlyMap<string, readonly Styled[]> => {
  const found = new Map<string, Styled[]>();
  for (const { file, text } of sources.filter((one) => one.text.includes("styled-components")))
    for (const [, name = "", tag, quoted = ""] of text.matchAll(definition)) addToGroup(found, name, { file, draws: tag ?? quoted });
  return found;
});

/** Whether a tag in a file, `<Row>` or `<S.Row>`, is that of a styled component which draws such an element; undefined where that is not known. */
export function drawsStyled(
  sources: readonly SourceText[],
  { tag, attributes }: SourceTag,
  from: string,
  wanted: { readonly tag: string; readonly styledAs: StyledName | undefined },
): boolean | undefined {
  const all = attributes.has("as") ? [] : (styledIn(sources).get(tag.slice(tag.lastIndexOf(".") + 1)) ?? []);
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  const near = [from, folder].map((place) => all.filter(({ file }) => file.startsWith(place))).find(({ length }) => length > 0);
  // One of another folder can be another component of the name, and one that is styled draws more than one element.
  const other = near?.every(({ draws }) => draws !== "") ? false : undefined;
  const as = wanted.styledAs;
  if (as === undefined || !tag.endsWith(as.name)) return other;
  const isIn = (file: string) => as.file === "" || stemOf(file) === as.file || file.split("/").at(-2) === as.file;
  return (near ?? all).some(({ file, draws }) => draws === wanted.tag && isIn(file)) || other;
}
