import { parseSync } from "vite";
import { parse as parseVue } from "vue/compiler-sfc";

/** A tag in a source: where an attribute may be put in, and the lines of the opening tag. */
export interface TagPosition {
  /** Offset of its `<`. */
  readonly offset: number;
  /** Offset after its name and type arguments. */
  readonly after: number;
  /** Offset after its opening tag, as far as known. */
  readonly end: number;
  /** What stands around an attribute that is put in, where the language asks for it. */
  readonly around?: readonly [before: string, after: string];
  /** Of a call that makes an element: the attribute is put in as a property. */
  readonly isCall?: true;
}

/** All tags that an app's own file writes into a page, found by the compiler of its language where there is one. */
export function tagPositions(path: string, text: string): TagPosition[] {
  if (/\.vue$/.test(path)) return inVue(text);
  if (/\.svelte$/.test(path)) return inMarkup(text);
  if (/\.astro$/.test(path)) return inMarkup(text, /^---[\s\S]*?\n---/.exec(text)?.[0].length ?? 0);
  if (/\.[cm]?[jt]sx?$/.test(path)) return inScript(path, text);
  if (/\.pug$/.test(path)) return inPug(text);
  if (/\.md$/.test(path)) return [];
  return inMarkup(text);
}

/** Suffixes of files that may hold tags. */
export const hasTags = /\.(vue|svelte|astro|[cm]?[jt]sx?|html?|njk|ejs|hbs|handlebars|liquid|jinja2?|pug)$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function isNode(value: unknown): value is Node & Record<string, unknown> {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function inScript(path: string, text: string): TagPosition[] {
  const { program, errors } = parseSync(path.endsWith(".js") ? `${path}x` : path, text);
  if (errors.length > 0) return [];
  const found: TagPosition[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    if (!isNode(node)) return;
    if (node.type === "JSXOpeningElement" && isNode(node["name"])) {
      const after = isNode(node["typeArguments"]) ? node["typeArguments"].end : node["name"].end;
      if (!/Fragment$/.test(text.slice(node["name"].start, node["name"].end))) found.push({ offset: node.start, after, end: node.end });
    }
    if (node.type === "CallExpression" && isNode(node["callee"]) && makers.test(text.slice(node["callee"].start, node["callee"].end))) {
      const properties: unknown = Array.isArray(node["arguments"]) ? node["arguments"][1] : undefined;
      if (isNode(properties) && properties.type === "ObjectExpression")
        found.push({ offset: node.start, after: properties.start + 1, end: properties.end, isCall: true });
    }
    if (
      node.type === "TaggedTemplateExpression" &&
      isNode(node["tag"]) &&
      /^(html|svg)$/.test(text.slice(node["tag"].start, node["tag"].end))
    )
      found.push(...inQuasis(node["quasi"], text));
    if (
      node.type === "Property" &&
      isNode(node["key"]) &&
      text.slice(node["key"].start, node["key"].end) === "template" &&
      isNode(node["value"])
    )
      if (node["value"].type === "TemplateLiteral") found.push(...inQuasis(node["value"], text));
    for (const [name, value] of Object.entries(node)) if (name !== "type") visit(value);
  };
  visit(program);
  return found;
}

const makers = /^(?:(?:React\.)?createElement|h)$/;

/** Tags in the fixed parts of a template literal; expressions may stand in their attributes. */
function inQuasis(literal: unknown, text: string): TagPosition[] {
  const quasis: unknown = isNode(literal) ? literal["quasis"] : undefined;
  if (!Array.isArray(quasis)) return [];
  return quasis.flatMap((quasi: unknown) => (isNode(quasi) ? scan(text, quasi.start, quasi.end) : []));
}

function inVue(text: string): TagPosition[] {
  const found: TagPosition[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, tag, loc, children } = node as { type?: unknown; tag?: unknown; loc?: { start: { offset: number } }; children?: unknown };
    if (type === 1 && typeof tag === "string" && loc !== undefined && tag !== "template" && tag !== "slot") {
      const offset = loc.start.offset;
      found.push({ offset, after: offset + 1 + tag.length, end: endOfTag(text, offset) });
    }
    if (Array.isArray(children)) for (const child of children) visit(child);
  };
  const { template, script, scriptSetup } = parseVue(text).descriptor;
  visit(template?.ast);
  for (const part of [script, scriptSetup]) {
    if (part === null) continue;
    const start = part.loc.start.offset;
    const calls = inScript(`a.${part.lang ?? "js"}`, part.content).filter(({ isCall }) => isCall === true);
    found.push(...calls.map((call) => ({ ...call, offset: start + call.offset, after: start + call.after, end: start + call.end })));
  }
  return found;
}

function inMarkup(text: string, from = 0): TagPosition[] {
  return scan(text, from, text.length);
}

const skipped = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|\{#-?[^/{}][\s\S]*?#\}|\{%[\s\S]*?%\}|<%[\s\S]*?%>|\{\{[\s\S]*?\}\}/g;

function scan(text: string, from: number, to: number): TagPosition[] {
  // Of the same length, so that offsets stay.
  const part = text.slice(from, to).replace(skipped, (match) => " ".repeat(match.length));
  return [...part.matchAll(/<([A-Za-z][\w.:-]*)(?=[\s/>]|$)/g)].flatMap(({ index, 0: { length }, 1: tag = "" }) =>
    /^(slot|template|ng-\w+|svelte:\w+|Fragment|html|head|meta|link|title|base)$/.test(tag)
      ? []
      : [{ offset: from + index, after: from + index + length, end: endOfTag(text, from + index) }],
  );
}

/** After the `>` of a tag: one in quotes, braces or of an arrow does not count. */
function endOfTag(text: string, offset: number): number {
  let depth = 0;
  let quote = "";
  for (let at = offset; at < Math.min(text.length, offset + 5_000); at++) {
    const character = text[at] ?? "";
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (depth === 0 && (character === '"' || character === "'")) quote = character;
    else if (character === "{") depth++;
    else if (character === "}") depth--;
    else if (character === ">" && depth <= 0 && text[at - 1] !== "=") return at + 1;
  }
  return offset;
}

const prefix = /(?:[A-Za-z][\w:-]*|[.#][A-Za-z_][\w-]*)(?:[.#][A-Za-z_][\w-]*)*/y;
const keyword =
  /^(?:include|extends|block|append|prepend|mixin|if|unless|else|each|for|while|case|when|default|doctype|yield)\b(?![.#(:-])/;
const inHead = /^(?:html|head|meta|link|title|base|script|style)(?![\w-])/;

/** Tags of a Pug template: each stands first on its line or after the colon of the one before. Tags within text are left out. */
function inPug(text: string): TagPosition[] {
  const found: TagPosition[] = [];
  /** Deeper lines than this one are text. */
  let textBelow = -1;
  for (let at = 0; at < text.length; ) {
    const end = endOfLine(text, at);
    const line = text.slice(at, end);
    const indent = line.length - line.trimStart().length;
    const start = at + indent;
    at = end + 1;
    if (line.trim() === "" || (textBelow >= 0 && indent > textBelow)) continue;
    const content = line.trimStart();
    textBelow = /^(?:\/\/|:\w)/.test(content) || content.trimEnd() === "-" ? indent : -1;
    if (textBelow >= 0 || keyword.test(content)) continue;
    const after = readTags(text, start, found);
    if (after === undefined) continue;
    // A block of text follows a tag that ends with a dot.
    const rest = text.slice(after, endOfLine(text, after)).trimEnd();
    if (rest === "." || (rest.endsWith(".") && /^[.#\w-]*\.$/.test(rest))) textBelow = indent;
    at = endOfLine(text, after) + 1;
  }
  return found;
}

/** Reads the tags of one line; their attributes may end on a later one. Returns where the content begins, undefined without a tag. */
function readTags(text: string, start: number, found: TagPosition[]): number | undefined {
  prefix.lastIndex = start;
  const [name] = prefix.exec(text) ?? [];
  if (name === undefined) return undefined;
  const after = start + name.length;
  const hasAttributes = text[after] === "(";
  let end = hasAttributes ? endOfAttributes(text, after) : after;
  // Classes may follow the attributes.
  if (hasAttributes && /[.#]/.test(text[end] ?? "")) {
    prefix.lastIndex = end;
    end += prefix.exec(text)?.[0].length ?? 0;
  }
  if (!inHead.test(name))
    found.push({ offset: start, after: hasAttributes ? after + 1 : after, end, around: hasAttributes ? ["", " "] : ["(", ")"] });
  const next = /^:[ \t]+/.exec(text.slice(end, endOfLine(text, end)))?.[0];
  return next === undefined ? end : (readTags(text, end + next.length, found) ?? end);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** After the bracket that closes the one at `open`: brackets in quotes do not count. */
function endOfAttributes(text: string, open: number): number {
  let depth = 0;
  let quote = "";
  for (let at = open; at < text.length; at++) {
    const character = text[at] ?? "";
    if (quote !== "") {
      if (character === "\\") at++;
      else if (character === quote) quote = "";
    } else if (/["'`]/.test(character)) quote = character;
    else if (/[([{]/.test(character)) depth++;
    else if (/[)\]}]/.test(character) && --depth === 0) return at + 1;
  }
  return text.length;
}
