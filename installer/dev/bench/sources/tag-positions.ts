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
  /** Of a call that makes an element: the attribute is put in as a property. */
  readonly isCall?: true;
}

/** All tags that an app's own file writes into a page, found by the compiler of its language where there is one. */
export function tagPositions(path: string, text: string): TagPosition[] {
  if (/\.vue$/.test(path)) return inVue(text);
  if (/\.astro$/.test(path)) return scan(text, /^---[\s\S]*?\n---/.exec(text)?.[0].length ?? 0, text.length);
  if (/\.[cm]?[jt]sx?$/.test(path)) return inScript(path, text);
  return scan(text, 0, text.length);
}

/** Suffixes of files that may hold tags. */
export const hasTags = /\.(vue|svelte|astro|[cm]?[jt]sx?|html?|ejs|hbs|njk)$/;

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
    for (const [name, value] of Object.entries(node)) if (name !== "type") visit(value);
  };
  visit(program);
  return found;
}

const makers = /^(?:(?:React\.)?createElement|h)$/;

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
    const tags = inScript(`a.${part.lang ?? "js"}`, part.content);
    found.push(...tags.map((tag) => ({ ...tag, offset: start + tag.offset, after: start + tag.after, end: start + tag.end })));
  }
  return found;
}

const skipped = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|\{#-?[^/{}][\s\S]*?#\}|\{%[\s\S]*?%\}|<%[\s\S]*?%>|\{\{[\s\S]*?\}\}/g;

function scan(text: string, from: number, to: number): TagPosition[] {
  // Of the same length, so that offsets stay.
  const part = text.slice(from, to).replace(skipped, (match) => " ".repeat(match.length));
  return [...part.matchAll(/<([A-Za-z][\w.:-]*)(?=[\s/>]|$)/g)].flatMap(({ index, 0: { length }, 1: tag = "" }) =>
    /^(slot|template|svelte:\w+|Fragment|html|head|meta|link|title|base)$/.test(tag)
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
