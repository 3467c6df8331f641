import { groupBy } from "../../contract/group-by.js";
import { skipBalanced, skipQuoted } from "../skip.js";
import { longestInner, unescaped, withoutEntities } from "./texts.js";

export interface TagAttribute {
  /** The value as written: a text, or the expression that makes it. */
  readonly value: string;
  /** Whether an expression makes the value, in whole or in part. */
  readonly isDynamic: boolean;
  /** Of classes from an expression those that are there without it. */
  readonly fixed?: string;
}

/** An opening tag in a source: markup, JSX, or a template of any framework. */
export interface SourceTag {
  readonly tag: string;
  readonly offset: number;
  /** Under their HTML names: `className` is `class`, `:href` and `[href]` are `href`; `...` is what brings others (`{...rest}`, `v-bind="$attrs"`). */
  readonly attributes: ReadonlyMap<string, TagAttribute>;
  /** What stands between this tag and the end of its element, at most `longestInner` characters. */
  readonly inner: string;
  /** Offset after the opening tag. */
  readonly opened: number;
  /** Offset where the whole element ends: that of its closing tag, or `opened` where it has none. */
  readonly closed: number;
  /** Position in the list of the tag around this one; -1 where there is none in this source. */
  readonly around: number;
  /** Among the tags in the same parent. */
  readonly child: Rank;
}

/** A file of the project with what is read in it. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
  readonly tags: readonly SourceTag[];
  /** The components that it defines, each from where on it is written, in order. */
  readonly components: readonly { readonly name: string; readonly offset: number }[];
  /** Path of the template that the class of a component names (Angular's `templateUrl`); empty where it names none. */
  readonly template: string;
}

/** The how manieth of how many, from 0. */
export interface Rank {
  readonly index: number;
  readonly count: number;
}

/** A tag's name may have type arguments: `<Form.Item<Fields> label="Name">`. */
const start = /(?<![\w.)\]])<(\.?[A-Za-z][\w.:-]*)(?:<[\w.,\s[\]|"']{1,80}>)?(?=[\s/>])|<\/(\.?[A-Za-z][\w.:-]*)\s*>/g;

/** Blanks the fenced code blocks of Markdown, whose tags are shown as text (CommonMark 4.5). Every offset stays. */
export function withoutCode(markdown: string): string {
  const blocks = /^( {0,3}(`{3,}(?=[^`\n]*$)|~{3,}).*$)([\s\S]*?(?:^ {0,3}\2[`~]*[ \t]*$|$(?![\s\S])))/gm;
  return markdown.replace(blocks, (_, opening: string, _mark, code: string) => opening + code.replace(/[^\n]/g, " "));
}

/** A tag whose element is still being read. */
type UnrankedTag = { -readonly [Key in keyof SourceTag]: SourceTag[Key] };

/** All opening tags of a source, in order. Never throws: what does not read as a tag is passed over. */
export function tagsIn(text: string): SourceTag[] {
  const found: UnrankedTag[] = [];
  const open: { readonly tag: string; readonly index: number }[] = [{ tag: "", index: -1 }];
  for (const match of text.matchAll(start)) {
    const [whole, tag = "", ending] = match;
    if (ending !== undefined) {
      const at = open.findLastIndex((one) => one.tag === ending);
      if (at <= 0) continue;
      for (const { tag: name, index } of open.splice(at)) {
        const one = found[index];
        if (one === undefined) continue;
        one.closed = match.index;
        // Its own end, not that of one of its name within.
        if (name === ending) one.inner = text.slice(one.opened, Math.min(match.index, one.opened + longestInner));
      }
      continue;
    }
    const read = readAttributes(text, match.index + whole.length);
    if (read === undefined) continue;
    const { attributes, end, isClosed } = read;
    const isEmpty = isClosed || voidTags.has(tag);
    const inner = isEmpty ? "" : text.slice(end, end + longestInner);
    const index = found.length;
    const placed = { around: open.at(-1)?.index ?? -1, child: alone };
    found.push({ tag, attributes, offset: match.index, inner, opened: end, closed: end, ...placed });
    if (!isEmpty && !transparent.has(tag)) open.push({ tag, index });
  }
  rankChildren(found);
  return found;
}

const alone: Rank = { index: 0, count: 1 };

/** A tag that is written nowhere; it may have any attributes. */
export function plainTag(tag: string): SourceTag {
  const attributes = new Map([["...", { value: "", isDynamic: true }]]);
  return { tag, attributes, offset: 0, inner: "", opened: 0, closed: 0, around: -1, child: alone };
}

/** Notes the place of each tag within its parent. */
function rankChildren(tags: readonly UnrankedTag[]): void {
  const families = groupBy(tags, ({ tag, around }) => (transparent.has(tag) ? undefined : around));
  for (const family of families.values()) for (const [index, one] of family.entries()) one.child = { index, count: family.length };
}

/** Tags that a template engine takes out of the page: they draw nothing but what stands in them. */
export const transparent = new Set(
  "template slot ng-container svelte:fragment Fragment React.Fragment Suspense AnimatePresence".split(" "),
);

/** Whether a tag is the use of a component: of a framework, of a template engine, or a custom element. */
export function isComponentTag(tag: string): boolean {
  return /^[A-Z]|[.-]/.test(tag);
}

/** Tags that draw the element which an expression names: Vue's `<component :is>`, Svelte's `<svelte:element this>`. */
export const dynamicTags: ReadonlySet<string> = new Set(["component", "svelte:element"]);

const voidTags = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

interface Read {
  readonly attributes: Map<string, TagAttribute>;
  /** After the tag's `>`. */
  readonly end: number;
  readonly isClosed: boolean;
}

const mostAttributes = 80;
const nameAt = /[^\s=<>/{}"'`]{1,100}/y;
const bareAt = /[^\s>]{1,2000}/y;

function readAttributes(text: string, from: number): Read | undefined {
  const attributes = new Map<string, TagAttribute>();
  let at = from;
  for (let count = 0; count < mostAttributes; count++) {
    while (/\s/.test(text[at] ?? "")) at++;
    if (text[at] === ">") return { attributes, end: at + 1, isClosed: false };
    if (text[at] === "/" && text[at + 1] === ">") return { attributes, end: at + 2, isClosed: true };
    if (text[at] === "{") {
      const end = skipBalanced(text, at);
      if (end === undefined) return undefined;
      const inside = text.slice(at + 1, end - 1).trim();
      // Svelte's `{id}` is short for `id={id}`.
      if (/^\w+$/.test(inside)) attributes.set(inside, { value: inside, isDynamic: true });
      else attributes.set("...", { value: inside, isDynamic: true });
      at = end;
      continue;
    }
    nameAt.lastIndex = at;
    const name = nameAt.exec(text)?.[0];
    if (name === undefined) return undefined;
    const value = readValue(text, at + name.length);
    if (value === undefined) return undefined;
    at = value.end;
    if (name === "v-bind" || name.startsWith("...")) attributes.set("...", { ...value, isDynamic: true });
    else addAttribute(attributes, name, value);
  }
  return undefined;
}

function readValue(text: string, from: number): (TagAttribute & Pick<Read, "end">) | undefined {
  if (text[from] !== "=") return { value: "", isDynamic: false, end: from };
  const at = from + 1;
  const first = text[at];
  if (first === '"' || first === "'") {
    const end = skipQuoted(text, at);
    if (end === undefined) return undefined;
    const value = text.slice(at + 1, end - 1);
    return { value: withoutEntities(value), isDynamic: /\{\{|\{%|<[%?]|\$\{|\{[\w.$!(]/.test(value), end };
  }
  if (first === "{" || (first === "$" && text[at + 1] === "{")) {
    const open = first === "$" ? at + 1 : at;
    const end = skipBalanced(text, open);
    return end === undefined ? undefined : { ...writtenAs(text.slice(open + 1, end - 1)), end };
  }
  bareAt.lastIndex = at;
  const value = bareAt.exec(text)?.[0] ?? "";
  return { value, isDynamic: /[{<]/.test(value), end: at + value.length };
}

/** An expression as a value: `"text"` is a fixed one. */
function writtenAs(expression: string): TagAttribute {
  const [, , literal] = /^\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1\s*$/.exec(expression) ?? [];
  if (literal === undefined) return { value: expression, isDynamic: !/^\s*-?[\d.]+\s*$/.test(expression) };
  // Words that touch an expression are parts of others.
  if (/[$#]\{/.test(literal)) return { value: expression, isDynamic: true, fixed: literal.replace(/\S*[$#]\{[^}]*\}\S*/g, " ") };
  return { value: unescaped(literal), isDynamic: false };
}

/** Names of HTML, each with those by which frameworks write it. */
const otherNames: ReadonlyMap<string, string> = new Map(
  "class=classname,class:list,ngclass for=htmlfor href=to,routerlink aria-label=accessibilitylabel,arialabel data-testid=testid font-size=fontsize stroke-width=strokewidth"
    .split(" ")
    .map((one) => one.split(/[=,]/))
    .flatMap(([name = "", ...others]) => others.map((other) => [other, name] as const)),
);

function addAttribute(attributes: Map<string, TagAttribute>, name: string, { value, isDynamic, fixed }: TagAttribute): void {
  const [, mark = "", bare = name] = /^(v-bind:|:|\[\(?(?:attr\.)?|\.|\?|bind:|prop:|attr:)(.+?)(?:\)?\])?$/.exec(name) ?? [];
  const lower = bare.toLowerCase();
  // `class:active={isOpen}` of Svelte, `[class.active]` of Angular.
  const token = /^class[:.](?!list$)(.+)$/.exec(lower)?.[1];
  const key = token === undefined ? (otherNames.get(lower) ?? lower) : "class";
  const one =
    token === undefined
      ? { value, isDynamic: isDynamic || mark !== "", ...(fixed === undefined ? {} : { fixed }) }
      : { value: `"${token}"`, isDynamic: true };
  const other = key === "class" ? attributes.get(key) : undefined;
  attributes.set(key, other === undefined ? one : bothOf(other, one));
}

/** A tag's fixed classes and those that an expression adds. */
function bothOf(one: TagAttribute, other: TagAttribute): TagAttribute {
  const all = [one, other];
  const fixed = all.map((part) => (part.isDynamic ? (part.fixed ?? "") : part.value)).join(" ");
  return { value: all.map((part) => (part.isDynamic ? part.value : `"${part.value}"`)).join(" "), isDynamic: true, fixed };
}
