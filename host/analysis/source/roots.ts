import { addToGroup, groupBy } from "../../contract/group-by.js";
import { weaklyMemoized } from "../../contract/memoized.js";
import { onceForList } from "./cached-parser.js";
import { partsOf, stemOf } from "./files.js";
import { plainName, type StyledName } from "./library-names.js";
import { resolveImport, stemsOf } from "./loaded.js";
import { dynamicTags, isComponentTag, plainTag, type SourceTag, type SourceText, tagsIn, transparent } from "./tags.js";
import type { Wanted } from "./wanted.js";

/** A tag of HTML that a component draws outermost. */
export interface Root {
  readonly tag: SourceTag;
  /** As which component of styled-components it is drawn. */
  readonly styledAs?: StyledName;
}

export interface Component {
  readonly source: SourceText;
  readonly name: string;
  readonly isStyled: boolean;
  /** The tags that stand in no other one of it: it draws one of them. Undefined where that is not known or it draws several. */
  readonly outermost: readonly SourceTag[] | undefined;
}

/** The project's components by their plain names. */
export const componentsOf = onceForList((sources: readonly SourceText[]): ReadonlyMap<string, readonly Component[]> => {
  const found = new Map<string, Component[]>();
  for (const source of sources) {
    const { text, tags, components } = source;
    // By which Angular's templates name a component.
    const selector = /\bselector:\s*["'`]([a-z]+-[\w-]+)["'`]/.exec(text)?.[1];
    if (selector !== undefined) addToGroup(found, plainName(selector), { source, name: selector, isStyled: false, outermost: undefined });
    const isOfStyled = text.includes("styled-components");
    let at = -1;
    const byStart = groupBy(tags, ({ offset }) => {
      while ((components[at + 1]?.offset ?? offset + 1) <= offset) at++;
      return components[at]?.offset;
    });
    for (const { name, offset } of components) {
      const [, draws, other = draws] = styled.exec(text.slice(offset, offset + longestName)) ?? [];
      const outermost = other === undefined ? outermostOf(source, byStart.get(offset) ?? []) : [plainTag(other)];
      addToGroup(found, plainName(name), { source, name, isStyled: other !== undefined && isOfStyled, outermost });
    }
  }
  return found;
});

const longestName = 200;
/** Of more components of a name, or of more tags of one, none is known. */
const most = 20;

/** `Row = styled.li`, `Row = styled("li")`, `Row = styled(Link)`. */
const styled = /^\w+\s+[\w$]+\s*=\s*styled(?:\.([a-z][a-z\d]*)|\(\s*["'`]?([\w.]+))/;
const drawsNothing = /^(?:script|style|svelte:(?!element)\w+|Head|Teleport|Transition|KeepAlive|i18n|route|docs)$/;
/** Between tags that are drawn beside each other. */
const between = /^(?:<\/[\w.:-]+\s*>)?\s*(?:\{(?![/:#@])|$)/;

function outermostOf({ file, text, tags }: SourceText, own: readonly SourceTag[]): SourceTag[] | undefined {
  const isWithin = ({ around }: SourceTag) => (tags[around]?.offset ?? -1) >= (own[0]?.offset ?? 0);
  const outer = own.filter((one) => !isWithin(one) && !drawsNothing.test(one.tag));
  const drawn = outer.filter(({ tag }) => !transparent.has(tag));
  const isBeside = ({ attributes, offset }: SourceTag, at: number) =>
    at > 0 && !attributes.has("v-else") && !attributes.has("v-else-if") && between.test(text.slice(drawn[at - 1]?.closed, offset));
  const isOpen = drawn.length === 0 || drawn.length > most || outer.some(({ tag }) => tag === "slot");
  return isOpen || file.endsWith(".html") || drawn.some(isBeside) ? undefined : drawn;
}

type RootsIn = (source: SourceText) => (tag: SourceTag) => readonly Root[] | undefined;

/** So many components draw nothing but the next one. */
const mostDeep = 5;

/** What the project's component of a tag in a source draws outermost, in one way or another; undefined where that is not known. */
export const rootsOf = onceForList((sources: readonly SourceText[]): RootsIn => {
  let rootsIn: RootsIn = () => () => undefined;
  for (let depth = 0; depth < mostDeep; depth++) {
    const inner = rootsIn;
    rootsIn = weaklyMemoized((source: SourceText) => weaklyMemoized((tag: SourceTag) => drawnBy(sources, source, tag, inner)));
  }
  return rootsIn;
});

function drawnBy(sources: readonly SourceText[], source: SourceText, tag: SourceTag, inner: RootsIn): readonly Root[] | undefined {
  const plain = /^(?:motion|animated|m|chakra)\.([a-z]\w*)$/.exec(tag.tag)?.[1];
  if (plain !== undefined) return [{ tag: plainTag(plain) }];
  if (!isComponentTag(tag.tag) && !dynamicTags.has(tag.tag)) return [{ tag }];
  if (["as", "component", "aschild"].some((name) => tag.attributes.has(name))) return undefined;
  const from = modulesOf(source).get(/^\w*/.exec(tag.tag)?.[0] ?? "");
  if (from?.includes(".svg")) return drawingIn(sources, from);
  const all = namedAs(sources, tag);
  const own = all.filter((one) => one.source === source);
  const meant = from !== undefined ? all.filter(isIn(sources, from, source.file)) : own.length > 0 ? own : all;
  if (meant.length > most) return undefined;
  const found = meant.flatMap(({ source: other, name, isStyled, outermost }) =>
    (outermost ?? [undefined]).flatMap((one) => {
      const roots: readonly (Root | undefined)[] = (one && inner(other)(one)) ?? [undefined];
      return isStyled ? roots.map((root) => root && { ...root, styledAs: { file: other.file, name } }) : roots;
    }),
  );
  const known = found.filter((root) => root !== undefined);
  return known.length === 0 || known.length < found.length ? undefined : known;
}

/** The project's components of a tag's name; of `S.Row` those called so behind the point. */
export function namedAs(sources: readonly SourceText[], { tag }: SourceTag): readonly Component[] {
  const [whole, last] = [tag, tag.slice(tag.lastIndexOf(".") + 1)].map((name) => componentsOf(sources).get(plainName(name)));
  return whole ?? last ?? [];
}

/** The picture that a build tool makes a component of. */
function drawingIn(sources: readonly SourceText[], path: string): Root[] {
  const name = partsOf(path.replace(/\?.*$/, "")).at(-1);
  const drawing = sources.find(({ file }) => partsOf(file).at(-1) === name);
  return [{ tag: tagsIn(drawing?.text ?? "").find((one) => one.tag === "svg") ?? plainTag("svg") }];
}

/** Whether a component is of the module that a file imports, or of the folder of which that is the index. */
function isIn(sources: readonly SourceText[], asked: string, from: string): (one: Component) => boolean {
  const { files, stems } = namesIn(sources);
  const file = resolveImport(asked, from, files, stems);
  const folder = file === undefined ? undefined : /^(.*\/)index\.\w+$/.exec(file)?.[1];
  return ({ source }) => source.file === file || (folder !== undefined && source.file.startsWith(folder));
}

const namesIn = onceForList((sources: readonly SourceText[]) => {
  const files = new Set(sources.map(({ file }) => file));
  return { files, stems: stemsOf(files) };
});

/** The modules from which a source imports names. */
const modulesOf = weaklyMemoized(({ text }: SourceText): ReadonlyMap<string, string> => {
  const all = text.matchAll(/\bimport\s([^;"'`]{1,600}?)\sfrom\s{0,9}["']([^"'\n]{1,200})["']/g);
  return new Map([...all].flatMap(([, names = "", path = ""]) => (names.match(/\w+/g) ?? []).map((name) => [name, path] as const)));
});

/** Whether an element can be what a component draws. */
export function isDrawnAs({ tag, styledAs: own }: Root, wanted: Pick<Wanted, "tag" | "styledAs">): boolean {
  if (tag.tag !== wanted.tag || own === undefined) return tag.tag === wanted.tag;
  const as = wanted.styledAs;
  if (as === undefined || (as.name !== "" && as.name !== own.name)) return false;
  return as.file === "" || stemOf(own.file) === as.file || own.file.split("/").at(-2) === as.file;
}
