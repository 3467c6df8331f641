import { addToGroup } from "../../contract/group-by.js";
import { skipBalanced, splitAtCommas } from "../skip.js";

export interface SourceDeclaration {
  readonly name: string;
  readonly value: string;
  readonly offset: number;
  /** Where it stands when that is in another rule: the mixin that it comes from. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

/** A rule as a source file has it, nesting resolved as Sass, Less and CSS do. */
export interface SourceRule {
  /** Its selector as written; empty for the declarations of a template literal or object in a script, the name for `@theme`, `@font-face`, …. */
  readonly own: string;
  /** With the selectors around it. */
  readonly selector: string;
  /** At-rules around it, as written. */
  readonly conditions: readonly string[];
  readonly offset: number;
  readonly declarations: readonly SourceDeclaration[];
  /** Name of the mixin that it stands in; empty for none. */
  readonly mixin: string;
  readonly is: "rule" | "template" | "object";
}

const styleSheet = /\.(css|scss|less|pcss|postcss)$/i;
const withStyleBlocks = /\.(vue|svelte|astro|html?|php|erb|ejs|hbs|njk|liquid|twig)$/i;
const script = /\.(jsx?|tsx?|mjs|mts|cjs|cts)$/i;

export function isStyleSource(path: string): boolean {
  return styleSheet.test(path) || withStyleBlocks.test(path) || script.test(path);
}

/** The rules of a source file: a style sheet, the style blocks of a template, or the templates and objects of a script. */
export function rulesOfSource(path: string, text: string): readonly SourceRule[] {
  if (styleSheet.test(path)) return scanRules(text, 0, text.length, "rule");
  if (!script.test(path)) return styleBlocks(text).flatMap(([from, to]) => scanRules(text, from, to, "rule"));
  return [...templateLiterals(text).flatMap(([from, to]) => scanRules(text, from, to, "template")), ...objectsOf(text)];
}

function styleBlocks(text: string): (readonly [from: number, to: number])[] {
  return Array.from(text.matchAll(/<style\b[^>]{0,500}>([\s\S]*?)(?:<\/style>|$)/gi), (match) => {
    const from = match.index + match[0].indexOf(">") + 1;
    return [from, from + (match[1] ?? "").length] as const;
  });
}

/** Template literals that hold a declaration, and those within their expressions, in one pass. */
function templateLiterals(text: string): (readonly [from: number, to: number])[] {
  const found: (readonly [from: number, to: number])[] = [];
  // With the braces that are open in its expression; 0 while its text is read.
  const open: { readonly from: number; braces: number }[] = [];
  const close = (to: number) => {
    const from = open.pop()?.from ?? to;
    if (open.length < deepestTemplate && holdsDeclaration(text.slice(from, to))) found.push([from, to]);
  };
  for (let at = text.indexOf("`"); at >= 0 && at < text.length; at++) {
    const character = text[at];
    const inner = open.at(-1);
    if (inner === undefined) {
      at = text.indexOf("`", at);
      if (at < 0) break;
      open.push({ from: at + 1, braces: 0 });
    } else if (inner.braces > 0) {
      if (character === "`") open.push({ from: at + 1, braces: 0 });
      else if (character === "{") inner.braces++;
      else if (character === "}") inner.braces--;
    } else if (character === "\\") at++;
    else if (character === "`") close(at);
    else if (character === "$" && text[at + 1] === "{") {
      inner.braces = 1;
      at++;
    }
  }
  while (open.length > 0) close(text.length);
  return found.sort(([one], [other]) => one - other);
}

/** Each template is read again with those around it. */
const deepestTemplate = 20;

function holdsDeclaration(text: string): boolean {
  const known = text.replace(/\$\{(?:[^{}]|\{[^{}]{0,200}\}){0,500}\}/g, "0");
  for (const [, end] of known.matchAll(/[\w-]\s*:[^;{}`]+([;{}`]|$)/g)) if (end === ";") return true;
  return false;
}

/** A rule whose declarations are still being read. */
type Block = Omit<SourceRule, "declarations"> & { readonly declarations: SourceDeclaration[] };

function rootBlock(offset: number, is: SourceRule["is"]): Block {
  return { own: "", selector: "", conditions: [], offset, declarations: [], mixin: "", is };
}

/** Reads nested blocks of declarations: CSS, SCSS and Less; `${…}` and `#{…}` are values whose text is unknown. */
function scanRules(text: string, from: number, to: number, is: "rule" | "template"): SourceRule[] {
  const root = rootBlock(from, is);
  const open: Block[] = [root];
  const found: SourceRule[] = [];
  let start = from;
  const close = (block: Block) => {
    if (block.declarations.length > 0) found.push(block);
  };
  const finish = (at: number) => {
    const declaration = declarationIn(text, start, at);
    if (declaration !== undefined) open.at(-1)?.declarations.push(declaration);
    start = at + 1;
  };
  for (let at = from; at < to; at++) {
    const character = text[at];
    if (start === at && character?.trim() === "") start++;
    else if (character === "\\") at++;
    else if (character === '"' || character === "'") at = endOfString(text, at, to);
    else if (character === "/" && text[at + 1] === "*") at = indexOrEnd(text, "*/", at + 2, to) + 1;
    else if (character === "/" && text[at + 1] === "/" && text[at - 1] !== ":") at = indexOrEnd(text, "\n", at, to);
    else if ((character === "$" || character === "#" || character === "@") && text[at + 1] === "{") {
      const end = (skipBalanced(text, at + 1) ?? to + 1) - 1;
      // A value that stands for whole declarations needs no semicolon.
      if (character === "$" && start === at && /^[ \t]*(?:\n|$)/.test(text.slice(end + 1, to))) start = end + 1;
      at = end;
    } else if (character === "(") at = /url$/i.test(text.slice(at - 3, at)) ? indexOrEnd(text, ")", at, to) : endOfArguments(text, at, to);
    else if (character === "{") {
      open.push(openBlock(text, start, at, open.at(-1) ?? root));
      start = at + 1;
    } else if (character === "}") {
      finish(at);
      const block = open.length > 1 ? open.pop() : undefined;
      if (block !== undefined) close(block);
    } else if (character === ";") finish(at);
  }
  finish(to);
  for (const block of open) close(block);
  return found;
}

function openBlock(text: string, start: number, at: number, parent: Block): Block {
  const own = withoutComments(text.slice(start, at)).trim();
  const block = { ...parent, own, offset: start + leadingLength(text.slice(start, at)), declarations: [] };
  const { conditions } = parent;
  const defined = mixinDefinition.exec(own);
  if (defined !== null) return { ...block, own: "@mixin", selector: "@mixin", conditions: [], mixin: defined[1] ?? defined[2] ?? "" };
  if (!own.startsWith("@")) return { ...block, selector: nested(own, parent.selector) };
  if (!conditional.test(own)) return { ...block, selector: own };
  return { ...block, own: parent.own, conditions: conditions.length < deepest ? [...conditions, own] : conditions };
}

/** At-rules in which rules are, and declarations of the rule around. */
const conditional = /^@(media|supports|container|layer|scope|starting-style|include|at-root|variants|screen|responsive)\b/i;

/** Mixins of Sass, and of Less, where they are classes or ids with parameters. */
const mixinDefinition = /^(?:@mixin\s+([\w-]+)|[.#]([\w-]+)\s*\((?![^)]*&)[^{}]*\)(?:\s*when\b[\s\S]*)?$)/;

/** Bounds for what nesting multiplies: at-rules around a rule, characters of the selectors around it, and their product with its own. */
const deepest = 50;
const longestAround = 2_000;
const longestProduct = 1_000_000;

/** `&` stands for the selector around; a selector without it is below that one. Returns the selector around where both are too long to combine. */
export function nested(own: string, around: string): string {
  if (around === "" || around.startsWith("@")) return own;
  if (around.length > longestAround || own.length * around.length > longestProduct) return around;
  const outer = splitAtCommas(around);
  return splitAtCommas(own)
    .flatMap((one) => outer.map((parent) => (one.includes("&") ? one.replaceAll("&", parent.trim()) : `${parent.trim()} ${one.trim()}`)))
    .join(", ");
}

function declarationIn(text: string, start: number, end: number): SourceDeclaration | undefined {
  const raw = text.slice(start, end);
  const plain = withoutComments(raw);
  const match = /^\s*([\w-]+|--[\w-]+|\$[\w-]+|@[\w-]+)\s*:\s*([\s\S]+)$/.exec(plain);
  const applied =
    /^\s*@(?:apply|include|extend)\s+([\s\S]+)$/.exec(plain)?.[1] ??
    /^\s*([.#][\w-]+(?:\s*[>.#]\s*[\w-]+)*\s*(?:\([\s\S]*\))?)$/.exec(plain)?.[1];
  if (applied !== undefined) return { name: "@apply", value: applied.trim(), offset: start + leadingLength(raw) };
  const [, name = "", value = ""] = match ?? [];
  if (name === "" || name.startsWith("@")) return undefined;
  return { name: name.toLowerCase(), value: value.trim(), offset: start + leadingLength(raw) };
}

/** Length of white space and comments at the start. */
function leadingLength(text: string): number {
  return /^(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)*/.exec(text)?.[0].length ?? 0;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, " ").replace(/(^|[^:])\/\/[^\n]*/g, "$1 ");
}

function endOfString(text: string, at: number, to: number): number {
  const quote = text[at];
  for (let end = at + 1; end < to; end++) {
    if (text[end] === "\\") end++;
    // A quote that its line does not close is an apostrophe.
    else if (text[end] === "\n") return at;
    else if (text[end] === quote) return end;
  }
  return at;
}

/** The bracket that closes the one at `open`; that one itself where a block begins or ends before. Mixins of Less take arguments between semicolons. */
function endOfArguments(text: string, open: number, to: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(to, open + longestArguments); at++) {
    const character = text[at];
    if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return at;
    else if (character === "{" || character === "}") return open;
  }
  return open;
}

/** Brackets are skipped for the semicolons in them, which only mixins of Less have. */
const longestArguments = 500;

function indexOrEnd(text: string, part: string, from: number, to: number): number {
  const at = text.slice(from, to).indexOf(part);
  return at < 0 ? to : from + at;
}

const objectKey =
  /(?:^|[{,\n])[^\S\n]*(?:(['"])([\w-]+)\1|([a-zA-Z]\w*))\s*:\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$]*`|-?[\d.]+|[\w.]+(?:\([^()\n]*\))?)[^\S\n]*(?=[,}\n])/g;

/** Objects of a script with at least one key that is a property of CSS: style objects of emotion, vanilla-extract, `style={{…}}`, …. */
function objectsOf(text: string): SourceRule[] {
  const byOpen = new Map<number, SourceDeclaration[]>();
  const opens: number[] = [];
  const keys = Array.from(text.matchAll(objectKey), (match) => {
    const name = match[2] ?? match[3] ?? "";
    return { name, value: match[4] ?? "", offset: match.index + match[0].indexOf(name) };
  });
  let next = 0;
  for (let at = 0; at < text.length && next < keys.length; at++) {
    const key = keys[next];
    if (key !== undefined && at === key.offset) {
      const open = opens.at(-1);
      const property = key.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^(webkit|moz|ms)-/, "-$1-");
      if (open !== undefined) {
        addToGroup(byOpen, open, { ...key, name: property, value: cssValue(property, key.value) });
      }
      next++;
    }
    if (text[at] === "{") opens.push(at);
    else if (text[at] === "}") opens.pop();
  }
  return [...byOpen].map(([offset, declarations]) => ({
    ...rootBlock(offset, "object"),
    selector: selectorBefore(text, offset),
    declarations,
  }));
}

/** The selector that is the key of a nested style object; empty for other objects. */
function selectorBefore(text: string, open: number): string {
  const before = text.slice(Math.max(0, open - 200), open).trimEnd();
  const key = before.endsWith(":") ? (/(["'`])([^"'`\n]*)\1$/.exec(before.slice(0, -1).trimEnd())?.[2] ?? "") : "";
  return /[&:>]/.test(key) ? key : "";
}

/** Properties whose numbers libraries of style objects leave without `px`. */
const unitless =
  /^(?:animation-iteration-count|aspect-ratio|border-image-.*|column-count|columns|flex(?:-grow|-shrink)?|font-weight|grid-.*|line-height|.*opacity|order|orphans|scale|tab-size|widows|z-index|zoom)$/;

function cssValue(property: string, value: string): string {
  if (/^["'`]/.test(value)) return value.slice(1, -1);
  return /^-?[\d.]+$/.test(value) && value !== "0" && !unitless.test(property) ? `${value}px` : value;
}
